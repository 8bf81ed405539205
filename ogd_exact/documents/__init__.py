"""What people read: LaTeX, pages, pictures, Coq."""

"""LaTeX in and out: reads gadget tables from a paper's source, and writes them as booktabs tables."""

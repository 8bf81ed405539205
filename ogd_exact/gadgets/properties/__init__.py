"""What the polynomials of a rule say of its steps."""

"""Writes gadget tables as LaTeX."""

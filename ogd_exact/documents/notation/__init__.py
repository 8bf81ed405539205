"""How names, formulas and tables are written down, in LaTeX and in HTML alike."""

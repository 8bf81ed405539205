"""Exact verification of gadgets that make online gradient descent compute."""

import os

__version__ = "0.1.0"

# Read by sympy when it is first imported, which is after this: its coefficients are those of the chosen backend
# (ogd_exact/kernel/numbers.py), whatever else, python-flint say, is installed.
os.environ["SYMPY_GROUND_TYPES"] = "python" if os.environ.get("OGD_EXACT_NUMBERS") == "fraction" else "gmpy"

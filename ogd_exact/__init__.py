"""Exact verification of gadgets that make online gradient descent compute."""

__version__ = "0.1.0"

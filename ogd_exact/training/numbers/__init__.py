"""Exact numbers beyond the rationals: one square root, and sums of powers of alpha."""

"""Searches for certificates of sign; whatever it finds, the kernel checks."""

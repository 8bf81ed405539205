"""Gadgets found from their contracts, and contracts that no gadget of so many steps keeps. See docs/synthesis.md."""

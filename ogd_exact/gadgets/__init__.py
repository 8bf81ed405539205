"""Gadget tables: read, proved, explained, searched for."""

"""Reads gadget tables out of a paper's source."""

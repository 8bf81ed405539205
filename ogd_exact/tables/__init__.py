"""Reads gadget tables, models and contracts; knows their meaning, but proves nothing."""

"""Gadget tables, models and contracts as values, and what they mean."""

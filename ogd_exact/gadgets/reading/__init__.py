"""Reads tables, models and contracts from TOML, with the place of every fault."""

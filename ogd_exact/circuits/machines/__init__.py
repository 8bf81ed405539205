"""Circuits by name."""

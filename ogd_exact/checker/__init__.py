"""Proves the eight conditions for gadget tables, finds misprints, and says what must stand there."""

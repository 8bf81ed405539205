"""Coq files from tables and constructions, and what coqc says of them."""

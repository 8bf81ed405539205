"""Exact runs of OGD on the training set of a circuit."""

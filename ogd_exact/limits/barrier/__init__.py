"""Quadratic losses cannot compute: one step of OGD is an affine map, and so is any number of them."""

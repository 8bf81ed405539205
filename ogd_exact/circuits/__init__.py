"""Reads, builds and closes sequential circuits, and turns them into NAND gates; knows nothing of gradient descent."""

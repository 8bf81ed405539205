"""The training set of a circuit in floating point: by the libraries that people train with, and by fewer bits."""

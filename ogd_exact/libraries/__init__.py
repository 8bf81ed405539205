"""The training set of a circuit in the libraries that people train with."""

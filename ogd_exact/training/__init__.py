"""From a circuit to a training set, and exact runs on it."""

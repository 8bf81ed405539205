"""Training sets of quadratic losses, and their weights after any number of steps."""

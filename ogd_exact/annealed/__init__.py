"""One pass of OGD under a learning rate of its own for each step, such as 1/sqrt(t)."""

"""Whether a step goes against the gradient of its loss, as the loss is written for people."""

"""Training sets for the logistic loss: their steps are enclosed, and certified for ever, in floats as well."""

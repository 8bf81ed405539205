"""Whether least squares ever makes its first weight positive is NP-hard: training sets that try all assignments."""

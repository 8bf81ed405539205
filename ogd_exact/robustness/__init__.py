"""What rounding and noise do to a run."""

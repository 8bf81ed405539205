"""What cannot compute, and why."""

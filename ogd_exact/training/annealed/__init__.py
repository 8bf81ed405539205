"""One pass with falling rates."""

"""Below the edge of stability a smooth convex loss of w.x repeats no weights unless it rests at them."""

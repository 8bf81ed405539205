"""What a verdict of verify rests on. It imports nothing of the rest."""

"""Fast ways to move a simulation on by whole passes; never trusted where the reference can decide instead."""

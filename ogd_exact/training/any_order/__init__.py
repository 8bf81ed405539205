"""Training sets that run a circuit in any order of their examples: tables of slots, their proof, and their runs."""

"""How many bits are enough: a proof where all numbers are short and dyadic, and a measurement for the rest."""

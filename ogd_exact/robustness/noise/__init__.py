"""What noise after every step does to a run: boxes that hold all weights, whatever the noise up to a bound."""

"""What becomes of inputs and starts that a circuit leaves open."""

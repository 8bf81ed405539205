"""A page, and a picture, of a run: the circuit, the weights, the gadget call and the example of every step."""

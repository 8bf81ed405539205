"""From a NAND netlist to the calls of gadgets, to training examples, and a proof that they simulate it."""

"""Tables and constructions spoiled at random, and OGD once more, to contradict the proofs of the package."""

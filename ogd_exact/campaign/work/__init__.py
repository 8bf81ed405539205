"""The kinds of work that a plan may ask for, each in a file of its own."""

"""The options of each command. Nothing of the library is imported here, so that --help answers at once."""

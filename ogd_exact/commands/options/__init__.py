"""The options of each command, as data: NAME.toml describes those of NAME, and read.py adds them to its parser."""

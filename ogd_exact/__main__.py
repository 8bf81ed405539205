"""ogd-exact COMMAND ..."""

from ogd_exact.commands.entry import entry

if __name__ == "__main__":
    entry()

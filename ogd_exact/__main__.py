"""ogd-exact COMMAND ...: each command is also a module, python -m ogd_exact.COMMAND."""

import sys
from collections.abc import Sequence
from importlib import import_module

from ogd_exact import __version__
from ogd_exact.command import run
from ogd_exact.kernel.errors import InputError

COMMANDS = {
    "verify": "check gadget tables, row by row, for all parameters",
    "reduce": "turn a circuit into a training set",
    "simulate": "run a circuit by exact online gradient descent",
    "annealed": "evaluate a circuit by one pass with a learning rate for each step",
    "replay": "run a circuit by training in a real library, or ask how much precision that takes",
    "explore": "write a page on which to watch a run, step by step",
    "latex": "write gadget tables as LaTeX",
    "barrier": "prove what quadratic models cannot do, and power their steps",
}


def dispatch(arguments: Sequence[str]) -> int:
    name, *rest = arguments or [""]
    if name == "--version":
        print(f"ogd-exact {__version__}")
        return 0
    if name in ("--help", "-h"):
        print("usage: ogd-exact COMMAND ...\n")
        print("\n".join(f"  {command:10} {what}" for command, what in COMMANDS.items()))
        print("\nogd-exact COMMAND --help says more")
        return 0
    if name not in COMMANDS:
        problem = f"there is no command {name!r}" if name else "a command is missing"
        raise InputError(f"{problem}; there is {', '.join(COMMANDS)}; see ogd-exact --help")
    module = import_module(f"ogd_exact.{name}")
    if hasattr(module, "__path__"):
        module = import_module(f"ogd_exact.{name}.__main__")
    return int(module.main(rest))


def entry() -> None:
    sys.exit(run(dispatch, sys.argv[1:]))


if __name__ == "__main__":
    entry()

"""The ways in: ogd-exact COMMAND ..., and python -m ogd_exact.COMMAND ..."""

import sys
from collections.abc import Sequence
from importlib import import_module

import ogd_exact
from ogd_exact.commands.shell import run
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
        print(f"ogd-exact {ogd_exact.__version__}")
        return 0
    if name in ("--help", "-h"):
        print("usage: ogd-exact COMMAND ...\n")
        print("\n".join(f"  {command:10} {what}" for command, what in COMMANDS.items()))
        print("\nogd-exact COMMAND --help says more")
        return 0
    if name not in COMMANDS:
        problem = f"there is no command {name!r}" if name else "a command is missing"
        raise InputError(f"{problem}; there is {', '.join(COMMANDS)}; see ogd-exact --help")
    return int(import_module(f"ogd_exact.commands.{name}").main(rest))


def entry() -> None:
    sys.exit(run(dispatch, sys.argv[1:]))


def module(command: str, name: str) -> None:
    """What python -m ogd_exact.COMMAND does; imported, such a module is the library's function of that name."""
    if name == "__main__":
        sys.exit(run(dispatch, [command, *sys.argv[1:]]))
    function = getattr(ogd_exact, command, None)
    if function is not None:
        sys.modules[name] = function

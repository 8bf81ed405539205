"""What commands call the arguments of the library, which names them in its messages."""

from collections.abc import Callable, Sequence

from ogd_exact.text.wording import spelling

OTHERS = {
    "path": "--output",
    "number": "--pass",
    "inputs={...}": "--input",
    "certificate() of a verdict": "simulate --certificate",
}
BY_NAME = {"inputs": "--input", "parameters": "--set"}  # given as NAME=VALUE
RATES = ("lambda", "eta")  # parameters with options of their own


def as_option(name: str, value: object, key: str) -> str:
    """The option for an argument: --search; with a value --engine kernel, with a key --input a, with both --at a=1."""
    if name == "parameters" and key in RATES:
        name, key = key, ""
    usual = "--" + name.replace("_", "-").replace("=", " ")
    option = f"{BY_NAME.get(name, usual)} {key}" if key else OTHERS.get(name, usual)
    return option if value is None or value is True else f"{option}{'=' if key else ' '}{value}"


def naming_options(main: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Calls a command in a context whose messages name options in place of arguments."""
    spelling.set(as_option)
    return main(arguments)

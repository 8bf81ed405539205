"""The ways in: ogd-exact COMMAND ..., and python -m ogd_exact.COMMAND ...

All else is imported within `answer`, so that an interrupt during the imports is one line, too.
"""

import sys

NEEDED = ("gmpy2", "sympy", "tabulate")  # whatever else may be missing is optional, and its users say so


def answer(command: str, arguments: list[str]) -> int:
    try:
        from ogd_exact.commands import command_line
        from ogd_exact.commands.shell import run

        return run(command_line.command(command) if command else command_line.dispatch, arguments)
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        remedy = f"install it with: pip install {error.name}; or, in a checkout of ogd-exact,"
        remedy += " python3 scripts/verify.py makes an environment that has it, in .venv"
        print(f"ogd-exact: {error.name} is missing; {remedy}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("ogd-exact: interrupted", file=sys.stderr)
        return 130


def entry() -> None:
    sys.exit(answer("", sys.argv[1:]))


def module(command: str, name: str) -> None:
    """What python -m ogd_exact.COMMAND does; imported, such a module is the library's function of that name."""
    if name == "__main__":
        sys.exit(answer(command, sys.argv[1:]))
    import ogd_exact

    function = getattr(ogd_exact, command, None)
    if function is not None:
        sys.modules[name] = function

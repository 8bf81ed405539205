"""The ways in: ogd-exact COMMAND ..., and python -m ogd_exact.COMMAND ...

All else is imported within `answer`, so that an interrupt during the imports is one line, too.
"""

import sys


def answer(command: str, arguments: list[str]) -> int:
    try:
        from ogd_exact.commands import command_line
        from ogd_exact.commands.shell import run

        return run(command_line.command(command) if command else command_line.dispatch, arguments)
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

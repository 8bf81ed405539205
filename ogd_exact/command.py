"""What all commands share: exit codes, one-line errors, and output that is written whole or not at all.

Exit codes: 0 what was asked holds; 1 a check failed; 2 the input or the call is wrong; 3 undecided.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from ogd_exact.kernel.errors import InputError

HOLDS, FAILED, WRONG_INPUT, UNDECIDED = 0, 1, 2, 3


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def run(main: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run a command; an input error becomes one line on stderr and exit code 2."""
    try:
        code = main(arguments)
        sys.stdout.flush()
        return code
    except InputError as error:
        print(f"ogd-exact: {error}", file=sys.stderr)
        return WRONG_INPUT
    except BrokenPipeError:
        # Whoever reads the output has seen enough; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG_INPUT
    except KeyboardInterrupt:
        print("ogd-exact: interrupted", file=sys.stderr)
        return 130


def write(text: str, output: str | None) -> None:
    """To stdout, or to a file that is replaced in one move once the text is complete."""
    if output is None or output == "-":
        print(text)
        return
    target = Path(output)
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=target.parent, delete=False) as file:
            file.write(text + "\n")
        umask = os.umask(0)
        os.umask(umask)
        Path(file.name).chmod(0o666 & ~umask)
        Path(file.name).replace(target)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", output) from None

"""What lies at the paths that files and arguments name: one that is too long, or has a NUL, names nothing."""

import os
from functools import partial
from itertools import islice
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError

PIECE = 1 << 18


def is_file(path: Path | str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 (Path raises where a name is too long, or may not be looked at)


def is_dir(path: Path | str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112


def exists(path: Path | str) -> bool:
    return os.path.exists(path)  # noqa: PTH110


def real(path: Path) -> Path:
    """The file that a path leads to, by which one is known from another; what leads nowhere is its own."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a name that no file can have, which is said where it is read
        return path


def contents(path: Path | str, most: int, remedy: str = "", smaller: str = "") -> bytes:
    """The bytes of a file, at most so many; says what to do if it cannot be read, or is larger."""
    if exists(path) and not is_file(path) and not is_dir(path):
        # A pipe would keep us waiting until something is written to it.
        raise InputError("is not a regular file; write to one first", str(path))
    try:
        with Path(path).open("rb") as file:
            # In pieces: to ask for all that is allowed would allocate all that is allowed.
            data = b"".join(islice(iter(partial(file.read, PIECE), b""), most // PIECE + 1))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the name is not a path"
        raise InputError(f"cannot be read: {reason}{remedy and f'; {remedy}'}", str(path)) from None
    if len(data) > most:
        raise InputError(f"is larger than {most} bytes{smaller and f'; {smaller}'}", str(path))
    return data

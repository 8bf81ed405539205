"""What lies at the paths that files and arguments name: one that is too long, or has a NUL, names nothing."""

import os
from functools import partial
from itertools import islice
from pathlib import Path

from ogd_exact.kernel.errors import InputError

PIECE = 1 << 18


def is_file(path: Path | str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 (Path raises where a name is too long, or may not be looked at)


def is_dir(path: Path | str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112


def exists(path: Path | str) -> bool:
    return os.path.exists(path)  # noqa: PTH110


def contents(path: Path | str, most: int, remedy: str = "", smaller: str = "") -> bytes:
    """All of a file, of which there may be so much; says what to do if it cannot be read, or is larger."""
    if exists(path) and not is_file(path) and not is_dir(path):
        # A pipe would keep us waiting for whoever writes to it.
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

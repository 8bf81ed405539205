"""The files of a folder of tables: all of them are read, or none."""

import os
from pathlib import Path
from typing import NoReturn

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.reread import DEPTHS
from ogd_exact.gadgets.reading.document import MAX_BYTES

MAX_FILES = 1000
MAX_TOTAL = 1 << 23
MAX_FOLDERS = 10_000


def table_files(folder: Path) -> list[Path]:
    """The files to read, in order; raises InputError where one that may be a table would be left out."""
    try:
        files = sorted(path for depth in DEPTHS for path in folder.glob(depth))
    except OSError as error:  # a folder that is gone meanwhile
        refuse(error)
    if left_out := sorted(set(everything(folder)) - set(files)):
        count = f"{len(left_out)} files are" if len(left_out) > 1 else "is"
        which = ", this one first" if len(left_out) > 1 else ""
        raise InputError(f"{count} not read{which}; a table is MODEL/NAME.toml in {folder}", str(left_out[0]))
    if len(files) > MAX_FILES or sum(min(size(path), MAX_BYTES) for path in files) > MAX_TOTAL:
        limits = f"at most {MAX_FILES} files, of {MAX_TOTAL} bytes together, are read"
        raise InputError(f"holds {len(files)} files; {limits}", str(folder))
    return files


def everything(folder: Path) -> list[Path]:
    """Every file that is called .toml, in any letters, however deep."""
    found: list[Path] = []
    seen: set[str] = set()  # links may lead back
    for place, below, names in os.walk(folder, onerror=refuse, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:
            below.clear()
            continue
        seen.add(real)
        if len(seen) > MAX_FOLDERS:
            raise InputError(f"holds more than {MAX_FOLDERS} folders; name the one with the tables", str(folder))
        found += [Path(place, name) for name in (*below, *names) if name.lower().endswith(".toml")]
    return found


def refuse(error: OSError) -> NoReturn:
    raise InputError(f"cannot be read: {error.strerror}", error.filename) from None


def size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        refuse(error)

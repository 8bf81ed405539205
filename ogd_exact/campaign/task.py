"""A task of a campaign: what is asked as data, what it rests on as digests; and the answer to it."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import ogd_exact
from ogd_exact.gadgets.reading.files import table_files
from ogd_exact.gadgets.reading.folder import PAPER, folder_of

FORMAT = "ogd-exact-campaign/1"
HOLDS, REFUTED, FAILED, UNDECIDED = VERDICTS = ("holds", "refuted", "failed", "undecided")  # only the first is done


@dataclass(frozen=True)
class Answer:
    """What came of a task: `said` names each claim that is refuted or undecided, `shown` has what was found."""

    verdict: str
    counts: Mapping[str, int] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, eq=False)
class Task:
    """The key names all that the outcome depends on, so that two tasks of one key are the same."""

    kind: str
    asked: Mapping[str, Any]  # as JSON has it
    tables: str | None  # the set or folder that it rests on, if not the paper's
    stamp: str  # the version and the tables, as the driver has them

    @cached_property
    def key(self) -> str:
        return key_of(self.kind, self.asked, self.stamp)


def key_of(kind: str, asked: Any, stamp: str) -> str:
    return sum_of([FORMAT, kind, asked, stamp])


def sum_of(data: Any) -> str:
    """A digest that is the same for data that is the same as JSON."""
    said = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def stamp_of(tables: str | None) -> str:
    """The version of the program, to the letter, and the files that a set of tables is read from, as they are now."""
    files = [path for folder in (PAPER, folder_of(tables)) for path in table_files(folder)]
    return f"{ogd_exact.__version__} {program_digest()} {digest(files)}"


@cache
def program_digest() -> str:
    """A digest of all code of the package: two versions may well have one number while someone works on them."""
    return digest(program_files())


def program_files() -> list[Path]:
    """All that the package does follows from these: its code, and the losses, which are data."""
    package = Path(ogd_exact.__file__).parent
    return [*package.rglob("*.py"), *(package / "core").rglob("*.toml")]


def digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted({*files}):
        content = path.read_bytes()
        found.update(f"{path.parent.name}/{path.name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:16]

"""PLAN.toml: which work is to be done, and the tasks that it is cut into."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ogd_exact.campaign import random_circuits, searches
from ogd_exact.campaign.task import Answer, Task, stamp_of
from ogd_exact.campaign.work import Work
from ogd_exact.gadgets.reading.document import Section, read_document


class Kind(Protocol):
    """A module for a kind of work."""

    def read(self, section: Section) -> Work:
        """Reads an entry of a plan; raises InputError for what cannot be asked."""

    def run(self, asked: Mapping[str, Any]) -> Answer:
        """Does a task of it, on any machine."""


KINDS: dict[str, Kind] = {"circuits": random_circuits, "search": searches}
FORMAT = "ogd-exact-plan/1"
MOST_TASKS = 200_000


@dataclass(frozen=True)
class Plan:
    path: str
    works: tuple[Work, ...]

    def tasks(self) -> Iterator[tuple[int, Task]]:
        """Every task once, with the number of the work that asks for it; what two of them ask is the first one's."""
        stamp = cache(stamp_of)
        seen: set[bytes] = set()
        for number, work in enumerate(self.works):
            for asked in work.asked():
                task = Task(work.kind, asked, work.tables, stamp(work.tables))
                if (known := bytes.fromhex(task.key)) not in seen:
                    seen.add(known)
                    yield number, task


def read_plan(path: str) -> Plan:
    """Raises InputError, with the place, for what is no plan or would make too many tasks."""
    document = read_document(Path(path))
    document.known("format", *KINDS)
    if document.text("format", hint=f'format = "{FORMAT}"') != FORMAT:
        raise document.error(f"is a plan of another format; this version reads {FORMAT!r}", "format")
    works: list[Work] = []
    total = 0
    for name, kind in KINDS.items():
        for section in document.sections(name):
            works.append(kind.read(section))
            total += works[-1].number
            if total > MOST_TASKS:
                remedy = "ask for less, or for more in each task (batch), or write several plans"
                raise section.error(
                    f"makes {total} tasks with those before it, and {MOST_TASKS} are the most; {remedy}"
                )
    if not total:
        raise document.error(f"asks for nothing; add {' or '.join(f'[[{name}]]' for name in KINDS)}")
    return Plan(path, tuple(works))

"""What violates a condition, by name. That something does is decided elsewhere: no verdict rests on its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import Kink, SignVaries, Undecided
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.table import Table


class CallProblem(Exception):
    """A call that its callee's contract or region does not allow (condition 4)."""

    def __init__(self, reason: str, key: str, *about: Any) -> None:
        super().__init__(reason)
        self.reason, self.key, self.about = reason, key, about  # why, which key is wrong, and what there is to say


class Disturbed(Exception):
    """A coordinate that the example does not name has changed other than by decay (condition 8)."""


BROKEN: dict[type[Exception], tuple[int, str]] = {
    CallProblem: (4, "call"),
    Disturbed: (8, "unnamed"),
    Kink: (7, "kink"),
    SignVaries: (7, "region"),
    Undecided: (7, "undecided"),
}


class Violation(NamedTuple):
    condition: int
    kind: str
    cell: Cell
    about: Any = None  # what there is to say: weights, a failure, a name


@dataclass(frozen=True)
class Failure:
    """A line of a step that does not hold: it leads elsewhere, or cannot be run at all."""

    case: int
    printed: tuple[Any, ...]
    computed: tuple[Any, ...] | None = None
    problem: Exception | None = None


def condition_of(table: Table, k: int, failure: Failure) -> tuple[int, str]:
    """The condition that a failure violates, and the kind of violation."""
    for problem, found in BROKEN.items():
        if isinstance(failure.problem, problem):
            return found
    step = table.steps[k]
    if step.call and failure.computed is not None:
        line = zip(table.coordinates, failure.computed, failure.printed, strict=True)
        if all(c not in step.on for c, computed, printed in line if computed != printed):
            return 8, "unnamed"
    return 1, "transition"


def undecided(found: Sequence[Violation]) -> bool:
    """Whether nothing is known to be wrong, but not everything is proved."""
    return bool(found) and all(violation.kind == "undecided" for violation in found)

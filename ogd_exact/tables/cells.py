"""The addresses of the expressions of a table."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

Line = tuple[str, ...]  # one expression for each coordinate


class Cell(NamedTuple):
    """The address of one expression. Steps, cases and coordinates count from 0 here, from 1 in reports.

    kind is a word of ours: of step 0 cases; of any step x1, x2, ..., y, before, after, call, on, magnitudes; of none
    constants, returns, region, or what the model and the contract say. What users name has a place of its own.
    """

    step: int | None
    kind: str
    case: int | None = None
    coordinate: int | None = None
    name: str | None = None  # of one magnitude, one constant, the coordinate returned, ...

    @property
    def field(self) -> str:
        """What reports and corrections call it: one magnitude or constant goes by its own name."""
        if self.kind in ("magnitudes", "constants"):
            return self.name or self.kind
        return "before" if self.kind == "cases" else self.kind

    @property
    def of_example(self) -> bool:
        return self.kind == "y" or self.in_x

    @property
    def in_x(self) -> bool:
        return self.kind.startswith("x")

    @property
    def entry(self) -> int:
        """Which entry of x it is."""
        return int(self.kind[1:]) - 1


class Spot(NamedTuple):
    """Where a cell stands; without a path, in the file of its table."""

    line: int
    column: int
    path: Path | None = None


def line_cells(step: int, kind: str, lines: tuple[Line, ...]) -> Iterator[tuple[Cell, str]]:
    for case, line in enumerate(lines):
        yield from ((Cell(step, kind, case, k), text) for k, text in enumerate(line))

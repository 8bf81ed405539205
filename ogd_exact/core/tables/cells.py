"""The addresses of the expressions of a table."""

from typing import NamedTuple

Line = tuple[str, ...]  # one expression for each coordinate


class Cell(NamedTuple):
    """The address of one expression. Steps, cases and coordinates count from 0 here, from 1 in reports.

    kind is a word of ours: of step 0 cases; of any step x1, x2, ..., y, members, before, after, call, on, magnitudes;
    of none constants, returns, region, or what the model and the contract say. What users name has a place of its own.
    In members, case is which of them it is.
    """

    step: int | None
    kind: str
    case: int | None = None
    coordinate: int | None = None
    name: str | None = None  # of one magnitude, one constant, the coordinate returned, ...

    @property
    def field(self) -> str:
        """What reports and corrections call it: one magnitude or constant goes by its own name."""
        if self.kind in ("magnitudes", "constants", "rule"):
            return self.name or self.kind
        return "before" if self.kind == "cases" else self.kind

    @property
    def in_x(self) -> bool:
        return self.kind.startswith("x")

    @property
    def entry(self) -> int:
        """Which entry of x it is."""
        return int(self.kind[1:]) - 1

    @property
    def address(self) -> tuple[str | int, ...]:
        """Where it stands in the data of its file: keys, and places in lists."""
        above = () if self.step is None or self.kind == "cases" else ("step", self.step)
        below = ("x", self.entry) if self.in_x else (self.kind, self.case, self.coordinate, self.name)
        return tuple(part for part in (*above, *below) if part is not None)

"""What a gadget table says: texts as printed, in the order in which they are printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ogd_exact.core.tables.cells import Cell, Line
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.limits import ExpressionError


@dataclass(frozen=True)
class Step:
    """One training example, a call, or members of which one fires; then the weights after it, one line per case."""

    after: tuple[Line, ...]
    x: Line = ()
    y: str = ""
    call: str = ""
    on: tuple[str, ...] = ()
    magnitudes: Mapping[str, str] = field(default_factory=dict)
    members: tuple[Line, ...] = ()  # the x of each, where examples come in any order: the one with the least w.x fires
    before: tuple[Line, ...] | None = None  # only where a table prints it; else it is the last step's after
    note: str = ""


@dataclass(frozen=True)
class Bound:
    """A strict inequality of a region, and a point outside it (only) at which some row fails."""

    text: str
    outside: Mapping[str, str] | None = None

    @property
    def sides(self) -> tuple[str, str]:
        """What is to be greater, and what is to be less."""
        left, sign, right = self.text.partition(">" if ">" in self.text else "<")
        if not sign or right.startswith("="):
            raise ExpressionError("a bound has the form a > b or a < b, both strict")
        return (left, right) if sign == ">" else (right, left)


@dataclass(frozen=True)
class Correction:
    cell: Cell
    printed: str
    corrected: str
    why: str  # formulas may stand between backticks


@dataclass(frozen=True)
class TableData:
    model: str
    gadget: str
    label: str
    coordinates: tuple[str, ...]
    cases: tuple[Line, ...]
    steps: tuple[Step, ...]
    constants: Mapping[str, str] = field(default_factory=dict)
    returns: Mapping[str, str] = field(default_factory=dict)
    region: tuple[Bound, ...] | None = None  # None: the region of the model
    corrections: tuple[Correction, ...] = ()
    contract: Contract | None = None  # of its own, where the model has none for this gadget
    state: tuple[str, ...] = ()  # those coordinates that no example names, as the rule declares them
    path: Path | None = None

    @property
    def in_any_order(self) -> bool:
        """Whether its examples may come in any order."""
        return any(step.members for step in self.steps)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The coordinates that an example can name."""
        return tuple(c for c in self.coordinates if c not in self.state)

    def before(self, step: int) -> tuple[Line, ...]:
        """The lines that a step starts from, as printed."""
        printed, last = self.steps[step].before, self.steps[step - 1].after if step else self.cases
        return last if printed is None else printed

    def texts(self) -> Iterator[tuple[Cell, str]]:
        """Every expression of the table, and those that its bounds compare."""
        yield from ((Cell(None, "constants", name=name), text) for name, text in self.constants.items())
        yield from ((Cell(None, "returns", name=name), text) for name, text in self.returns.items())
        yield from ((Cell(None, "region"), text) for bound in self.region or () for text in bound.sides)
        yield from lines_texts(0, "cases", self.cases)
        for k, step in enumerate(self.steps):
            yield from ((Cell(k, f"x{i}"), text) for i, text in enumerate(step.x, 1))
            yield from ((Cell(k, "y"), step.y) for _ in range(bool(step.x)))
            yield from lines_texts(k, "members", step.members)
            yield from ((Cell(k, "magnitudes", name=name), text) for name, text in step.magnitudes.items())
            yield from lines_texts(k, "before", step.before or ())
            yield from lines_texts(k, "after", step.after)


def lines_texts(step: int, kind: str, lines: tuple[Line, ...]) -> Iterator[tuple[Cell, str]]:
    for case, line in enumerate(lines):
        yield from ((Cell(step, kind, case, k), text) for k, text in enumerate(line))

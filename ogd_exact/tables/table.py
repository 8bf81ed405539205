"""What a gadget table is: texts as printed, in the order in which they are printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from ogd_exact.tables.contract import Contract
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.sentence import Sentence

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


@dataclass(frozen=True)
class Step:
    """One training example, or a call of another gadget; then the weights after it, one line per case."""

    after: tuple[Line, ...]
    x: Line = ()
    y: str = ""
    call: str = ""
    on: tuple[str, ...] = ()
    magnitudes: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Line, ...] | None = None  # only where a table prints it; else it is the last step's after
    note: str = ""


@dataclass(frozen=True)
class Bound:
    """A strict inequality of a region, and a point outside it (only) at which some row fails."""

    text: str
    outside: Mapping[str, str] | None = None

    @property
    def parts(self) -> tuple[str, str, str]:
        """The left side, > or <, and the right side."""
        left, sign, right = self.text.partition(">" if ">" in self.text else "<")
        if not sign or right.startswith("="):
            raise ExpressionError("a bound has the form a > b or a < b, both strict")
        return left, sign, right

    @property
    def sides(self) -> tuple[str, str]:
        """What is to be greater, and what is to be less."""
        left, sign, right = self.parts
        return (left, right) if sign == ">" else (right, left)


@dataclass(frozen=True)
class Correction:
    cell: Cell
    printed: str
    corrected: str
    why: Sentence


@dataclass(frozen=True)
class Table:
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
    path: Path | None = None
    places: Mapping[Cell, Spot] = field(default_factory=dict)
    written: Mapping[Cell, str] = field(default_factory=dict)  # cells in the notation of their file, if not ours

    @property
    def inputs(self) -> tuple[str, ...]:
        """The coordinates an example can name: all but the weight of a second layer."""
        return tuple(c for c in self.coordinates if c != "v")

    def before(self, step: int) -> tuple[Line, ...]:
        """The lines that a step starts from, as printed."""
        printed = self.steps[step].before
        if printed is not None:
            return printed
        return self.steps[step - 1].after if step else self.cases

    def starts(self, step: int) -> tuple[int, str]:
        """The step and the kind of cells in which those lines stand."""
        if self.steps[step].before is not None:
            return step, "before"
        return (step - 1, "after") if step else (0, "cases")

    @property
    def applied(self) -> list[Correction]:
        """The corrections that are made in this table: none, if it was read as printed."""
        return [c for c in self.corrections if self.get(c.cell) == c.corrected]

    def texts(self) -> Iterator[tuple[Cell, str]]:
        """Every expression of the table, and those that its bounds compare."""
        yield from ((Cell(None, "constants", name=name), text) for name, text in self.constants.items())
        yield from ((Cell(None, "returns", name=name), text) for name, text in self.returns.items())
        yield from ((Cell(None, "region"), text) for bound in self.region or () for text in bound.sides)
        yield from ((cell, self.get(cell)) for cell in self.cells())

    def cells(self) -> Iterator[Cell]:
        """The cells of all rows: the cases, then those of each step."""
        yield from line_cells(0, "cases", self.cases)
        for k in range(len(self.steps)):
            yield from self.step_cells(k)

    def step_cells(self, step: int) -> Iterator[Cell]:
        """The expressions of a step: its example or magnitudes, then its weights."""
        here = self.steps[step]
        yield from (Cell(step, f"x{k + 1}") for k in range(len(here.x)))
        yield from (Cell(step, "y") for _ in range(not here.call))
        yield from (Cell(step, "magnitudes", name=name) for name in here.magnitudes)
        yield from line_cells(step, "before", here.before or ())
        yield from line_cells(step, "after", here.after)

    def place(self, cell: Cell) -> Spot | None:
        """Where a cell stands, or the nearest cell of its step."""
        near = [cell, cell._replace(coordinate=0), cell._replace(case=0, coordinate=0)]
        near += [c for c in self.places if cell.name is None and c[:2] == cell[:2]][:1]
        near += [Cell(cell.step, "x1"), Cell(cell.step, "call"), Cell(cell.step, "after", 0, 0)]
        return next((self.places[c] for c in near if c in self.places), None)

    def get(self, cell: Cell) -> str:
        if cell.step is None:
            return self.named(cell)[cell.name or ""]
        if cell.case is not None and cell.coordinate is not None:
            return self.lines(cell)[cell.case][cell.coordinate]
        step = self.steps[cell.step]
        if cell.kind == "magnitudes":
            return step.magnitudes[cell.name or ""]
        if cell.kind == "on":
            return ", ".join(step.on)
        return str(getattr(step, cell.kind)) if cell.kind in ("y", "call") else step.x[cell.entry]

    def put(self, cell: Cell, text: str) -> "Table":
        """The table with one cell replaced."""
        if cell.step is None:
            named: dict[str, Any] = {cell.kind: {**self.named(cell), cell.name or "": text}}
            return replace(self, **named)
        if cell.kind == "cases":
            return replace(self, cases=edited(self.cases, cell, text))
        step = self.steps[cell.step]
        changes: dict[str, Any] = {cell.kind: text}  # of y and call
        if cell.kind in ("before", "after"):
            changes = {cell.kind: edited(self.lines(cell), cell, text)}
        elif cell.kind == "magnitudes":
            changes = {cell.kind: {**step.magnitudes, cell.name: text}}
        elif cell.kind == "on":
            changes = {cell.kind: tuple(text.split(", "))}
        elif cell.in_x:
            changes = {"x": step.x[: cell.entry] + (text,) + step.x[cell.entry + 1 :]}
        return replace(self, steps=self.steps[: cell.step] + (replace(step, **changes),) + self.steps[cell.step + 1 :])

    def named(self, cell: Cell) -> Mapping[str, str]:
        return self.constants if cell.kind == "constants" else self.returns

    def lines(self, cell: Cell) -> tuple[Line, ...]:
        if cell.kind == "cases":
            return self.cases
        step = self.steps[cell.step or 0]
        return (step.before or ()) if cell.kind == "before" else step.after


def line_cells(step: int, field: str, lines: tuple[Line, ...]) -> Iterator[Cell]:
    return (Cell(step, field, case, k) for case, line in enumerate(lines) for k in range(len(line)))


def edited(lines: tuple[Line, ...], cell: Cell, text: str) -> tuple[Line, ...]:
    assert cell.case is not None and cell.coordinate is not None
    line = lines[cell.case]
    line = line[: cell.coordinate] + (text,) + line[cell.coordinate + 1 :]
    return lines[: cell.case] + (line,) + lines[cell.case + 1 :]

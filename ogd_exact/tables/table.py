"""What a gadget table is: texts as printed, in the order in which they are printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ogd_exact.tables.contract import Contract

Line = tuple[str, ...]  # one expression for each coordinate


class Cell(NamedTuple):
    """The address of one printed expression. Steps, cases and coordinates count from 0 here, from 1 in reports.

    field is x1, x2, ..., y, before, after, call, on, a magnitude passed to a call, or a constant (step None).
    Step 0's before lines are the entry cases.
    """

    step: int | None
    field: str
    case: int | None = None
    coordinate: int | None = None


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


@dataclass(frozen=True)
class Correction:
    cell: Cell
    printed: str
    corrected: str
    why: str


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

    def entry_cells(self) -> Iterator[Cell]:
        yield from (Cell(0, "before", c, k) for c, line in enumerate(self.cases) for k in range(len(line)))

    def cells(self, step: int) -> Iterator[Cell]:
        """The expressions of a step: its example or magnitudes, then its weights."""
        here = self.steps[step]
        yield from (Cell(step, f"x{k + 1}") for k in range(len(here.x)))
        yield from (Cell(step, "y") for _ in range(bool(here.x)))
        yield from (Cell(step, name) for name in here.magnitudes)
        yield from (Cell(step, "after", c, k) for c, line in enumerate(here.after) for k in range(len(line)))

    def place(self, cell: Cell) -> Spot | None:
        """Where a cell stands, or the nearest cell of its step."""
        near = [cell, cell._replace(coordinate=0), cell._replace(case=0, coordinate=0)]
        near += [Cell(cell.step, "x1"), Cell(cell.step, "call"), Cell(cell.step, "after", 0, 0)]
        return next((self.places[c] for c in near if c in self.places), None)

    def get(self, cell: Cell) -> str:
        if cell.step is None:
            return self.constants[cell.field]
        if cell.field in ("before", "after"):
            assert cell.case is not None and cell.coordinate is not None
            lines = self.before(cell.step) if cell.field == "before" else self.steps[cell.step].after
            return lines[cell.case][cell.coordinate]
        step = self.steps[cell.step]
        if cell.field in ("y", "call"):
            return str(getattr(step, cell.field))
        if cell.field == "on":
            return ", ".join(step.on)
        if cell.field in step.magnitudes:
            return step.magnitudes[cell.field]
        return step.x[int(cell.field[1:]) - 1]

    def put(self, cell: Cell, text: str) -> "Table":
        """The table with one cell replaced."""
        if cell.step is None:
            return replace(self, constants={**self.constants, cell.field: text})
        step = self.steps[cell.step]
        if cell.field == "before" and step.before is None:
            if cell.step:
                return self.put(cell._replace(step=cell.step - 1, field="after"), text)
            return replace(self, cases=edited(self.cases, cell, text))
        if cell.field == "before":
            assert step.before is not None
            step = replace(step, before=edited(step.before, cell, text))
        elif cell.field == "after":
            step = replace(step, after=edited(step.after, cell, text))
        elif cell.field == "y":
            step = replace(step, y=text)
        elif cell.field == "call":
            step = replace(step, call=text)
        elif cell.field == "on":
            step = replace(step, on=tuple(text.split(", ")))
        elif cell.field in step.magnitudes:
            step = replace(step, magnitudes={**step.magnitudes, cell.field: text})
        else:
            i = int(cell.field[1:]) - 1
            step = replace(step, x=step.x[:i] + (text,) + step.x[i + 1 :])
        return replace(self, steps=self.steps[: cell.step] + (step,) + self.steps[cell.step + 1 :])


def edited(lines: tuple[Line, ...], cell: Cell, text: str) -> tuple[Line, ...]:
    assert cell.case is not None and cell.coordinate is not None
    line = lines[cell.case]
    line = line[: cell.coordinate] + (text,) + line[cell.coordinate + 1 :]
    return lines[: cell.case] + (line,) + lines[cell.case + 1 :]

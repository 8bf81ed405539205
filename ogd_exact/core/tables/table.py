"""A gadget table whose cells can be found by their addresses, and other texts put there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from ogd_exact.core.tables.cells import Cell, Line
from ogd_exact.core.tables.data import Correction, TableData


class Spot(NamedTuple):
    """Where a cell stands; without a path, in the file of its table."""

    line: int
    column: int
    path: Path | None = None


@dataclass(frozen=True)
class Table(TableData):
    places: Mapping[Cell, Spot] = field(default_factory=dict, compare=False)
    written: Mapping[Cell, str] = field(default_factory=dict, compare=False)  # in the notation of its file, if not ours

    @property
    def applied(self) -> list[Correction]:
        """The corrections that are made in this table: none, if it was read as printed."""
        return [c for c in self.corrections if self.get(c.cell) == c.corrected]

    def starts(self, step: int) -> tuple[int, str]:
        """The step and the kind of cells in which the lines stand that a step starts from."""
        if self.steps[step].before is not None:
            return step, "before"
        return (step - 1, "after") if step else (0, "cases")

    def cells(self) -> Iterator[Cell]:
        """The cells of all rows: the cases, then those of each step."""
        yield from (cell for cell, _ in self.texts() if cell.step is not None)

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
        if cell.kind in ("before", "after", "members"):
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
        lines: tuple[Line, ...] | None = getattr(step, cell.kind)
        return lines or ()


def edited(lines: tuple[Line, ...], cell: Cell, text: str) -> tuple[Line, ...]:
    assert cell.case is not None and cell.coordinate is not None
    line = lines[cell.case]
    line = line[: cell.coordinate] + (text,) + line[cell.coordinate + 1 :]
    return lines[: cell.case] + (line,) + lines[cell.case + 1 :]

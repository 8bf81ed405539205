"""What LaTeX and HTML show alike of a table: a group of rows for each step, a row for each case; and names of cells."""

from collections.abc import Iterator
from typing import NamedTuple

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.notation.notation import Notation

WORDS = {
    "cases": "the weights before",
    "before": "the weights before",
    "after": "the weights after",
    "call": "the call",
    "on": "the coordinates",
    "magnitudes": "the magnitudes",
    "members": "the members",
}


class Row(NamedTuple):
    case: int
    before: list[Cell]
    after: list[Cell]

    @property
    def continues(self) -> bool:
        """Whether its weights before are those after the last step, and stand there already."""
        return self.before[0].kind == "after"


def rows(table: Table, k: int) -> Iterator[Row]:
    """The rows of a step."""
    start, kind = table.starts(k)
    places = range(len(table.coordinates))
    for case in range(len(table.steps[k].after)):
        before, after = ([Cell(s, name, case, i) for i in places] for s, name in ((start, kind), (k, "after")))
        yield Row(case, before, after)


def members(table: Table, k: int) -> list[list[Cell]]:
    """The cells of each member of a step, if it has members."""
    places = range(len(table.coordinates))
    return [[Cell(k, "members", member, i) for i in places] for member in range(len(table.steps[k].members))]


def example(table: Table, k: int) -> list[Cell]:
    """The cells of a step's example."""
    return [*(Cell(k, f"x{i + 1}") for i in range(len(table.inputs))), Cell(k, "y")]


def note(text: str) -> str:
    """The note of a step, on one line."""
    return " ".join(text.split())


def place(cell: Cell, table: Table, notation: Notation) -> str:
    """Where a cell stands, in the words of the table's header, counted from 1."""
    if cell.step is None:
        words = f"constant {column(cell, table, notation)}" if cell.kind == "constants" else cell.kind.replace("_", " ")
        return f"the {words}"
    parts = [f"step {cell.step + 1}", *([f"case {cell.case + 1}"] if cell.case is not None else [])]
    return ", ".join([*parts, column(cell, table, notation)])


def column(cell: Cell, table: Table, notation: Notation) -> str:
    """What a reader of the table calls the cell's column."""
    if cell.coordinate is not None:
        return f"{notation.within_text(notation.weight(table.coordinates[cell.coordinate]))} {cell.field}"
    if cell.in_x:
        return notation.within_text(notation.entry(table.inputs[cell.entry]))
    if cell.kind in WORDS and cell.name is None:
        return WORDS[cell.kind]
    return notation.within_text(notation.symbol(cell.field))

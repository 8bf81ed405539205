"""The cells of one table: each with what is said of it, struck out and numbered in place."""

from collections.abc import Sequence
from html import escape

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.html.html_notation import formula
from ogd_exact.documents.html.marks import SYMBOLS, Mark, cell_id, covers, target


class MarkedCells:
    def __init__(self, table: Table, marks: Sequence[Mark]) -> None:
        self.table = table
        self.waiting = {target(mark, table) for mark in marks}  # ids that are still to be given to a cell
        self.by_place: dict[tuple[int | None, str], list[Mark]] = {}
        self.by_step: dict[int | None, list[Mark]] = {}
        for mark in marks:
            self.by_place.setdefault(mark.cell[:2], []).append(mark)
            self.by_step.setdefault(mark.cell.step, []).append(mark)

    def at(self, cell: Cell) -> list[Mark]:
        return [mark for mark in self.by_place.get(cell[:2], ()) if covers(mark.cell, cell)]

    def td(self, cell: Cell, more: str = "", again: bool = False) -> str:
        """A cell; weights that a step takes over from the last one are shown again, without the numbers of notes."""
        return f"<td{more}{self.attributes(cell)}>{self.text(cell, again=again)}</td>"

    def span(self, cell: Cell, shown: str) -> str:
        """What stands in a line rather than in a cell of its own."""
        return f"<span{self.attributes(cell)}>{shown}</span>"

    def attributes(self, cell: Cell) -> str:
        """The class of what is marked, and its id, once."""
        marks, name = self.at(cell), cell_id(self.table, cell)
        sorts = [sort for sort in SYMBOLS if any(mark.sort == sort for mark in marks)][:1]
        result = f' class="{sorts[0]}"' if sorts else ""
        if name in self.waiting:
            self.waiting.remove(name)
            result += f' id="{escape(name)}"'
        return result

    def text(self, cell: Cell, shown: str = "", again: bool = False) -> str:
        """What is printed, struck out beside what must stand there, and the numbers of the notes that say why."""
        shown = shown or formula(self.table.get(cell))
        for mark in self.at(cell):
            if mark.cell == cell and mark.instead is not None:
                old, new = (shown, formula(mark.instead)) if mark.finding else (formula(mark.printed or ""), shown)
                shown = f"<del>{old}</del> <ins>{new}</ins>"
        return shown + ("" if again else self.signs(cell))

    def signs(self, cell: Cell) -> str:
        marks = [mark for mark in self.at(cell) if target(mark, self.table) == cell_id(self.table, cell)]
        return "".join(f' <a class="sign {m.sort}" href="#{m.id}">{m.sign}</a>' for m in marks)

    def status(self, k: int, case: int) -> str:
        """What is known of a row; of a step that no repair was found for, no row is known to hold."""
        about = [m for m in self.by_step.get(k, ()) if m.finding]
        about = [m for m in about if m.instead is None or m.cell.case in (None, case)]
        return "wrong" if any(m.sort == "wrong" for m in about) else "undecided" if about else "holds"

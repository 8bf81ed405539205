"""What is said about single cells, corrections that were made and findings, and where on the page these cells are."""

from collections.abc import Sequence
from dataclasses import dataclass

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.finding import Finding, Result
from ogd_exact.text.sentence import Sentence, marked

SYMBOLS = {"wrong": "\N{BALLOT X}", "undecided": "?", "corrected": "\N{LOWER RIGHT PENCIL}"}
HOLDS = "\N{CHECK MARK}"


@dataclass(frozen=True)
class Mark:
    """A correction that was made, or a finding; these are numbered apart, each through the whole page."""

    sort: str  # wrong, undecided or corrected
    number: int
    cell: Cell
    printed: str | None
    instead: str | None
    why: Sentence
    finding: Finding | None = None

    @property
    def id(self) -> str:
        return f"{'finding' if self.finding else 'correction'}:{self.number}"

    @property
    def sign(self) -> str:
        return f"{SYMBOLS[self.sort]}{self.number}"


def all_marks(results: Sequence[Result]) -> list[list[Mark]]:
    """The marks of each table: what was corrected, then what was found."""
    marks, corrected, found = [], 0, 0
    for result in results:
        here = []
        for c in result.table.applied:
            corrected += 1
            here.append(Mark("corrected", corrected, c.cell, c.printed, c.corrected, marked(c.why)))
        for finding in result.findings:
            found += 1
            sort = "undecided" if finding.kind == "undecided" else "wrong"
            texts = (finding.printed, finding.suggested, finding.message)
            here.append(Mark(sort, found, finding.cell, *texts, finding))
        marks.append(here)
    return marks


def section_id(table: Table) -> str:
    return f"{table.model}.{table.gadget}"


def row_id(table: Table, step: int, case: int) -> str:
    return f"{section_id(table)}.{step + 1}.{case + 1}"


def cell_id(table: Table, cell: Cell) -> str:
    counted = [n + 1 for n in (cell.case, cell.coordinate) if n is not None]
    step = [] if cell.step is None else [cell.step + 1]
    name = [] if cell.name is None else [cell.name]
    return ".".join(map(str, [section_id(table), *step, cell.kind, *name, *counted]))


def covers(marked: Cell, cell: Cell) -> bool:
    """Whether a mark is about this cell; one without case or coordinate is about all of them."""
    same = marked[:2] == cell[:2] and marked.name in (None, cell.name)
    return same and marked.case in (None, cell.case) and marked.coordinate in (None, cell.coordinate)


def target(mark: Mark, table: Table) -> str:
    """The id of the first cell that a mark is about; of the whole table, if that shows no such cell."""
    cell = mark.cell
    if cell.kind in ("cases", "before", "after"):
        cell = cell._replace(case=cell.case or 0, coordinate=cell.coordinate or 0)
    shown = "constants", "returns", "region"
    elsewhere = cell.step is None and cell.kind not in shown or cell[:2] == (0, "cases") != table.starts(0)
    return section_id(table) if elsewhere else cell_id(table, cell)

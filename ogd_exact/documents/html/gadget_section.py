"""One gadget table on the page: a group of rows for each step, one row for each case, before -> after."""

from collections.abc import Container, Iterator, Sequence
from html import escape

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Step
from ogd_exact.documents.html.html_notation import HTML, entry, symbol
from ogd_exact.documents.html.marked_cells import MarkedCells
from ogd_exact.documents.html.marks import HOLDS, SYMBOLS, Mark, covers, row_id, section_id
from ogd_exact.documents.html.notes import note
from ogd_exact.documents.html.region import region
from ogd_exact.documents.notation import table_view
from ogd_exact.gadgets.findings.finding import Result
from ogd_exact.text.wording import counted

PAPER_ROWS = 44  # what a page of paper holds, about: rows with fractions are higher
BETWEEN = " \N{MIDDLE DOT} "
ARROW = '<td class="arrow">\N{RIGHTWARDS ARROW}</td>'
VERDICTS = {"verified": ("holds", HOLDS), "undecided": ("undecided", "?"), "FAILED": ("wrong", SYMBOLS["wrong"])}
STATUS = {
    "holds": f'<td class="status holds" title="holds">{HOLDS}</td>',
    "wrong": f'<td class="status wrong" title="see the finding">{SYMBOLS["wrong"]}</td>',
    "undecided": '<td class="status undecided" title="not proved">?</td>',
}


def verdict(result: Result) -> str:
    sort, sign = VERDICTS[result.verdict]
    return f'<span class="verdict {sort}">{sign} {result.verdict}</span>'


class GadgetSection:
    def __init__(self, result: Result, marks: Sequence[Mark], name: str, sections: Container[str], opened: bool):
        self.result, self.table, self.marks, self.name = result, result.table, marks, name
        self.sections, self.opened = sections, opened  # what calls can link to; whether witnesses are unfolded
        self.cells = MarkedCells(self.table, marks)
        self.weight = HTML(self.table).weight

    def __str__(self) -> str:
        notes = "".join(note(mark, self.table) for mark in self.marks)
        return "\n".join(
            [
                f'<section class="gadget{" long" if self.long else ""}" id="{escape(section_id(self.table))}">',
                f"<h3>{escape(self.table.model)} <code>{escape(self.table.gadget)}</code>",
                f"<small>{self.name}</small> {verdict(self.result)}</h3>",
                f'<p class="facts">{BETWEEN.join(self.facts())}</p>',
                *(f'<p class="where">{line}</p>' for line in self.constants()),
                f'<div class="wide" tabindex="0"><table class="steps">{self.header()}',
                *(self.step(k) for k in range(len(self.table.steps))),
                "</table></div>",
                *(f'<p class="where">{line}</p>' for line in self.returns()),
                f'<ol class="notes">{notes}</ol>' if notes else "",
                region(self.result, self.opened, self.cells),
                "</section>",
            ]
        )

    @property
    def long(self) -> bool:
        """Whether the table is too long for a page of paper, so that it had better begin where there is room."""
        return sum(len(step.after) for step in self.table.steps) > PAPER_ROWS

    def facts(self) -> Iterator[str]:
        yield f"<code>{escape(self.table.label)}</code>"
        yield counted(self.result.transitions, "transition")
        if self.result.calls:
            yield counted(self.result.calls, "call")
        cells = list(self.table.cells())
        corrected = sum(mark.finding is None for mark in self.marks)
        verified = "each holds" if self.result.verified else ", ".join(self.found(cells))
        yield f"{counted(len(cells), 'cell')} checked: {verified}"
        if corrected:
            yield f"{corrected} corrected"
        if self.result.drift is not None:
            yield f"examples in any order, for drifts up to {self.result.drift}"
        if not self.result.contract:
            yield "it has no contract, and what it promises was not checked (conditions 2, 5 and 6)"

    def found(self, cells: Sequence[Cell]) -> Iterator[str]:
        """How many cells have findings; and those findings that no cell has, such as one in a constant."""
        found = sum(any(mark.finding for mark in self.cells.at(cell)) for cell in cells)
        others = [m for m in self.marks if m.finding and not any(covers(m.cell, cell) for cell in cells)]
        constant = sum(mark.cell.kind == "constants" for mark in others)
        if found or not others:
            yield f"{found} with a finding"
        for count, where in ((constant, "in a constant"), (len(others) - constant, "elsewhere")):
            if count:
                yield f"{counted(count, 'finding')}, {where}"

    def constants(self) -> Iterator[str]:
        if self.table.constants:
            cells = [(name, Cell(None, "constants", name=name)) for name in self.table.constants]
            shown = [self.cells.span(c, f"{symbol(name)} = {self.cells.text(c)}") for name, c in cells]
            yield f"Here {', '.join(shown)}."

    def returns(self) -> Iterator[str]:
        missing = [m.cell.name for m in self.marks if m.cell.kind == "returns" and m.cell.name]
        cells = [(c, Cell(None, "returns", name=c)) for c in dict.fromkeys([*self.table.returns, *missing])]
        shown = [self.cells.span(cell, f"|{self.weight(c)}| = {self.returned(cell)}") for c, cell in cells]
        if shown:
            yield f"Returns {', '.join(shown)}."

    def returned(self, cell: Cell) -> str:
        return self.cells.text(cell, "" if cell.name in self.table.returns else "?")

    def header(self) -> str:
        names = "".join(f"<th>{self.weight(c)}</th>" for c in self.table.coordinates)
        example = "".join(f"<th>{entry(c)}</th>" for c in self.table.inputs)
        span = len(self.table.coordinates)
        return (
            f'<thead><tr><th rowspan="2">step</th><th colspan="{len(self.table.inputs) + 1}">example</th>'
            f'<th rowspan="2">case</th><th colspan="{span}">before</th><td rowspan="2"></td>'
            f'<th colspan="{span}">after</th><td rowspan="2"></td></tr>'
            f"<tr>{example}<th><i>y</i></th>{names}{names}</tr></thead>"
        )

    def step(self, k: int) -> str:
        return f"<tbody>{''.join(self.row(k, row) for row in table_view.rows(self.table, k))}</tbody>"

    def row(self, k: int, row: table_view.Row) -> str:
        head = "" if row.case else self.head(k, self.table.steps[k])
        before = "".join(self.cells.td(cell, again=row.continues) for cell in row.before)
        effect = f'<td class="case">{row.case + 1}</td>{before}{ARROW}{"".join(map(self.cells.td, row.after))}'
        name = escape(row_id(self.table, k, row.case))
        return f'<tr id="{name}">{head}{effect}{STATUS[self.cells.status(k, row.case)]}</tr>'

    def head(self, k: int, step: Step) -> str:
        """The step's number, and its example or call, beside all its rows."""
        span = f' rowspan="{len(step.after)}"'
        remark = f'<small class="remark">{escape(table_view.note(step.note))}</small>' if step.note else ""
        first = f"<th{span}>{k + 1}{remark}</th>"
        if step.call:
            return f'{first}<td{span} colspan="{len(self.table.inputs) + 1}" class="call">{self.called(k, step)}</td>'
        if step.members:
            lines = [", ".join(map(self.cells.text, line)) for line in table_view.members(self.table, k)]
            shown = "<br>".join(["of these the least <i>w x</i>:", *lines])
            return f'{first}<td{span} colspan="{len(self.table.inputs) + 1}">{shown}</td>'
        return first + "".join(self.cells.td(cell, span) for cell in table_view.example(self.table, k))

    def called(self, k: int, step: Step) -> str:
        name, on, group = (Cell(k, field) for field in ("call", "on", "magnitudes"))
        callee, cells = f"{self.table.model}.{step.call}", self.cells
        gadget = cells.text(name, f"<code>{escape(step.call)}</code>")
        if callee in self.sections and not cells.at(name):
            gadget = f'<a href="#{escape(callee)}">{gadget}</a>'
        parts = [cells.span(on, cells.text(on))]
        magnitudes = [(m, Cell(k, "magnitudes", name=m)) for m in step.magnitudes]
        passed = ", ".join(cells.span(cell, f"{symbol(m)} = {cells.text(cell)}") for m, cell in magnitudes)
        if passed or cells.at(group):
            parts.append(cells.span(group, (passed or "no magnitudes") + cells.signs(group)))
        return f"{cells.span(name, gadget)}({', '.join(parts)})"

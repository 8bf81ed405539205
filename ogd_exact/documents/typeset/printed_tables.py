"""The tables of pages: alignments, which the log shows by their glue, as rows of cells; and the captions of pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ogd_exact.documents.typeset.boxes import Node
from ogd_exact.documents.typeset.cells import Cell, largest
from ogd_exact.documents.typeset.layout import MIN_CONTRAST, WHITE, Layout, contrast

CAPTION = re.compile(r"\W*(?:Table|Tab\.|TABLE|Figure|Fig\.)[~ ]*[0-9IVXA-Z.]+\s*[.:]?\s*(.*)", re.DOTALL)
LINE_SKIP = 20.0  # at most, within a caption


@dataclass
class PrintedCell:
    span: int
    text: str
    box: Node
    glyphs: list[Node]
    start: int  # its first column


@dataclass
class PrintedTable:
    page: int
    rows: list[list[PrintedCell]]
    boxes: list[Node]
    layout: Layout
    others: list[Node]  # what else is in the box of the rows, or on the page of a longtable
    copies: list["PrintedTable"] = field(default_factory=list)  # the same once more, as on the slides of a talk
    bars: set[int] = field(default_factory=set)  # rules that belong to formulas or stand between columns

    @property
    def glyphs(self) -> list[Node]:
        return [glyph for row in self.rows for cell in row for glyph in cell.glyphs]

    @cached_property
    def size(self) -> float:
        """The size of its largest letters, in points."""
        return largest(self.boxes)

    def lines(self) -> set[tuple[str, int]]:
        """The lines of the source from which it was typeset, where the engine tells."""
        return {glyph.line for glyph in self.glyphs if glyph.line}

    @property
    def width(self) -> int:
        return max(sum(cell.span for cell in row) for row in self.rows)

    def latex(self, rows: list[list[PrintedCell]]) -> str:
        lines = [f"\\begin{{tabular}}{{{'c' * self.width}}}"]
        for row in rows:
            cells = [f"\\multicolumn{{{c.span}}}{{c}}{{{c.text}}}" if c.span > 1 else c.text for c in row]
            lines.append(" & ".join(cells) + r" \\")
        lines[1] = lines[1].replace("\\stacked ", "")  # a header may have several lines
        return "\n".join([*lines, r"\end{tabular}"])


def tables_of(page: Node, number: int, layout: Layout) -> list[PrintedTable]:
    """The alignments of a page that hold no others and have several columns; those of one column are cells of lines."""
    found = [
        PrintedTable(number, [], rows, layout, others)
        for rows, others in groups(page)
        if any(is_wide(row) for row in rows) and not any(map(places, rows))
    ]
    for table in found:
        read_rows(table)
    return [table for table in found if table.rows]


def groups(node: Node) -> Iterator[tuple[list[Node], list[Node]]]:
    """Rows side by side in a box, and what else is in it; other text between rows separates tables."""
    group, others = list[Node](), list[Node]()
    for child in node.children if node.kind != "discretionary" else ():
        if is_row(child):
            group.append(child)
        elif child.kind in ("hbox", "vbox") and child.inked():
            if not any(map(is_row, child.walk())):
                others.append(child)
            if group:
                yield group, others
            group = []
        if child.children:
            yield from groups(child)
    if group:
        yield group, others


def is_row(node: Node) -> bool:
    first = node.children[0] if node.children else node
    return node.kind == "hbox" and first.kind == "glue" and first.text == "\\tabskip"


def is_wide(row: Node) -> bool:
    return sum(node.kind in ("hbox", "vbox") for node in row.children) > 1


def places(row: Node) -> bool:
    """Whether a row holds a table of several columns."""
    return any(node is not row and is_row(node) and is_wide(node) for node in row.walk())


def read_rows(table: PrintedTable) -> None:
    for box in table.boxes:
        row = row_of(box, table)
        if any(cell.glyphs for cell in row):
            table.rows.append(row)


def row_of(box: Node, table: PrintedTable) -> list[PrintedCell]:
    cells: list[PrintedCell] = []
    column = 0
    for node in box.children:
        if node.kind not in ("hbox", "vbox"):
            continue
        if cells and not node.children and not node.height and not node.depth:  # under \multicolumn
            cells[-1].span += 1
        else:
            writer = Cell(table.size)
            text = writer.text(node.children)
            table.bars |= writer.bars
            glyphs = [n for n in node.walk() if n.kind == "glyph" and n.painted >= 0]
            cells.append(PrintedCell(1, text, node, glyphs, column))
        column += 1
    return cells


def captions(page: Node) -> list[tuple[float, str]]:
    """The captions of a page, with their heights: lines that begin as captions do, and those right below."""
    found: list[tuple[float, float, str]] = []
    for y, text in sorted(lines_of(page), key=lambda line: line[0]):
        if begun := CAPTION.fullmatch(text):
            found.append((y, y, begun[1]))
        elif found and 0 < y - found[-1][1] < LINE_SKIP:
            found[-1] = (found[-1][0], y, f"{found[-1][2]} {text}")
    return [(top, text) for top, _, text in found]


def lines_of(box: Node) -> Iterator[tuple[float, str]]:
    """The lines of text in a box that stand in no table; without those of which something cannot be seen."""
    for node in box.children:
        inside = [n for n in node.children if n.inked()]
        if node.kind == "vbox" or (node.kind == "hbox" and len(inside) == 1 and inside[0].kind == "vbox"):
            yield from lines_of(node)
        elif node.kind == "hbox" and inside and not any(is_row(n) for n in node.walk()):
            seen = all(contrast(n.colour, WHITE) >= MIN_CONTRAST for n in node.walk() if n.kind == "glyph")
            yield node.y, Cell().text(node.children) if seen else ""

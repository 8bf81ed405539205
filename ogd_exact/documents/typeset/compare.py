"""Compares the tables that were read in the source with those that TeX prints, cell by cell."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_read.assemble import Gadget
from ogd_exact.documents.latex_read.marks import mark_of
from ogd_exact.documents.latex_read.tables import CANNOT, IGNORED, TexReading
from ogd_exact.documents.latex_read.tables import read_papers as read_source
from ogd_exact.documents.typeset.boxes import Node, pages
from ogd_exact.documents.typeset.engine import Run, engine_of, typeset
from ogd_exact.documents.typeset.layout import BLACK, Layout
from ogd_exact.documents.typeset.matching import covers, matched, rows_of
from ogd_exact.documents.typeset.printed_tables import PrintedTable, captions, tables_of
from ogd_exact.documents.typeset.visible import problems as unseen
from ogd_exact.gadgets.findings.coverage import Coverage, PageFinding
from ogd_exact.text.paths import real

SHOWN = 20  # findings of one table
EXPLAINED = (IGNORED, CANNOT)
BETWEEN = "text is printed between the rows of this table, or right below, and is in no row"


@dataclass
class PageReading:
    """What the pages of papers say of the tables that were read in their sources."""

    source: TexReading
    engines: list[str] = field(default_factory=list)
    findings: list[PageFinding] = field(default_factory=list)
    agreed: list[str] = field(default_factory=list)
    problems: list[InputError] = field(default_factory=list)

    def check(self, path: Path, engine: str) -> None:
        """Typesets a paper and compares all its tables."""
        run = typeset(path, engine)
        self.engines.append(run.engine)
        printed, said = list[PrintedTable](), dict[int, list[tuple[float, str]]]()
        colours = [BLACK]  # which go on from page to page
        for number, (page, paper) in enumerate(zip(pages(run.log, str(path)), run.papers, strict=True), 1):
            printed += tables_of(page, number, Layout(page, run, paper, colours))
            said[number] = captions(page)
        if not said:
            first = next((f"; its first error is {message[:200]}" for *_, message in run.errors), "")
            raise InputError(f"{run.engine} makes no page of it{first}", str(path))
        root = real(path)
        gadgets = [g for g in self.source.gadgets if g.tabular.root == root]
        gadgets = [g for g in gadgets if (g.model.name, g.name) in self.source.result.tables]
        tabulars = [t for t, _ in self.source.seen.values() if t.root == root]
        own = {id(tabular) for gadget in gadgets for tabular in gadget.tabulars}
        said_why = {key for key, (_, reason) in self.source.seen.items() if reason.startswith(EXPLAINED)}
        self.tex_errors(gadgets, run)
        parts, left = matched(tabulars, own | said_why, printed, path)
        for table in left:
            file, line = min(table.lines(), default=(path.name, 1))
            message = f"page {table.page} prints a gadget table that was not read in the source"
            self.findings.append(PageFinding(path.parent / (file or path.name), line, None, message))
        self.compare([g for g in gadgets if self.is_printed(g, parts)], parts, said)

    def tex_errors(self, gadgets: list[Gadget], run: Run) -> None:
        for file, line, message in run.errors:
            for gadget in gadgets:
                if any(covers(tabular, Path(file).name, line) for tabular in gadget.tabulars):
                    path = str(gadget.tabular.place.path.with_name(Path(file).name))
                    self.problems.append(InputError(f"{run.engine} complains in this table: {message}", path, line))

    def is_printed(self, gadget: Gadget, parts: dict[int, list[PrintedTable]]) -> bool:
        missing = [t for t in gadget.tabulars if not any(part.rows for part in parts.get(id(t), []))]
        for tabular in missing:
            place = tabular.place
            message = f"{gadget.model.name} {gadget.name} is read in the source, but is on no page"
            self.findings.append(PageFinding(place.path, place.line, place.column, message))
        return not missing

    def compare(
        self, gadgets: list[Gadget], parts: dict[int, list[PrintedTable]], said: dict[int, list[tuple[float, str]]]
    ) -> None:
        """The page's tables, read by the grammar that reads the source, from LaTeX without any macros."""
        with tempfile.TemporaryDirectory(prefix="ogd-exact-") as folder:
            file, lines, owners = Path(folder) / "page.tex", list[str](), list[Gadget]()
            for k, gadget in enumerate(gadgets):
                text = page_latex(gadget, k, parts, said)
                lines += text
                owners += [gadget] * len(text)
            file.write_text("\n".join(lines), encoding="utf-8")
            page = read_source([file], self.source.library) if gadgets else None
        refused = dict[str, str]()
        for problem in page.problems if page else ():
            owner = owners[min((problem.line or 1), len(owners)) - 1]
            refused.setdefault(name_of(owner), problem.message)
        for gadget in gadgets:
            table = self.source.result.tables[gadget.model.name, gadget.name]
            seen = page.result.tables.get((gadget.model.name, gadget.name)) if page else None
            found = list(self.of_table(gadget, table, seen, refused.get(name_of(gadget), ""), parts))
            self.findings += found[:SHOWN]
            if not found:
                self.agreed.append(name_of(gadget))

    def of_table(
        self, gadget: Gadget, table: Table, seen: Table | None, reason: str, parts: dict[int, list[PrintedTable]]
    ) -> Iterator[PageFinding]:
        place = gadget.tabular.place
        if seen is None:
            yield PageFinding(place.path, place.line, place.column, f"what the page prints is not understood: {reason}")
        else:
            for cell, message in differences(table, seen, gadget.model):
                spot = table.place(cell) if isinstance(cell, Cell) else None
                where = (spot.path or place.path, spot.line, spot.column) if spot else (place.path, place.line, 1)
                yield PageFinding(*where, message)
        for tabular in gadget.tabulars:
            for part in parts[id(tabular)]:
                same = [p for p in parts[id(tabular)] if p.page == part.page]
                between = [(BETWEEN, node) for node in part.others if tabular.name != "longtable" or within(node, same)]
                stumbles: list[tuple[int, str, Node | None]] = [(part.page, *problem) for problem in between[:1]]
                stumbles += [(one.page, *problem) for one in (part, *part.copies) for problem in unseen(one)]
                for page, text, node in stumbles:
                    yield PageFinding(*spot_of(node, gadget), f"{text} (page {page})")


def within(node: Node, parts: list[PrintedTable]) -> bool:
    """Whether something stands between the rows of a table that a page has in several parts."""
    rows = [box.y for part in parts for box in part.boxes]
    return min(rows) < node.y < max(rows)


def name_of(gadget: Gadget) -> str:
    return f"{gadget.model.name} {gadget.name}"


def spot_of(node: Node | None, gadget: Gadget) -> tuple[Path, int, int | None]:
    place = gadget.tabular.place
    if node is None or node.line is None:
        return place.path, place.line, place.column
    return place.path.with_name(Path(node.line[0] or place.path.name).name), node.line[1], None


def page_latex(
    gadget: Gadget, k: int, parts: dict[int, list[PrintedTable]], said: dict[int, list[tuple[float, str]]]
) -> list[str]:
    """A gadget's tables as the page shows them, marked as the source marks them."""
    lines = list[str]()
    own = mark_of(gadget.tabular).said
    more = "".join(f" {key}={own[key]}" for key in ("columns", "aliases") if key in own)
    for n, tabular in enumerate(gadget.tabulars):
        tables = parts[id(tabular)]
        rows = rows_of(tables)
        mark = f"continues=page:{k}" if n else f"model={gadget.model.name} gadget={gadget.name}"
        caption = caption_of(tables, said) if gadget.defined else ""
        label = "" if n else f"\\label{{page:{k}}}"
        lines += [f"% ogd-exact: {mark}{more}", f"\\begin{{table}}\\caption{{{caption}}}{label}"]
        lines += [*tables[0].latex(rows).split("\n"), "\\end{table}"]
    return lines


def caption_of(tables: list[PrintedTable], said: dict[int, list[tuple[float, str]]]) -> str:
    """The caption that stands nearest to the table, on its page."""
    top, bottom = min(g.top for g in tables[0].glyphs), max(g.bottom for g in tables[0].glyphs)
    near = [(min(abs(y - top), abs(y - bottom)), text) for y, text in said[tables[0].page]]
    return min(near, default=(0.0, ""))[1]


def differences(table: Table, seen: Table, model: Model) -> Iterator[tuple[Cell | str, str]]:
    """The cells in which two tables differ; formulas that are written otherwise may have one value."""
    if table.coordinates != seen.coordinates:
        yield "", f"the source has the coordinates {table.coordinates}, the page {seen.coordinates}"
    a, b = flat(table), flat(seen)
    for cell in sorted(a.keys() | b.keys(), key=str):
        one, other = a.get(cell), b.get(cell)
        if shown(one) != shown(other) and not same_value(one, other, table, seen, model):
            yield cell, f"the source reads {shown(one)}, the page prints {shown(other)}"


def shown(text: Any) -> str:
    return "nothing" if text is None or text == "" else str(text)


def flat(table: Table) -> dict[Cell, Any]:
    found: dict[Cell, Any] = dict(table.texts())
    for k, step in enumerate(table.steps):
        found |= {Cell(k, "call"): step.call, Cell(k, "on"): ", ".join(step.on)}
    return found


def same_value(one: Any, other: Any, table: Table, seen: Table, model: Model) -> bool:
    if not isinstance(one, str) or not isinstance(other, str) or not one or not other:
        return False
    try:
        values = [model.arithmetic.read(text, values_of(t, model)) for text, t in ((one, table), (other, seen))]
    except ExpressionError:  # no formulas: names of gadgets, lists of coordinates
        return False
    return bool(values[0] == values[1])


def values_of(table: Table, model: Model) -> dict[str, Any]:
    own = {name: model.arithmetic.read(text) for name, text in table.constants.items()}
    return model.arithmetic.environment | own


def as_printed(reading: TexReading, asked: str) -> Coverage:
    """What became of all tabulars, and whether the pages agree with what was read."""
    page, holds = PageReading(reading), {t.root for t, _ in reading.seen.values()}
    for root, path in reading.roots.items():
        try:
            engine = engine_of(path, asked, root in holds)
            if engine:
                page.check(path, engine)
        except InputError as problem:
            page.problems.append(problem)
    reading.problems += page.problems
    return reading.coverage(", ".join(dict.fromkeys(page.engines)), tuple(page.findings), tuple(page.agreed))

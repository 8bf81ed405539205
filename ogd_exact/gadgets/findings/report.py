"""Results as text and as JSON."""

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Correction
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.finding import CONDITIONS, Finding, Result
from ogd_exact.gadgets.reading.folder import PAPER
from ogd_exact.text.paths import contents
from ogd_exact.text.sentence import marked
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import argument, columns, counted, wrapped

NAME_WIDTH, OTHERS = 18, 57  # columns: of a name, and of all but the region
MOST_BYTES, INDENT = 1 << 20, " " * 12  # of a file whose lines are shown; of what findings say
HEADERS = ("gadget", "steps", "cases", "transitions", "result", "region")


def text_report(
    results: Sequence[Result], source: str, witnesses: bool, more: Sequence[str] = (), but: str = ""
) -> str:
    """All tables, what was found, and at the end whatever more there is to say, and what keeps it from a success."""
    parts = []
    for model in dict.fromkeys(result.table.model for result in results):
        chosen = [result for result in results if result.table.model == model]
        most = 6 if any(result.bounds for result in chosen) else 5
        table = text_table(HEADERS[:most], [row(result)[:most] for result in chosen], right=(1, 2, 3))
        parts.append(f"{model}\n{table}")
    if witnesses and any(result.region for result in results):
        parts.append(witness_text(results))
    parts += [finding_text(result, finding) for result in results for finding in result.findings]
    closing = filter(None, (no_contract(results), corrected(results, source), *more, summary(results, source, but)))
    parts += ["\n".join(wrapped(text)) for text in closing]
    return "\n\n".join(parts)


def row(result: Result) -> tuple[Any, ...]:
    table = result.table
    # A bound is not broken over lines: its spaces are hidden while the list is wrapped.
    bounds = ", ".join(bound.replace(" ", "\0") for bound in result.bounds)
    bounds = "\n".join(textwrap.wrap(bounds, max(NAME_WIDTH, columns() - OTHERS))).replace("\0", " ")
    name = "\n".join(textwrap.wrap(table.gadget, NAME_WIDTH))
    return name, len(table.steps), len(table.cases), result.transitions, result.verdict, bounds


def summary(results: Sequence[Result], source: str, but: str = "") -> str:
    """A sentence on all tables; `but` says what besides them is not as it should be."""
    bad = sum(not result.verified for result in results)
    noun = "undecided finding" if all(r.verified or r.undecided for r in results) else "finding"
    text = f"{counted(len(results), 'table')} ({one_line(source)}), "
    text += f"{counted(sum(r.transitions for r in results), 'transition')}"
    text += f" and {counted(sum(r.calls for r in results), 'call')} checked: "
    if not bad and but:
        return f"{text}{but}."
    if not bad:
        bare = sum(not result.contract for result in results)
        return text + "all verified" + (f", {bare} without contract." if bare else ".")
    found = counted(sum(len(result.findings) for result in results), noun)
    return text + f"{found} in {counted(bad, 'table')}{but and f', {but}'}."


def no_contract(results: Sequence[Result]) -> str:
    names = ", ".join(f"{r.table.model} {r.table.gadget}" for r in results if not r.contract)
    return (
        f"These have no contract, and what they promise was not checked (conditions 2, 5 and 6): {names}"
        if names
        else ""
    )


def corrected(results: Sequence[Result], source: str) -> str:
    """What became of corrections in tables of the user's; of the paper's, the source says it."""
    of_paper = source in ("corrected", "printed")
    tables = [result.table for result in results if result.table.corrections and not of_paper]
    made, left = sum(len(t.applied) for t in tables), sum(len(t.corrections) - len(t.applied) for t in tables)
    names = ", ".join(f"{table.model} {table.gadget}" for table in tables)
    if made:
        return f"{counted(made, 'correction')} applied; {argument('printed', True)} checks what is printed: {names}"
    return f"{counted(left, 'correction')} not applied; this is checked as printed: {names}" if left else ""


def where(finding: Finding) -> str:
    cell = finding.cell
    place = f"step {finding.step}, " if finding.step else ""
    place += cell.field
    return place + (f", case {cell.case + 1}" if cell.case is not None else "")


def annotation(result: Result, finding: Finding) -> tuple[str, str]:
    """A finding in one line, and how grave it is."""
    text = f"{result.table.model} {result.table.gadget}, {where(finding)}: {finding.message}"
    if finding.suggested is not None:
        text += f" (printed {finding.printed}, {finding.repair} be {finding.suggested})"
    return text, "warning" if finding.kind == "undecided" else "error"


def finding_text(result: Result, finding: Finding) -> str:
    table = result.table
    lines = [f"{table.model} {table.gadget} ({table.label}), {where(finding)} [condition {finding.condition}]"]
    if place := place_in_file(table, finding.cell):
        lines += [f"  in        {place}", *pointed_at(table, finding.cell)]
    if finding.printed is not None:
        lines.append(f"  printed   {finding.printed}")
    if finding.suggested is not None:
        lines.append(f"  {f'{finding.repair} be':<8}  {finding.suggested}")
    lines += wrapped(finding.message, "  because   ", INDENT)
    return "\n".join(lines)


def place_in_file(table: Table, cell: Cell) -> str:
    """Where a cell stands in a file of the user's; empty for the paper's own tables."""
    if not table.path or table.path.is_relative_to(PAPER):
        return ""
    spot = table.place(cell)
    place = (near(spot.path or table.path), spot.line, spot.column) if spot else (near(table.path),)
    return ":".join(map(str, place))


def pointed_at(table: Table, cell: Cell) -> list[str]:
    """The line of the file in which a cell stands, as much of it as there is room for, and a caret below the cell."""
    spot, room = table.place(cell), min(columns(), 100) - len(INDENT)
    if spot is None or not (path := spot.path or table.path):
        return []
    try:
        line = contents(path, MOST_BYTES).decode("utf-8", "replace").split("\n")[spot.line - 1].rstrip()
    except (InputError, IndexError):  # the file is another by now
        return []
    indented = len(line) - len(line.lstrip())
    start = max(indented, min(spot.column - 1 - room // 2, len(line) - room))
    before = one_line(line[start : spot.column - 1])
    shown = f"{before}{one_line(line[spot.column - 1 : start + room])}"[:room].rstrip()
    return [f"{INDENT}{shown}", f"{INDENT}{' ' * len(before)}^"]


def witness_text(results: Sequence[Result]) -> str:
    lines = ["Why each bound is needed: at a point outside it alone, a row fails."]
    for result in results:
        shown = {witness.bound for witness in result.witnesses}
        name = f"{result.table.model} {result.table.gadget}"
        missing = [bound for bound in result.region if bound not in shown]
        lines += [f"{name}: {bound}\n  the table gives no point outside it" for bound in missing]
        for witness in result.witnesses:
            at = ", ".join(f"{name} = {value}" for name, value in witness.point.items())
            lines.append(f"{name}: {witness.bound}")
            lines += wrapped(f"at {at}: {witness.row}", "  ")
    return "\n".join(lines)


def json_report(results: Sequence[Result], source: str, verified: bool, more: Mapping[str, Any]) -> str:
    return json.dumps(
        {
            "format": "ogd-exact-verify/1",
            "verified": verified,
            "source": source,
            **more,
            "conditions": {str(k): text for k, text in CONDITIONS.items()},
            "tables": [table_json(result) for result in results],
        },
        indent=2,
    )


def table_json(result: Result) -> dict[str, Any]:
    table = result.table
    return {
        "model": table.model,
        "gadget": table.gadget,
        "label": table.label,
        "steps": len(table.steps),
        "cases": len(table.cases),
        "transitions": result.transitions,
        "calls": result.calls,
        "verified": result.verified,
        "contract": result.contract,
        "returns": dict(table.returns),
        "region": list(result.region),
        "drift": result.drift,
        "witnesses": [{"bound": w.bound, "point": w.point, "row": w.row} for w in result.witnesses],
        "corrections": [correction_json(table, correction) for correction in table.corrections],
        "findings": [finding_json(result, finding) for finding in result.findings],
    }


def correction_json(table: Table, correction: Correction) -> dict[str, Any]:
    texts = {"printed": correction.printed, "corrected": correction.corrected, "why": marked(correction.why)}
    return {**cell_json(table, correction.cell), **texts, "applied": correction in table.applied}


def cell_json(table: Table, cell: Cell) -> dict[str, Any]:
    return {
        "step": None if cell.step is None else cell.step + 1,
        "field": cell.field,
        "case": None if cell.case is None else cell.case + 1,
        "coordinate": None if cell.coordinate is None else table.coordinates[cell.coordinate],
    }


def finding_json(result: Result, finding: Finding) -> dict[str, Any]:
    cell = finding.cell
    spot = result.table.place(cell)
    path = spot.path if spot and spot.path else result.table.path
    return {
        **cell_json(result.table, cell),
        "kind": finding.kind,
        "condition": finding.condition,
        "printed": finding.printed,
        "suggested": finding.suggested,
        "certain": finding.certain,
        "alternatives": list(finding.alternatives),
        "message": finding.message,
        "file": None if path is None else near(path),
        "line": spot.line if spot else None,
        "column": spot.column if spot else None,
    }


def near(path: Path) -> str:
    """The path as seen from here, where that is below this folder; annotations need it so."""
    try:
        here = Path.cwd()
    except OSError:  # a folder that is gone
        return one_line(str(path))
    return one_line(str(path.relative_to(here) if path.is_relative_to(here) else path))

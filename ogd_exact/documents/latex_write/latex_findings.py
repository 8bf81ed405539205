"""Findings about a LaTeX file say what to type there in LaTeX."""

import re
from dataclasses import replace

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.notation.latex_notation import latex_of
from ogd_exact.documents.notation.notation import GREEK
from ogd_exact.gadgets.findings.finding import Finding, Result
from ogd_exact.text.sentence import Formula, Sentence

NAMED = re.compile(r"\bw_\w+|\bx[0-9]+\b")


def in_latex(result: Result) -> Result:
    return replace(result, findings=tuple(translated(finding, result.table) for finding in result.findings))


def translated(finding: Finding, table: Table) -> Finding:
    printed = table.written.get(finding.cell, finding.printed and latex(finding.printed))
    names, called = spellings(table)
    variant = any("\\varepsilon" in text for text in table.written.values())

    def typed(text: str) -> str:
        return latex(text).replace("\\epsilon", "\\varepsilon") if variant else latex(text)

    def spelled(piece: str) -> str:
        """A part of the message, with weights, entries and gadgets as the author types them."""
        if not isinstance(piece, Formula):
            return piece
        return Formula(NAMED.sub(lambda found: names.get(found[0], found[0]), piece))

    suggested = finding.suggested and (called.get(finding.suggested) or typed(finding.suggested))
    message = Sentence(*map(spelled, finding.message.pieces))
    return replace(finding, printed=printed, suggested=suggested, message=message)


def spellings(table: Table) -> tuple[dict[str, str], dict[str, str]]:
    """How the author types weights and entries of x, and the gadgets that the table calls."""
    weights = {cell.name: text for cell, text in table.written.items() if cell.kind == "weights" and cell.name}
    names = {f"w_{name}": text for name, text in weights.items()}
    names |= {f"x{k + 1}": f"x{weights[c][1:]}" for k, c in enumerate(table.inputs) if c in weights}
    calls = [(k, step.call) for k, step in enumerate(table.steps) if step.call]
    return names, {call: table.written.get(Cell(k, "call"), call) for k, call in calls}


def latex(text: str) -> str:
    """An expression as LaTeX; names of gadgets and lists of coordinates stay as they are."""
    if re.fullmatch(r"[a-z]\w{2,}", text) and text not in GREEK:
        return text
    try:
        return latex_of(text)
    except ExpressionError:
        return text

"""Findings about a LaTeX file say what to type there in LaTeX."""

from dataclasses import replace

from ogd_exact.findings.finding import Finding, Result
from ogd_exact.notation.latex import latex_of
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.table import Table


def in_latex(result: Result) -> Result:
    return replace(result, findings=tuple(translated(finding, result.table) for finding in result.findings))


def translated(finding: Finding, table: Table) -> Finding:
    printed = table.written.get(finding.cell, finding.printed and latex(finding.printed))
    variant = any("\\varepsilon" in text for text in table.written.values())

    def typed(text: str) -> str:
        return latex(text).replace("\\epsilon", "\\varepsilon") if variant else latex(text)

    suggested = finding.suggested and typed(finding.suggested)
    return replace(finding, printed=printed, suggested=suggested)


def latex(text: str) -> str:
    """An expression as LaTeX; names of gadgets and lists of coordinates stay as they are."""
    try:
        return latex_of(text)
    except ExpressionError:
        return text

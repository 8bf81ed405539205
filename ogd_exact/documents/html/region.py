"""Where a table is proved to hold, and for each bound a point outside it at which a row fails."""

from html import escape

from ogd_exact.core.tables.cells import Cell
from ogd_exact.documents.html.html_notation import formula, sentence, symbol
from ogd_exact.documents.html.marked_cells import MarkedCells
from ogd_exact.documents.html.marks import row_id
from ogd_exact.gadgets.findings.finding import Result, Witness


def region(result: Result, opened: bool, cells: MarkedCells) -> str:
    """The region as a line, and its witnesses, folded unless they were asked for."""
    if not result.region:
        return ""
    bounds = ", ".join(f'<span class="bound">{formula(bound)}</span>' for bound in result.region)
    proved = "Proved for all values with" if result.verified else "Checked for all values with"
    cell = Cell(None, "region")
    line = f'<p class="where">{cells.span(cell, f"{proved} {bounds}{cells.signs(cell)}.")}</p>'
    shown = {witness.bound for witness in result.witnesses}
    rows = [witness_row(result, witness) for witness in result.witnesses]
    for bound in result.region:
        if bound not in shown:
            rows.append(f'<tr><td>{formula(bound)}</td><td colspan="2">the table gives no point outside it</td></tr>')
    head = "<thead><tr><th>bound</th><th>outside it alone, at</th><th>this fails</th></tr></thead>"
    table = f'<table class="witnesses">{head}<tbody>{"".join(rows)}</tbody></table>'
    return f"{line}\n<details{' open' * opened}><summary>Why each bound is needed</summary>{table}</details>"


def witness_row(result: Result, witness: Witness) -> str:
    point = ", ".join(f"{symbol(name)} = {formula(value)}" for name, value in witness.point.items())
    row = escape(row_id(result.table, witness.step, witness.case))
    link = f'<a href="#{row}">step {witness.step + 1}, case {witness.case + 1}</a>'
    fails = f"{link}: {sentence(witness.reason, result.table)}"
    return f"<tr><td>{formula(witness.bound)}</td><td>{point}</td><td>{fails}</td></tr>"

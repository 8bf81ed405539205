"""What is said of a marked cell: what is printed, what must stand there, and why."""

from html import escape

from ogd_exact.core.tables.table import Table
from ogd_exact.documents.html.html_notation import HTML, formula, sentence
from ogd_exact.documents.html.marks import Mark, target
from ogd_exact.documents.latex_write.latex_findings import translated
from ogd_exact.documents.notation.table_view import place
from ogd_exact.gadgets.findings.finding import CONDITIONS
from ogd_exact.gadgets.findings.report import place_in_file


def repair_word(mark: Mark) -> str:
    """The word for a repair: one of several could be meant, a single one must, and a correction stands already."""
    return f"{mark.finding.repair} be" if mark.finding else "corrected"


def note(mark: Mark, table: Table) -> str:
    lines = []
    if mark.printed is not None:
        lines.append(("printed", formula(mark.printed)))
    if mark.instead is not None:
        lines.append((repair_word(mark), formula(mark.instead)))
    lines.append(("because", sentence(mark.why, table)))
    if mark.finding is not None:
        if table.written:  # of a LaTeX file: what to type there
            typed = translated(mark.finding, table)
            pairs = (("LaTeX there", typed.printed), ("to type", typed.suggested))
            lines += [(word, f"<code>{escape(text)}</code>") for word, text in pairs if text is not None]
        if file := place_in_file(table, mark.cell):
            lines.append(("in", f"<code>{escape(file)}</code>"))
        number = mark.finding.condition
        lines.append(("condition", f'<a href="#condition:{number}">{number}</a>: {escape(CONDITIONS[number])}'))
    said = "".join(f"<dt>{word}</dt><dd>{text}</dd>" for word, text in lines)
    link = f'<a class="sign" href="#{escape(target(mark, table))}">{mark.sign}</a>'
    where = place(mark.cell, table, HTML(table))
    return f'<li id="{mark.id}" class="{mark.sort}"><p>{link} {where}</p><dl>{said}</dl></li>'

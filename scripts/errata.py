"""The misprints of the paper: as a page of the docs, and as a page to print for its authors."""

import textwrap

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Correction
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.notation.latex_notation import LATEX, LaTeX, escaped, latex_of
from ogd_exact.documents.notation.table_view import place
from ogd_exact.documents.notation.typeset import typeset_sentence
from ogd_exact.gadgets.findings.finding import Finding
from ogd_exact.gadgets.findings.verify import verify
from ogd_exact.gadgets.reading.folder import paper
from ogd_exact.text.sentence import marked

MISPRINTED = [table for table in paper().tables.values() if table.corrections]
COUNT = sum(len(table.corrections) for table in MISPRINTED)
PROLOGUE = r"""\documentclass{article}
\usepackage[margin=0.9in]{geometry}
\usepackage{amsmath,array,booktabs}
\pagestyle{empty}\setlength{\parindent}{0pt}
\begin{document}
"""
COLUMNS = r"@{}llcc>{\raggedright\arraybackslash}p{0.445\linewidth}@{}"


def markdown(note: str) -> str:
    lines = [
        "# Errata",
        note,
        "",
        f"The {COUNT} misprints in the tables of *On the Computational Power of Online Gradient Descent*",
        f"([arXiv:1807.01280](https://arxiv.org/abs/1807.01280)), in {len(MISPRINTED)} tables. Each was found by",
        "`python -m ogd_exact.verify --printed`, and each derivation can be followed by hand. Steps and cases",
        "count from 1, through a table and its continuations. `docs/errata.tex` has them on one page, in LaTeX.",
    ]
    found = findings()
    for table in MISPRINTED:
        lines += ["", f"## {table.model}, {table.gadget} ({table.label})"]
        for correction in table.corrections:
            cell = correction.cell
            where = "the constant" if cell.step is None else f"step {cell.step + 1},"
            lines += [
                "",
                f"**{where[0].upper()}{where[1:]} {cell.field}**: printed `{correction.printed}`, "
                f"{found[table.label, cell].repair} be `{correction.corrected}`.",
                *textwrap.wrap(correction.why, 120),
                *textwrap.wrap(others(found[table.label, cell]), 120),
            ]
    return "\n".join(lines) + "\n"


def findings() -> dict[tuple[str, Cell], Finding]:
    """What is found in the tables as printed, by label and cell."""
    results = verify(paper(printed=True), {table.model for table in MISPRINTED})
    return {(result.table.label, finding.cell): finding for result in results for finding in result.findings}


def others(finding: Finding) -> str:
    """What else would make the rows right, though it is plainly not what was meant."""
    texts = ", ".join(f"`{text}`" for text in finding.alternatives)
    return f"Other repairs would make the rows right, too: {texts}." if texts else ""


def latex(note: str) -> str:
    found = findings()
    rows = [
        row(table, correction, found[table.label, correction.cell])
        for table in MISPRINTED
        for correction in table.corrections
    ]
    return PROLOGUE + "\n".join(
        [
            r"\textbf{\large Errata: the tables of \emph{On the Computational Power of Online Gradient Descent}}",
            r"\par\medskip",
            f"There are {COUNT} misprints in {len(MISPRINTED)} tables. Labels are those of the paper's source; steps",
            "and cases count from 1, through a table and its continuations. With these corrections every row of every",
            "table was verified in exact arithmetic by ogd-exact.",
            r"\par\bigskip\small\renewcommand{\arraystretch}{1.2}",
            rf"\begin{{tabular}}{{{COLUMNS}}}",
            r"\toprule",
            r"\textbf{Table} & \textbf{Place} & \textbf{Printed} & \textbf{Corrected} & \textbf{Why} \\ \midrule",
            " \\midrule\n".join(rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{document}",
            f"% {note}\n",
        ]
    )


def row(table: Table, correction: Correction, finding: Finding) -> str:
    cell = correction.cell
    lines = r" \\ ".join([rf"\texttt{{{table.label}}}", table.model, escaped(table.gadget)])
    name = rf"\begin{{tabular}}[t]{{@{{}}l@{{}}}}{lines}\end{{tabular}}"
    values = [f"${latex_of(text)}$" for text in (correction.printed, correction.corrected)]
    why = typeset_sentence(marked(f"{correction.why} {others(finding)}".strip()), LaTeX(table))
    return " & ".join([name, place(cell, table, LATEX), *values, why]) + r" \\"

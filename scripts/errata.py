"""The misprints of the paper: as a page of the docs, and as a page to print for its authors."""

import re
import textwrap

from ogd_exact.latex.write.gadget import field_name
from ogd_exact.notation.latex import escaped, latex_of, symbol, weight
from ogd_exact.tables.library import paper
from ogd_exact.tables.table import Correction, Table

MISPRINTED = [table for table in paper().tables.values() if table.corrections]
COUNT = sum(len(table.corrections) for table in MISPRINTED)
PROLOGUE = r"""\documentclass{article}
\usepackage[margin=0.9in]{geometry}
\usepackage{amsmath,array,booktabs}
\pagestyle{empty}\setlength{\parindent}{0pt}
\begin{document}
"""
COLUMNS = r"@{}llcc>{\raggedright\arraybackslash}p{0.475\linewidth}@{}"
TERM = r"w\.x|w_\w+|(?:alpha|eps|rho|x)\d*\b|[vy]\b|\d+"
FORMULA = re.compile(rf"(?<!\w)[-(]*(?:{TERM})(?:[ ]?[-+*/^=()][ ]?|{TERM})*(?<! )")


def markdown(note: str) -> str:
    lines = [
        "# Errata",
        note,
        "",
        f"The {COUNT} misprints in the tables of *On the Computational Power of Online Gradient Descent*, in",
        f"{len(MISPRINTED)} tables. Each was found by `python -m ogd_exact.verify --printed`, and each derivation can",
        "be followed by hand. Steps and cases count from 1, through a table and its continuations.",
        "`docs/errata.tex` has them on one page, in LaTeX.",
    ]
    for table in MISPRINTED:
        lines += ["", f"## {table.model}, {table.gadget} ({table.label})"]
        for correction in table.corrections:
            cell = correction.cell
            where = "the constant" if cell.step is None else f"step {cell.step + 1},"
            lines += [
                "",
                f"**{where[0].upper()}{where[1:]} {cell.field}**: printed `{correction.printed}`, must be "
                f"`{correction.corrected}`.",
                *textwrap.wrap(correction.why, 120),
            ]
    return "\n".join(lines) + "\n"


def latex(note: str) -> str:
    rows = [row(table, correction) for table in MISPRINTED for correction in table.corrections]
    return PROLOGUE + "\n".join(
        [
            r"\textbf{\large Errata: the tables of \emph{On the Computational Power of Online Gradient Descent}}",
            r"\par\medskip",
            f"{COUNT} cells in {len(MISPRINTED)} tables are misprinted. Labels are those of the paper's source; steps",
            "and cases count from 1, through a table and its continuations. With these corrections every row of every",
            "table was verified in exact arithmetic by ogd-exact.",
            r"\par\bigskip\small\renewcommand{\arraystretch}{1.2}",
            rf"\begin{{tabular}}{{{COLUMNS}}}",
            r"\toprule",
            r"\textbf{Table} & \textbf{Cell} & \textbf{Printed} & \textbf{Correct} & \textbf{Why} \\ \midrule",
            " \\midrule\n".join(rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{document}",
            f"% {note}\n",
        ]
    )


def row(table: Table, correction: Correction) -> str:
    cell = correction.cell
    where = f"step {cell.step + 1}, " if cell.step is not None else ""
    lines = r" \\ ".join([rf"\texttt{{{table.label}}}", table.model, escaped(table.gadget)])
    name = rf"\begin{{tabular}}[t]{{@{{}}l@{{}}}}{lines}\end{{tabular}}"
    values = [f"${latex_of(text)}$" for text in (correction.printed, correction.corrected)]
    return " & ".join([name, where + field_name(cell, table), *values, prose(correction.why)]) + r" \\"


def prose(text: str) -> str:
    """Plain text with its formulas in math mode."""
    result, end = "", 0
    for match in FORMULA.finditer(text):
        result += escaped(text[end : match.start()]) + f"${formula(match[0])}$"
        end = match.end()
    return result + escaped(text[end:])


def formula(text: str) -> str:
    """A formula within a line: fractions stay slanted."""
    text = re.sub(r"\*(?=\d)", r" \\cdot ", text).replace("w.x", r"w \cdot x")
    text = re.sub(r"\bw_(\w+)", lambda match: weight(match[1]), re.sub(r"\bx(\d)", r"x_{i_\1}", text))
    text = re.sub(r"\b(?:alpha|eps|rho)\d*\b", lambda match: symbol(match[0]), text)
    return re.sub(r"\^(\d+)", r"^{\1}", text).replace("*", " ")

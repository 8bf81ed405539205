"""All files that the command writes, as texts by name."""

import re
from collections.abc import Collection, Mapping, Sequence

from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_write.contract_table import api_page
from ogd_exact.documents.latex_write.gadget_table import GadgetTable
from ogd_exact.documents.latex_write.symbols import symbols_page
from ogd_exact.documents.notation.latex_notation import escaped
from ogd_exact.gadgets.reading.folder import chosen_tables

SIGNATURE = "% Written by ogd-exact: change the tables, then write this again.\n"
PACKAGES = r"""\usepackage{amsmath}
\usepackage{booktabs}
\usepackage{longtable}
\setlength{\belowcaptionskip}{6pt}
"""
MARKED = {
    "footnote": r"\providecommand{\corrected}[1]{#1\textsuperscript{*}}",
    "colour": r"\usepackage{xcolor}" "\n" r"\providecommand{\corrected}[1]{\textcolor{red!75!black}{#1}}",
    "none": r"\providecommand{\corrected}[1]{#1}",
}
FITS = 200  # characters of a table on an ordinary page
PROLOGUE = r"""\documentclass{article}
\usepackage[margin=1in%s]{geometry}
\input{preamble}
\renewcommand{\floatpagefraction}{0.8}
\makeatletter\setlength{\@fptop}{0pt}\setlength{\@fpsep}{24pt}\makeatother % pages of tables are filled from the top
\begin{document}
\input{symbols}"""


def pages(
    library: Library, models: Collection[str] = (), gadgets: Collection[str] = (), marks: str = "footnote"
) -> dict[str, str]:
    """The text of every file; for the chosen models and gadgets, or for all of them."""
    tables = chosen_tables(library, models, gadgets)
    labels = {(table.model, table.gadget): label_of(table, library) for table in tables}
    used = [library.models[name] for name in dict.fromkeys(table.model for table in tables)]
    result = {"preamble.tex": PACKAGES + MARKED[marks] + "\n", "symbols.tex": symbols_page(used, tables)}
    for model in used:
        own = [table for table in tables if table.model == model.name]
        promised = [table for table in own if library.models[table.model].contract(table)]
        if promised:
            result[f"api-{model.name}.tex"] = api_page(model, promised, library, labels)
        for table in own:
            shown = GadgetTable(table, library, labels[table.model, table.gadget], marks)
            result[f"{model.name}-{table.gadget}.tex"] = shown.text()
    result["all.tex"] = whole(tables, result)
    return {name: text + SIGNATURE for name, text in result.items()}


def label_of(table: Table, library: Library) -> str:
    """The table's label; with its model before it, where another model's table has the same."""
    label = re.sub(r"[^A-Za-z0-9:.+_-]", "-", table.label)
    twins = [t for t in library.tables.values() if t.label == table.label and not library.models[t.model].derived_from]
    return label if twins == [table] else f"{table.model}:{label}"


def characters(table: Table) -> int:
    """The width of a table: the characters of the widest cell of each column."""
    examples = [[(*member, "") for member in step.members] or [(*step.x, step.y)] for step in table.steps]
    shown = [(step, x) for step, xs in zip(table.steps, examples, strict=True) for x in xs if not step.call]
    rows = [(*x, *line, *line) for step, x in shown for line in step.after]
    return sum(max(map(len, column)) for column in zip(*rows, strict=True))


def whole(tables: Sequence[Table], files: Mapping[str, str]) -> str:
    """A document with all tables, a section for each model."""
    widest = max(map(characters, tables), default=0)
    paper = f",paperwidth={3 + widest * 29 // 1000}in" if widest > FITS else ""
    lines = [PROLOGUE.replace("%s", paper)]
    for model in dict.fromkeys(table.model for table in tables):
        lines += [r"\clearpage", rf"\section*{{\texttt{{{escaped(model)}}}}}"]
        names = [f"api-{model}", *(f"{model}-{table.gadget}" for table in tables if table.model == model)]
        for name in names:
            # A longtable stays where it is, and floats must not fall behind it.
            lines += [r"\clearpage"] if "longtable" in files.get(f"{name}.tex", "") else []
            lines += [rf"\input{{{name}}}"] if f"{name}.tex" in files else []
    return "\n".join([*lines, r"\end{document}"]) + "\n"

"""Writes one gadget table: a group of rows for each step, one row for each case, before -> after."""

import re
from collections.abc import Iterator, Sequence

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_write.booktabs import Booktabs
from ogd_exact.documents.notation import table_view
from ogd_exact.documents.notation.latex_notation import LaTeX, call, entry, escaped, latex_of, latex_of_bound, symbol


def entry_magnitudes(table: Table, model: Model) -> list[str]:
    """The magnitudes that a call of the gadget states: those of the weights it starts from."""
    names = re.findall(r"[A-Za-z]\w*", " ".join(" ".join(line) for line in table.cases))
    return [name for name in model.magnitudes if name in names]


def heading(table: Table, model: Model) -> str:
    """The gadget with its parameters."""
    return call(table.gadget, *(symbol(name) for name in (*table.inputs, *entry_magnitudes(table, model))))


def returned(coordinate: str, table: Table, model: Model) -> str:
    """What the new magnitude of a coordinate is called; primed, if it had one before."""
    place = table.coordinates.index(coordinate)
    if place >= len(model.magnitudes):
        return f"|{LaTeX(table).weight(coordinate)}|"
    name = model.magnitudes[place]
    return symbol(name) + ("'" if name in entry_magnitudes(table, model) else "")


class GadgetTable:
    def __init__(self, table: Table, library: Library, label: str, marks: str) -> None:
        self.table, self.model, self.label = table, library.models[table.model], label
        self.corrections = table.applied if marks != "none" else []
        self.notes_wanted = marks == "footnote"
        self.marked = {c.cell for c in self.corrections}
        self.left = len(table.inputs) + 1  # columns of the example
        self.right = 2 * len(table.coordinates) + 1  # columns of the effect, its bracket included

    def text(self) -> str:
        between = "r@{, }" * (len(self.table.coordinates) - 1)
        columns = f"@{{}}{'c' * self.left}r@{{}}{between}r@{{$) \\to ($}}{between}r@{{$)$}}@{{}}"
        groups = [self.step(k) for k in range(len(self.table.steps))]
        if self.table.returns:
            groups.append([self.returns()])
        lines = Booktabs(columns, self.caption(), self.label, self.header(), groups, list(self.notes())).text()
        return f"% ogd-exact: model={self.table.model} gadget={self.table.gadget}\n{lines}"

    def header(self) -> str:
        names = [*(f"${entry(c)}$" for c in self.table.inputs), "$y$"]
        weights = ", ".join(map(LaTeX(self.table).weight, self.table.coordinates))
        return " & ".join([*names, rf"\multicolumn{{{self.right}}}{{c}}{{Effect on $({weights})$}}"])

    def caption(self) -> str:
        text = rf"{heading(self.table, self.model)} for \texttt{{{escaped(self.table.model)}}}"
        names = self.table.constants
        constants = [self.cell(Cell(None, "constants", name=name), f"{symbol(name)} = ") for name in names]
        return f"{text}; here {' and '.join(constants)}." if constants else f"{text}."

    def cell(self, cell: Cell, before: str = "") -> str:
        """A cell of the table in math mode, marked if it is a corrected one."""
        text = f"${before}{latex_of(self.table.get(cell))}$"
        return rf"\corrected{{{text}}}" if cell in self.marked else text

    def step(self, k: int) -> list[str]:
        step = self.table.steps[k]
        members = [f"{self.beside(cells)} &" for cells in table_view.members(self.table, k)]
        first = members or [self.called(k) if step.call else self.beside(table_view.example(self.table, k))]
        count = max(len(first), len(step.after))
        heads = [*first, *([self.across(f"({plain_note(step)})")] if step.note else []), *([self.across("")] * count)]
        effects = [f"$($ & {self.beside([*row.before, *row.after])}" for row in table_view.rows(self.table, k)]
        effects += [rf"\multicolumn{{{self.right}}}{{c}}{{}}"] * (count - len(effects))
        return [f"{head} & {effect}" for head, effect in zip(heads, effects, strict=False)]

    def beside(self, cells: Sequence[Cell]) -> str:
        return " & ".join(map(self.cell, cells))

    def called(self, k: int) -> str:
        step = self.table.steps[k]
        names = [name for name in self.model.magnitudes if name in step.magnitudes]
        magnitudes = [latex_of(step.magnitudes[name]) for name in names]
        text = call(step.call, *(symbol(c) for c in step.on), *magnitudes)
        corrected = any(Cell(k, "magnitudes", name=name) in self.marked for name in names)
        return self.across(rf"\corrected{{{text}}}" if corrected else text)

    def across(self, text: str) -> str:
        return rf"\multicolumn{{{self.left}}}{{c}}{{{text}}}"

    def returns(self) -> str:
        parts = [
            f"{returned(coordinate, self.table, self.model)} = {latex_of(text)}"
            for coordinate, text in self.table.returns.items()
        ]
        return rf"\multicolumn{{{self.left + self.right}}}{{c}}{{Return $({', '.join(parts)})$.}}"

    def notes(self) -> Iterator[str]:
        """What stands below the table: misprints, notes without a row, and where the rows hold."""
        for correction in self.corrections if self.notes_wanted else ():
            where = table_view.place(correction.cell, self.table, LaTeX(self.table))
            yield rf"\textsuperscript{{*}}{where[0].upper()}{where[1:]}: printed ${latex_of(correction.printed)}$."
        if self.table.in_any_order:
            yield "Of the examples of a step the one with the least $w \\cdot x$ is added, in any order."
        for k, step in enumerate(self.table.steps):
            if step.note and len(step.after) <= max(1, len(step.members)):  # there is no second row to hold it
                yield f"Step {k + 1}: {plain_note(step)}."
        misprinted = len(self.table.applied) < len(self.table.corrections)
        if self.table.region and not misprinted:
            yield f"Holds where {', '.join(f'${latex_of_bound(b.text)}$' for b in self.table.region)}."


def plain_note(step: Step) -> str:
    return escaped(table_view.note(step.note))

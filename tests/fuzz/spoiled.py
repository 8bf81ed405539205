"""Every field of every step of a table, spoiled in every way that a misprint may take."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table


@dataclass(frozen=True)
class Mutant:
    table: Table
    kind: str
    step: int | None  # where the finding must be, from 1; None for constants and returned magnitudes
    cell: Cell | None
    original: str


def spoiled_texts(text: str, model: Model) -> Iterator[tuple[str, str]]:
    """Ways to misprint an expression."""
    single = " " not in text
    yield "sign", text[1:] if single and text[0] == "-" else f"-{text}" if single else f"-({text})"
    yield "plus one", f"{text} + 1"
    for match in re.finditer(r"(?<![a-z\d_])\d", text):
        yield "digit", text[: match.start()] + str((int(match[0]) + 1) % 10) + text[match.end() :]
    for match in re.finditer(r"\^(\d+)", text):
        for exponent in (int(match[1]) + 1, int(match[1]) - 1):
            yield "exponent", f"{text[: match.start()]}^{exponent}{text[match.end() :]}"
    for match in re.finditer(r"[a-z]\w*", text):
        for other in model.symbols + model.magnitudes:
            if other != match[0]:
                yield "symbol", text[: match.start()] + other + text[match.end() :]


def cells(table: Table) -> Iterator[Cell]:
    yield from (Cell(None, "constants", name=name) for name in table.constants)
    yield from table.cells()


def mutants(table: Table, model: Model) -> Iterator[Mutant]:
    numbers, names = model.arithmetic, model.environment(table)
    for cell in cells(table):
        original = table.get(cell)
        value = numbers.read(original, names)
        place = None if cell.step is None else cell.step + 1
        for kind, text in spoiled_texts(original, model):
            try:
                if numbers.read(text, names) != value:
                    yield Mutant(table.put(cell, text), kind, place, cell, original)
            except Exception as error:  # a spoiled text that cannot be read never reaches the verifier
                if "division by zero" not in str(error):
                    raise
    for name, text in table.returns.items():
        for kind, spoiled in spoiled_texts(text, model):
            if numbers.read(spoiled, names) != numbers.read(text, names):
                changed = replace(table, returns={**table.returns, name: spoiled})
                yield Mutant(changed, f"returns {kind}", None, None, text)
    for i, step in enumerate(table.steps):
        if len(table.steps) > 1:
            steps = table.steps[:i] + table.steps[i + 1 :]
            yield Mutant(replace(table, steps=steps), "dropped step", min(i + 1, len(steps)), None, "")
        for case in range(1, len(table.cases)):
            if step.after[case] != step.after[0]:
                lines = list(step.after)
                lines[0], lines[case] = lines[case], lines[0]
                swapped = table.steps[:i] + (replace(step, after=tuple(lines)),) + table.steps[i + 1 :]
                yield Mutant(replace(table, steps=swapped), "swapped lines", i + 1, None, "")
        if step.call:
            for name in table.inputs:
                if (name,) != step.on:
                    yield Mutant(table.put(Cell(i, "on"), name), "on", i + 1, Cell(i, "on"), ", ".join(step.on))
            for gadget in [*model.contracts, "nonsense"]:
                if gadget != step.call:
                    yield Mutant(table.put(Cell(i, "call"), gadget), "call", i + 1, Cell(i, "call"), step.call)


def describe(mutant: Mutant) -> str:
    spoiled = mutant.table.get(mutant.cell) if mutant.cell else ""
    where = f"{mutant.table.model} {mutant.table.gadget} step {mutant.step}"
    return f"{where} {mutant.kind} {mutant.cell and mutant.cell[1:]}: {mutant.original!r} -> {spoiled!r}"

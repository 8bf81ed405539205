"""For a step that fails: which single cell is wrong, and what must stand there instead.

Every cell of the step is tried: the values that would make one of its lines hold are solved for, and a
value is kept if with it every line of the step holds. Then it counts what the table makes of the rest: a
repair that the following step (or the contract, at the end) contradicts loses to one that it supports.
"""

import difflib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from ogd_exact.checker.evaluated_table import EvaluatedTable
from ogd_exact.checker.table_check import TableCheck
from ogd_exact.checker.violation import Failure
from ogd_exact.findings.retry import with_table
from ogd_exact.kernel.numbers import rational
from ogd_exact.kernel.step import Example
from ogd_exact.tables.cells import Cell
from ogd_exact.tables.folder import callable_gadgets
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.table import Table
from ogd_exact.tables.traits import degree
from ogd_exact.tables.value_text import value_text

Edit = tuple[Cell, str]


@dataclass(frozen=True)
class Repair:
    edits: tuple[Edit, ...]
    table: Table
    contradictions: int  # lines after this step that do not hold with it
    changed: int  # how many characters differ from what is printed

    @property
    def in_weights(self) -> bool:
        return self.edits[0][0].kind == "after"

    @property
    def merit(self) -> tuple[int, int, bool]:
        """Better repairs first: supported by what follows, few cells, an example rather than weights."""
        return self.contradictions, len(self.edits), self.in_weights

    @property
    def rank(self) -> tuple[tuple[int, int, bool], int, bool]:
        """Of equal merit, the one nearest to what is printed; a wrong y is likelier than a wrong x."""
        return self.merit, self.changed, self.edits[0][0].kind != "y"


def find_repairs(check: TableCheck, k: int, failed: Sequence[Failure]) -> list[Repair]:
    step = check.table.steps[k]
    single = list(dict.fromkeys(call_edits(check, k) if step.call else example_edits(check, k)))
    groups: list[tuple[Edit, ...]] = [(edit,) for edit in single]
    groups += [(edit,) for edit in dict.fromkeys(constant_edits(check, k, failed))]
    weights = weight_edits(check, k, failed)
    if weights:
        groups.append(weights)
    repairs = [r for edits in groups if (r := tried(check, k, edits))]
    # Weights that the next step and the contract support as printed are not what is wrong.
    disputed = contradictions(check, check.table, k, everywhere=False)
    repairs = [r for r in repairs if not r.in_weights or r.contradictions <= disputed]
    if not any(r.contradictions == 0 for r in repairs):
        pairs = (p for p in itertools.combinations(single, 2) if p[0][0] != p[1][0])
        repairs += [r for edits in itertools.islice(pairs, 400) if (r := tried(check, k, edits))]
        repairs += [r for edit in single if weights and not step.call and (r := with_a_weight(check, k, edit))]
    return sorted(repairs, key=lambda repair: repair.rank)


def with_a_weight(check: TableCheck, k: int, edit: Edit) -> Repair | None:
    """The repair of a cell of the example together with one weight, if with the first only that one is wrong."""
    try:
        table = check.table.put(*edit)
        failed = with_table(check, table).failures(k, check.oracle.prover.guess)
    except ExpressionError:
        return None
    weights = weight_edits(check, k, failed) if len(failed) == 1 else ()
    return tried(check, k, (edit, *weights)) if len(weights) == 1 else None


def tried(check: TableCheck, k: int, edits: tuple[Edit, ...]) -> Repair | None:
    """The repair, if with these edits every line of the step holds."""
    table = check.table
    for cell, text in edits:
        table = table.put(cell, text)
    try:
        step = table.steps[k]
        if step.x and not with_table(check, table).values.example(step).x:
            return None  # an example of zeros does nothing, which is never what was meant
        if with_table(check, table).failures(k, check.oracle.prover.guess):
            return None
        wrong = contradictions(check, table, k, any(cell.step is None for cell, _ in edits))
    except ExpressionError:  # a text too long for the grammar, or a constant that makes a cell undefined
        return None
    changed = sum(difference(canonical(check, check.table.get(cell)), canonical(check, text)) for cell, text in edits)
    return Repair(edits, table, wrong, changed)


def contradictions(check: TableCheck, table: Table, k: int, everywhere: bool) -> int:
    """How many lines disagree with a repair of step k: in the next step, at the end, or in all steps."""
    repaired, guess = with_table(check, table), check.oracle.prover.guess
    later = range(len(table.steps)) if everywhere else range(k + 1, min(k + 2, len(table.steps)))
    wrong = sum(len(repaired.failures(i, guess)) for i in later)
    if k + 1 == len(table.steps):
        return wrong + len(repaired.final_errors())
    if table.steps[k + 1].before is not None:
        values = repaired.values
        pairs = zip(map(values.line, table.before(k + 1)), map(values.line, table.steps[k].after), strict=True)
        wrong += sum(here != there for here, there in pairs)
    return wrong


def example_edits(check: TableCheck, k: int) -> Iterator[Edit]:
    """Values of x and y that make some line hold."""
    values, step = check.values, check.table.steps[k]
    starts, ends = ([*map(values.line, lines)] for lines in (check.table.before(k), step.after))
    for i, name in enumerate((*check.table.inputs, "y")):
        cell = Cell(k, "y" if name == "y" else f"x{i + 1}")
        if name == "y" and check.model.rule.labels:
            yield from ((cell, text) for text in map(str, check.model.rule.labels) if text != step.y)
            continue
        for before, after in zip(starts, ends, strict=True):
            for value in solutions(values, values.example(step), name, before, after):
                yield cell, value_text(value)


def solutions(values: EvaluatedTable, example: Example, name: str, before: Any, after: Any) -> list[Any]:
    """Values of one cell with which the example, if it fires, takes some weight where the line says.

    Each new weight is a polynomial of degree at most two in a cell, so three values determine it.
    """
    found: list[Any] = []
    intervals = range(len(values.model.rule.moves))
    for interval in reversed(intervals) if degree(values.model.rule) <= 2 else ():
        runs = [forced_run(values, example, name, before, values.numbers.number(t), interval) for t in (0, 1, -1)]
        for at0, at1, at_1, wanted in zip(*runs, after, strict=True):
            half = rational(1, 2) if not values.numbers.symbols else values.numbers.number(rational(1, 2))
            a, b, c = (at1 + at_1) * half - at0, (at1 - at_1) * half, at0 - wanted
            found += [root for root in roots(a, b, c) if root not in found]
    return found


def forced_run(
    values: EvaluatedTable, example: Example, name: str, before: Any, value: Any, interval: int
) -> list[Any]:
    """The weights after the moves of an interval, whether the score lies there or not."""
    labels, weights = values.model.rule.labels, dict(zip(values.table.coordinates, before, strict=True))
    x, y = (dict(example.x), value) if name == "y" else ({**example.x, name: value}, example.y)
    given = Example(x, labels[0] if labels and y not in labels else y)
    after = values.step.moved(weights, given, values.step.values(weights, given), interval)
    return [after[c] for c in values.table.coordinates]


def roots(a: Any, b: Any, c: Any) -> list[Any]:
    """The exact solutions of a t^2 + b t + c = 0, as far as they are rational."""
    if a == 0:
        return [] if b == 0 else [-c / b]
    square = b * b - 4 * a * c
    if not hasattr(square, "numerator") or square < 0:
        return []
    over, under = isqrt(int(square.numerator)), isqrt(int(square.denominator))
    root = rational(over, under)
    return [(-b + s * root) / (2 * a) for s in (1, -1)] if root * root == square else []


def constant_edits(check: TableCheck, k: int, failed: Sequence[Failure]) -> Iterator[Edit]:
    """A constant that is printed as a weight must be what the row computes."""
    for failure in failed:
        for text, value in zip(check.table.steps[k].after[failure.case], failure.computed or (), strict=False):
            if text in check.table.constants:
                yield Cell(None, "constants", name=text), value_text(value)


def weight_edits(check: TableCheck, k: int, failed: Sequence[Failure]) -> tuple[Edit, ...]:
    """All wrong weights after the step, replaced by what the step computes; nothing if it cannot be run."""
    values, edits = check.values, []
    for failure in failed:
        if failure.computed is None:
            return ()
        printed = values.line(check.table.steps[k].after[failure.case])
        for i, (shown, value) in enumerate(zip(printed, failure.computed, strict=True)):
            if shown != value:
                edits.append((Cell(k, "after", failure.case, i), value_text(value)))
    return tuple(edits)


def call_edits(check: TableCheck, k: int) -> Iterator[Edit]:
    """Other magnitudes, other coordinates, another gadget."""
    values, step = check.values, check.table.steps[k]
    for name in step.magnitudes:
        for line in check.table.before(k):
            for text in line:
                yield Cell(k, "magnitudes", name=name), text
                yield Cell(k, "magnitudes", name=name), value_text(-values.value(text))
    for on in itertools.islice(itertools.permutations(check.table.inputs, len(step.on)), 60):
        yield Cell(k, "on"), ", ".join(on)
    for gadget in callable_gadgets(check.library, check.model.name):
        if gadget != check.table.gadget:
            yield Cell(k, "call"), gadget


def canonical(check: TableCheck, text: str) -> str:
    """One text for one value, so that a repair does not depend on how a table is typed."""
    try:
        return value_text(check.values.value(text))
    except ExpressionError:  # the name of a gadget, or a list of coordinates
        return text


def difference(old: str, new: str) -> int:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return sum(max(b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal")

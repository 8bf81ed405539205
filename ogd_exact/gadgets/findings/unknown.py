"""What the rows of a table ask of one of its cells, if that is taken for unknown.

In each interval between kinks a row is a list of equations in the unknown: it holds where the score lies there and all
of them vanish.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ogd_exact.core.checker.evaluated_table import EvaluatedTable
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import CallProblem
from ogd_exact.core.kernel.errors import SignVaries, Undecided
from ogd_exact.core.kernel.step import Step
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.findings.polynomial import Univariate, Univariates, lifted, rational_roots

MOST_CHOICES = 1000  # of intervals that the weights after a step may be in
WRITTEN = "?"  # what stands in the unknown cell; no expression is written so


@dataclass
class Row:
    """What a row asks of the unknown."""

    hints: list[Any] = field(default_factory=list)  # values that make one of its weights right
    roots: list[Any] = field(default_factory=list)  # those that may make all of them right
    free: bool = False  # whether all values do in some interval between kinks
    solved: bool = True  # whether no other values do
    kinks: list[Any] = field(default_factory=list)  # at which the score changes intervals
    all_kinks: bool = True  # whether there are no others


def with_unknown(check: TableCheck, cell: Cell) -> EvaluatedTable:
    """The table with one cell unknown; a constant is unknown wherever it is used."""
    numbers, values = Univariates(check.numbers), check.values
    names = {name: lifted(value) for name, value in values.names.items()}
    if cell.kind == "constants":
        names[cell.name or ""] = numbers.unknown
        return EvaluatedTable(check.table, check.model, check.library, numbers, names)
    known = {WRITTEN: numbers.unknown}
    return EvaluatedTable(check.table.put(cell, WRITTEN), check.model, check.library, numbers, names, known)


def row(check: TableCheck, values: EvaluatedTable, k: int, case: int) -> Row:
    asked, step = Row(), values.table.steps[k]
    try:
        before, wanted = (values.line(lines[case]) for lines in (values.table.before(k), step.after))
        if step.members:  # which of them fires may depend on the unknown
            raise Undecided("which member fires is not known")
        ends = called(values, k, before, wanted) if step.call else stepped(check, values, k, before, wanted, asked)
        for equations in ends:
            ask(asked, equations)
    except (Undecided, ExpressionError):
        asked.solved = False
    except (CallProblem, ValueError):  # whatever the unknown is
        pass
    return asked


def ask(asked: Row, equations: Sequence[Univariate]) -> None:
    """All of these would do: they are solved, as far as each is."""
    dependent = sorted((e for e in equations if e.degree > 0), key=lambda equation: equation.degree)
    found = [roots for equation in dependent if (roots := rational_roots(equation)) is not None]
    asked.hints += [root for several in found for root in several]
    asked.free |= not equations
    if equations and len(dependent) == len(equations):
        asked.roots += found[0] if found else []
        asked.solved &= bool(found)


def meets(line: Sequence[Univariate], starts: Sequence[Any]) -> Row:
    """What a case asks of the unknown: to be one of those that the contract allows."""
    asked = Row(free=all(weight.degree < 1 for weight in line))
    for start in starts if not asked.free else ():
        ask(asked, nonzero(a - b for a, b in zip(line, start, strict=True)))
    return asked


def stepped(check: TableCheck, values: EvaluatedTable, k: int, before: Any, wanted: Any, asked: Row) -> Iterator[Any]:
    """The equations for each interval of the rule in which the score can be."""
    step, example, labels = values.step, values.example(values.table.steps[k]), check.model.rule.labels
    if labels and example.y not in labels:
        yield from ([example.y - label] for label in labels)
        return
    weights = dict(zip(values.table.coordinates, before, strict=True))
    at = step.values(weights, example)
    margins = [lifted(margin) for margin in step.margins(at)]
    split(asked, margins)
    if step.rule.along != "x" or step.rule.after and len(step.rule.after.values) ** len(weights) > MOST_CHOICES:
        asked.solved = False
        return
    for interval in range(len(step.rule.moves)):
        above = all(may_be(check, margin, 0, 1) for margin in margins[:interval])
        if above and all(may_be(check, margin, -1) for margin in margins[interval : interval + 1]):
            moved = step.moved(weights, example.x, at, interval)
            for after in product(*(followed(step, c, moved[c], asked) for c in values.table.coordinates)):
                yield nonzero(weight - right for weight, right in zip(after, wanted, strict=True))


def followed(step: Step, coordinate: str, weight: Any, asked: Row) -> list[Any]:
    """What a weight may become after a step, by the interval of what follows in which it is."""
    after, constants = step.rule.after, dict(step.constants)
    if after is None or coordinate in step.rule.state:
        return [weight]
    at = {**constants, "w": weight}
    split(asked, [lifted(after.score.at(at) - kink.at(constants)) for kink in after.kinks])
    return [lifted(value.at(at)) for value in after.values]


def split(asked: Row, margins: Sequence[Univariate]) -> None:
    """Where margins vanish, the unknown goes from one interval to the next."""
    asked.all_kinks &= all(margin.degree < 2 for margin in margins)
    asked.kinks += [kink for margin in margins if margin.degree == 1 for kink in rational_roots(margin) or ()]


def may_be(check: TableCheck, margin: Univariate, *signs: int) -> bool:
    """Whether a margin may be of one of these signs for some value of the unknown."""
    try:
        return margin.degree > 0 or check.oracle.proved(sum(margin.coefficients)) in signs
    except SignVaries:
        return False


def called(values: EvaluatedTable, k: int, before: Any, wanted: Any) -> Iterator[Any]:
    """The equations for each case of the callee that could be meant."""
    step = values.table.steps[k]
    callee, positions = values.callee(step)
    for start, end in zip(callee.table.cases, callee.table.steps[-1].after, strict=True):
        meets = nonzero(a - before[p] for a, p in zip(callee.line(start), positions, strict=True))
        yield meets or nonzero(a - wanted[p] for a, p in zip(callee.line(end), positions, strict=True))


def nonzero(differences: Iterable[Any]) -> list[Univariate]:
    return [difference for difference in map(lifted, differences) if difference.coefficients]

"""All changes of one single cell with which a table is verified.

Whatever is proposed is checked as a table is; that nothing else would do follows from what the conditions ask of a
cell: weights after a step are what the step makes of those before it, weights at entry are the contract's, and an entry
of an example solves the equations of its rows.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from ogd_exact.core.checker import conditions
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import CallProblem, Failure, Violation
from ogd_exact.core.kernel.errors import InputError, Undecided
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.findings.cached_check import with_table
from ogd_exact.gadgets.findings.unknown import Row, meets, row, with_unknown
from ogd_exact.gadgets.properties.traits import moves_alone
from ogd_exact.gadgets.reading.folder import callable_gadgets

MAX_LISTS = 1000  # of coordinates that a call could name: more are not tried
WITHIN = ("region", "sign", "undefined", "undecided")  # violations that may be gone in a smaller region


class Unsolved(Exception):
    """There may be other values than those that were found."""


@dataclass(frozen=True)
class SingleRepair:
    """A cell with what could stand there: this text alone, or among others."""

    cell: Cell
    text: str
    many: bool = False  # whether there are infinitely many
    bounds: tuple[tuple[str, Any], ...] = ()  # of these


@dataclass
class SingleRepairs:
    found: list[SingleRepair]
    complete: bool  # whether it is proved that there are no others


def single_repairs(check: TableCheck, wrong: Sequence[Violation]) -> SingleRepairs:
    """All repairs of a table in which these are violations."""
    repairs = SingleRepairs([], not elsewhere(check, wrong))
    for cell in cells(check):
        if all(reaches(check, cell, violation) for violation in wrong):
            try:
                repairs.found.extend(repairs_of(check, cell))
            except (Unsolved, Undecided, ExpressionError):
                repairs.complete = False
    return repairs


def elsewhere(check: TableCheck, wrong: Sequence[Violation]) -> bool:
    """Whether what is wrong may be the region, or a magnitude that is not given: cells that are not tried here."""
    failures = [violation.about for violation in wrong if isinstance(violation.about, Failure)]
    problems = [failure.problem for failure in failures if isinstance(failure.problem, CallProblem)]
    missing = any(problem.reason == "magnitude missing" for problem in problems)
    return missing or check.table.region is not None and not any(everywhere(check, violation) for violation in wrong)


def everywhere(check: TableCheck, violation: Violation) -> bool:
    """Whether a violation is one in every region."""
    failure = violation.about
    if not isinstance(failure, Failure):
        return violation.kind not in WITHIN
    if violation.kind == "kink":
        return True
    k, values, names = violation.cell.step or 0, check.values, check.table.coordinates
    if failure.computed is None or not check.table.steps[k].x:
        return False
    weights = dict(zip(names, values.line(check.table.before(k)[failure.case]), strict=True))
    example = values.example(check.table.steps[k])
    at, intervals = values.step.values(weights, example), range(len(values.step.rule.moves))
    moved = (values.step.moved(weights, example.x, at, interval) for interval in intervals)
    return moves_alone(values.step.rule) and all(tuple(after[c] for c in names) != failure.printed for after in moved)


def cells(check: TableCheck) -> Iterator[Cell]:
    table = check.table
    yield from (cell for cell, _ in table.texts() if cell.kind != "region")
    promised = check.contract.returns if check.contract else ()
    yield from (Cell(None, "returns", name=name) for name in promised if name not in table.returns)
    for k, step in enumerate(table.steps):
        yield from (Cell(k, kind) for kind in ("call", "on") if step.call)


def reaches(check: TableCheck, cell: Cell, violation: Violation) -> bool:
    """Whether what stands in a cell may decide whether this is violated."""
    at, failed = violation.cell, isinstance(violation.about, Failure)
    if at == cell:
        return True
    if at.kind in (*check.model.rates, "rule", "kinks"):
        return False
    if cell.kind == "constants":
        return not failed or any(cell.name in names_in(text) for text in row_texts(check, at.step or 0, at.case or 0))
    if cell.in_x or cell.kind in ("y", "members"):
        return failed and at.step == cell.step
    if cell.kind == "returns":
        return violation.condition == 5
    if cell.kind in ("magnitudes", "on", "call"):
        return at.step == cell.step if failed else violation.condition in (5, 6)
    if violation.condition == 2:
        return cell.kind == "cases"
    starts = not failed or (cell.step, cell.kind) in (check.table.starts(at.step or 0), (at.step, "after"))
    return at.case in (None, cell.case) and starts


def row_texts(check: TableCheck, k: int, case: int) -> Iterable[str]:
    step = check.table.steps[k]
    return (*step.x, step.y, *step.magnitudes.values(), *step.after[case], *check.table.before(k)[case])


def repairs_of(check: TableCheck, cell: Cell) -> Iterator[SingleRepair]:
    """Raises Unsolved or Undecided where there may be others."""
    if cell.kind == "members":
        raise Unsolved
    if is_listed(check, cell):
        listed = list(proposed(check, cell))
        yield from (SingleRepair(cell, text) for text in listed if repaired(check, cell, text))
        if len(listed) == MAX_LISTS:
            raise Unsolved
        return
    rows = asked_of(check, cell)
    bound = [asked for asked in rows if not asked.free]
    tight = [asked for asked in bound if asked.solved]
    if tight:
        texts = dict.fromkeys(map(value_text, min(tight, key=lambda asked: len(asked.roots)).roots))
        yield from (SingleRepair(cell, text) for text in texts if repaired(check, cell, text))
        return
    points = dict.fromkeys(root for asked in rows for root in asked.roots)
    kinks = dict.fromkeys(kink for asked in rows for kink in asked.kinks)
    known = not bound and all(asked.solved and asked.all_kinks for asked in rows) and cell.kind != "constants"
    if known and not check.numbers.symbols:
        yield from ranges(check, cell, sorted({*points, *kinks}))
        return
    yield from (SingleRepair(cell, text) for text in map(value_text, points) if repaired(check, cell, text))
    beside = (value_text(kink + move) for kink in kinks for move in (1, -1))
    one = next((text for text in beside if repaired(check, cell, text)), None)
    yield from [] if one is None else [SingleRepair(cell, one, many=True)]
    raise Unsolved


def ranges(check: TableCheck, cell: Cell, points: Sequence[Any]) -> Iterator[SingleRepair]:
    """Whether a value will do is the same for all between two points: a side changes at none but these."""
    pieces = list[tuple[Any, Any, Any]]()
    for above, below in itertools.pairwise([None, *points, None]):
        pieces.append((above, between(above, below), below))
        pieces += [(below, below, below)] if below is not None else []
    for good, group in itertools.groupby(pieces, lambda piece: repaired(check, cell, value_text(piece[1]))):
        (above, value, first), *_, (last, _, below) = 2 * list(group)
        ends = ((">" + "=" * (above == first), above), ("<" + "=" * (last == below), below))
        bounds = tuple((sign, end) for sign, end in ends if end is not None)
        if good:
            yield SingleRepair(cell, value_text(value), above is None or above != below, bounds)


def between(above: Any, below: Any) -> Any:
    """A simple number in an open interval."""
    if above is None:
        return 0 if below is None else int(ceil(below)) - 1
    number = int(floor(above)) + 1
    return number if below is None or number < below else (above + below) / 2


def is_listed(check: TableCheck, cell: Cell) -> bool:
    """Whether all that could stand in a cell are a few texts."""
    if cell.kind == "cases":
        return bool(check.contract) or check.table.steps[0].before is not None
    solved = cell.in_x or cell.kind in ("constants", "magnitudes")
    return not solved and (cell.kind != "y" or bool(check.model.rule.labels))


def asked_of(check: TableCheck, cell: Cell) -> list[Row]:
    """What the rows that depend on a cell ask of it."""
    table, values = check.table, with_unknown(check, cell)
    cases = [cell.case] if cell.case is not None else range(len(table.cases))
    places = [(cell.step or 0, case) for case in cases]
    if cell.kind == "cases" and table.steps[0].call:
        raise Unsolved
    if cell.kind != "constants":
        return [row(check, values, *place) for place in places]
    places = [(k, c) for k in range(len(table.steps)) for c in cases]
    places = [place for place in places if any(cell.name in names_in(text) for text in row_texts(check, *place))]
    starts = [start for _, start, _ in check.promises()] if check.contract else []
    entry = [meets(values.line(line), starts) for line in table.cases] if starts else []
    return [*(row(check, values, *place) for place in places), *entry]


def proposed(check: TableCheck, cell: Cell) -> Iterable[str]:
    """All that could stand in a cell."""
    table, step = check.table, check.table.steps[cell.step or 0]
    k, case, i = cell.step or 0, cell.case or 0, cell.coordinate or 0
    if cell.kind == "y":
        return map(str, check.model.rule.labels)
    if cell.kind == "call":
        return [gadget for gadget in callable_gadgets(check.library, check.model.name) if gadget != table.gadget]
    if cell.kind == "on":
        callee = check.library.find(check.model.name, step.call)
        lists = itertools.permutations(table.inputs, len(callee.inputs) if callee else 0)
        return map(", ".join, itertools.islice(lists, MAX_LISTS))
    if cell.kind == "returns":
        return map(value_text, visible_in(check, cell.name or ""))
    if cell.kind == "after":
        outcome = check.outcome(step, table.before(k)[case], check.oracle.proved)
        if isinstance(outcome, Undecided | ExpressionError):
            raise outcome
        return [] if isinstance(outcome, Exception) else [value_text(outcome[i])]
    if cell.kind == "before":
        return [(table.steps[k - 1].after if k else table.cases)[case][i]]
    if check.contract:
        return dict.fromkeys(value_text(start[i]) for _, start, _ in check.promises())
    return [table.before(0)[case][i]]


def repaired(check: TableCheck, cell: Cell, text: str) -> bool:
    """Whether the table holds with this cell; raises Undecided where that is not known."""
    try:
        found = conditions.violations(with_table(check, check.table.put(cell, text)))
        first = next(found, None)
    except InputError:  # calls in a ring
        return False
    if first and first.kind == "undecided" and all(violation.kind == "undecided" for violation in found):
        raise Undecided
    return first is None


def visible_in(check: TableCheck, coordinate: str) -> list[Any]:
    """The distinct magnitudes of a coordinate in the last row, over the cases where it is not unset."""
    assert check.contract is not None
    k, visible = check.table.coordinates.index(coordinate), list[Any]()
    for case, line in enumerate(check.table.steps[-1].after):
        start = check.values.line(check.table.cases[case])
        for assignment, weights, _ in check.promises():
            unit = check.model.weight(check.contract.effect(coordinate, assignment)) if weights == start else 0
            if unit != 0 and (magnitude := check.values.line(line)[k] / unit) not in visible:
                visible.append(magnitude)
    return visible

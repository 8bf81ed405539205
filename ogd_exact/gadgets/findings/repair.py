"""Finds which single cell of a step that fails is wrong, and what must stand there instead.

Every cell of the step is tried: the values that would make one of its lines hold are solved for, and a
value is kept if with it every line of the step holds. Then it counts what the table makes of the rest: a
repair that the following step (or the contract, at the end) contradicts loses to one that it supports.
"""

import difflib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import Failure
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.findings.cached_check import with_table
from ogd_exact.gadgets.findings.single_repairs import is_listed, proposed
from ogd_exact.gadgets.findings.unknown import row, with_unknown

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
        """The nearest to what is printed ranks first among equals; a wrong y is likelier than a wrong x."""
        return self.merit, self.changed, self.edits[0][0].kind != "y"


def find_repairs(check: TableCheck, k: int, failed: Sequence[Failure]) -> list[Repair]:
    step = check.table.steps[k]
    single = list(dict.fromkeys(step_edits(check, k)))
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
        failed = with_table(check, table).failures(k, check.oracle.guessed)
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
        if with_table(check, table).failures(k, check.oracle.guessed):
            return None
        wrong = contradictions(check, table, k, any(cell.step is None for cell, _ in edits))
    except ExpressionError:  # a text too long for the grammar, or a constant that makes a cell undefined
        return None
    changed = sum(difference(canonical(check, check.table.get(cell)), canonical(check, text)) for cell, text in edits)
    return Repair(edits, table, wrong, changed)


def contradictions(check: TableCheck, table: Table, k: int, everywhere: bool) -> int:
    """How many lines disagree with a repair of step k: in the next step, at the end, or in all steps."""
    repaired, guess = with_table(check, table), check.oracle.guessed
    later = range(len(table.steps)) if everywhere else range(k + 1, min(k + 2, len(table.steps)))
    wrong = sum(len(repaired.failures(i, guess)) for i in later)
    if k + 1 == len(table.steps):
        return wrong + len(repaired.final_errors())
    if table.steps[k + 1].before is not None:
        values = repaired.values
        pairs = zip(map(values.line, table.before(k + 1)), map(values.line, table.steps[k].after), strict=True)
        wrong += sum(here != there for here, there in pairs)
    return wrong


def step_edits(check: TableCheck, k: int) -> Iterator[Edit]:
    """What could stand in a cell of the example or the call: values that make some weight right, and what is listed."""
    step, kinds = check.table.steps[k], ["call", "on"]
    if step.members:
        return  # which of them is wrong nobody knows
    if not step.call:
        kinds = [*(f"x{i + 1}" for i in range(len(step.x))), "y"]
    for cell in (*(Cell(k, "magnitudes", name=name) for name in step.magnitudes), *(Cell(k, kind) for kind in kinds)):
        if is_listed(check, cell):
            yield from ((cell, text) for text in proposed(check, cell) if text != check.table.get(cell))
        else:
            yield from solved_edits(check, cell, k, range(len(check.table.cases)))


def constant_edits(check: TableCheck, k: int, failed: Sequence[Failure]) -> Iterator[Edit]:
    """A constant that is printed as a weight must be what the row computes."""
    for name in check.table.constants:
        cases = [failure.case for failure in failed if name in check.table.steps[k].after[failure.case]]
        yield from solved_edits(check, Cell(None, "constants", name=name), k, cases)


def solved_edits(check: TableCheck, cell: Cell, k: int, cases: Iterable[int]) -> Iterator[Edit]:
    values = with_unknown(check, cell)
    for case in cases:
        yield from ((cell, value_text(root)) for root in row(check, values, k, case).hints)


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


def canonical(check: TableCheck, text: str) -> str:
    """One text for one value, so that a repair does not depend on how a table is typed."""
    try:
        return value_text(check.values.value(text))
    except ExpressionError:  # the name of a gadget, or a list of coordinates
        return text


def difference(old: str, new: str) -> int:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return sum(max(b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal")

"""The eight conditions. Each function yields what violates its conditions in a table, and nothing if they hold."""

from collections.abc import Iterator
from itertools import pairwise

from ogd_exact.core.checker.form import check_form
from ogd_exact.core.checker.scope import makes_weights, texts
from ogd_exact.core.checker.table_check import PROBLEMS, TableCheck
from ogd_exact.core.checker.violation import Violation, condition_of
from ogd_exact.core.tables.cells import Cell


def violations(check: TableCheck) -> Iterator[Violation]:
    """All conditions for one table, taking for granted that the gadgets it calls keep theirs."""
    check_form(check.table, check.model)
    yield from of_rule(check)
    yield from at_entry(check)
    for k in range(len(check.table.steps)):
        yield from at_start(check, k)
        yield from of_step(check, k)
    for condition in (not_defined, not_joined, at_end, touched):
        yield from condition(check)


def of_rule(check: TableCheck) -> Iterator[Violation]:
    """On the region the rate is positive, and what a step leaves of a weight that it does not name; kinks increase."""
    if any(map(check.undefined, check.model.step_texts)):
        return  # one of those that are not defined
    step = check.values.step
    if kind := check.not_positive(step.rate + check.numbers.number(0)):
        yield Violation(1, kind, Cell(None, "learning_rate"))
    if kind := check.not_positive(check.values.decay):
        yield Violation(8, kind, Cell(None, "regularizer"))
    after = [kink.at(dict(step.constants)) for kink in step.rule.after.kinks] if step.rule.after else []
    for below, above in (*pairwise(step.kinks), *pairwise(after)):
        if kind := check.not_positive(above - below + check.numbers.number(0)):
            yield Violation(7, kind, Cell(None, "kinks"))


def at_entry(check: TableCheck) -> Iterator[Violation]:
    """Condition 2."""
    contract, cases = check.contract, Cell(0, "cases")
    if contract is None:
        if check.promised is not None:
            yield Violation(2, "precondition", cases, "coordinates")
        return
    for name, text in contract.magnitudes.items():
        if kind := check.not_positive(check.numbers.read(text)):
            yield Violation(2, kind, cases, (name, text))
    expected = [start for _, start, _ in check.promises()]
    if any(weights in expected[:i] for i, weights in enumerate(expected)):
        yield Violation(2, "precondition", cases, "ambiguous")
    found = [check.values.line(line) for line in check.table.cases]
    yield from (Violation(2, "missing", cases, weights) for weights in expected if weights not in found)
    for case, line in enumerate(found):
        if line not in expected or line in found[:case]:
            yield Violation(2, "precondition", Cell(0, "cases", case), line in expected)


def at_start(check: TableCheck, k: int) -> Iterator[Violation]:
    """Condition 3, where the table prints what a step starts from."""
    last = check.table.steps[k - 1].after if k else check.table.cases
    for case, (here, there) in enumerate(zip(check.table.before(k), last, strict=True)):
        for i, (a, b) in enumerate(zip(here, there, strict=True)):
            if check.values.value(a) != check.values.value(b):
                yield Violation(3, "chain", Cell(k, "before", case, i), b)


def of_step(check: TableCheck, k: int) -> Iterator[Violation]:
    """Conditions 1, 4, 7 and 8 for one step."""
    for failure in check.failures(k, check.oracle.proved):
        yield Violation(*condition_of(check.table, k, failure), Cell(k, "after", failure.case), failure)


def not_defined(check: TableCheck) -> Iterator[Violation]:
    """Every value that the verdict rests on is defined on the whole region: nothing divided by vanishes there."""
    for cell, text in texts(check.table, check.model) if check.numbers.symbols else ():
        if kind := check.undefined(text):
            yield Violation(7, kind, cell, text)


def not_joined(check: TableCheck) -> Iterator[Violation]:
    """Condition 3, where each step may choose symbols anew: rows join only if no weight depends on the choice."""
    for cell, text in texts(check.table, check.model) if check.model.per_step else ():
        value = check.values.value(text)
        for name in check.model.per_step if makes_weights(cell) else ():
            place = check.numbers.symbols.index(name)
            if any(monomial[place] for part in (value.numer, value.denom) for monomial in part):
                yield Violation(3, "chain", cell, (name, text))
                return


def at_end(check: TableCheck) -> Iterator[Violation]:
    """Condition 5; that returned magnitudes are those of the last row follows from its weights being as promised."""
    contract = check.contract
    if contract is None:
        return
    for name in check.table.returns:
        if name not in contract.returns:
            yield Violation(5, "returns", Cell(None, "returns", name=name), "not promised")
    for name in contract.returns:
        cell, text = Cell(None, "returns", name=name), check.table.returns.get(name)
        effects = (contract.effect(name, assignment) for assignment in contract.assignments())
        if text is None or all(check.model.weight(effect) == 0 for effect in effects):
            yield Violation(5, "returns", cell)
        elif kind := check.not_positive(check.values.value(text)):
            yield Violation(5, kind, cell)
    for cell, promised in check.final_errors():
        yield Violation(5, "postcondition", cell, promised)


def touched(check: TableCheck) -> Iterator[Violation]:
    """Condition 6, also on the way through calls: what is never touched only decays, what is never positive is not."""
    contract = check.contract
    if contract is None or not (contract.untouched or contract.never_positive):
        return
    starts = [check.values.line(line) for line in check.table.cases]
    for truths, start, _ in check.promises():
        for k, name in enumerate(check.table.coordinates if start in starts else ()):
            still, low = contract.never_moves(name, truths), contract.stays_low(name, truths)
            yield from broken(check, starts.index(start), k, still, low)


def broken(check: TableCheck, case: int, k: int, still: bool, low: bool) -> Iterator[Violation]:
    """The first step that moves a coordinate in a case, or after which it is not proved to be 0 or less."""
    start, step = check.values.line(check.table.cases[case])[k], 0
    try:
        for step, examples, weights in check.values.weights_after_each_example(case) if still or low else ():
            cell, rest = Cell(step, "after", case, k), check.values.decayed(examples) * start
            if still and weights[k] != rest:
                yield Violation(6, "intermediate", cell, (weights[k], rest))
                return
            if low and (kind := check.not_proved([weights[k]], lambda sign: sign <= 0, "intermediate")):
                yield Violation(6, kind, cell, (weights[k], None))
                return
    except PROBLEMS as problem:  # in a call, which violates condition 4 as well
        yield Violation(6, "intermediate", Cell(step, "call"), problem)

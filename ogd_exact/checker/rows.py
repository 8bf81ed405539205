"""Conditions 1, 3, 4, 7 and 8: every row of a table; a wrong cell is reported and repaired."""

from collections.abc import Sequence
from typing import Any

from ogd_exact.checker.check import Failure, TableCheck
from ogd_exact.checker.evaluated_table import CallProblem, Disturbed
from ogd_exact.checker.texts import makes_weights, texts
from ogd_exact.findings.finding import Finding
from ogd_exact.findings.repair import find_repairs
from ogd_exact.kernel.errors import Kink, SignVaries, Undecided
from ogd_exact.tables.table import Cell, Table


def check_start(check: TableCheck, k: int) -> None:
    """Condition 3, where the table prints what a step starts from."""
    if check.table.steps[k].before is None:
        return
    reading = check.reading(check.table)
    last = check.table.steps[k - 1].after if k else check.table.cases
    for case, (here, there) in enumerate(zip(check.table.before(k), last, strict=True)):
        for i, (a, b) in enumerate(zip(here, there, strict=True)):
            if reading.value(a) != reading.value(b):
                cell = Cell(k, "before", case, i)
                message = f"case {case + 1} does not start where the last step ended"
                check.report(Finding(3, "chain", cell, message, a, b))
                check.table = check.table.put(cell, b)


def check_defined(check: TableCheck) -> None:
    """Every value that the verdict rests on is defined on the whole region: nothing divided by vanishes there."""
    seen: set[tuple[int | None, str]] = set()
    for cell, text in texts(check.table, check.model) if check.numbers.symbols else ():
        if (cell.step, text) not in seen and (kind := undefined(check, text)):
            message = f"{text} is not shown to be defined on the whole region"
            check.report(Finding(7, kind, cell, message, text))
        seen.add((cell.step, text))


def undefined(check: TableCheck, text: str) -> str:
    """The kind of finding that an expression deserves; empty if it is proved defined on the region."""
    reading = check.reading(check.table)
    try:
        signs = [check.sides.proved(value) for value in check.numbers.divisors(text, reading.names)]
    except SignVaries:
        return "undefined"
    except Undecided:
        return "undecided"
    return "" if all(signs) else "undefined"


def check_rule(check: TableCheck) -> None:
    """The learning rate is positive on the region, and so is what a step leaves of a weight that it does not name."""
    rate, regularizer = check.model.learning_rate, check.model.regularizer
    if undefined(check, rate) or undefined(check, regularizer):
        return  # reported as such
    decay = check.reading(check.table).decay
    if kind := check.not_positive(check.numbers.read(rate)):
        message = "a learning rate must be positive, and this is not shown to be"
        check.report(Finding(1, kind, Cell(None, "learning_rate"), message, rate))
    if kind := check.not_positive(decay):
        message = "a bit that is not named must keep its sign, but 1 less rate times regularizer is not shown positive"
        check.report(Finding(8, kind, Cell(None, "regularizer"), message, regularizer))


def check_joined(check: TableCheck) -> None:
    """Condition 3, where each step may choose symbols anew: rows join only if no weight depends on the choice."""
    reading, model = check.reading(check.table), check.model
    for cell, text in texts(check.table, model) if model.per_step else ():
        for name in model.per_step if makes_weights(cell) else ():
            if depends(reading.value(text), check.numbers.symbols.index(name)):
                message = f"each step may choose {name} anew, so that no weight may depend on it"
                check.report(Finding(3, "chain", cell, message, text))
                return


def depends(value: Any, place: int) -> bool:
    """Whether the symbol at this place occurs in a rational function."""
    return any(monomial[place] for part in (value.numer, value.denom) for monomial in part)


def check_step(check: TableCheck, k: int) -> None:
    """Conditions 1, 4, 7 and 8 for one step; a wrong cell is reported and repaired in check.table."""
    failed = check.failures(check.table, k, check.sides.proved)
    if not failed:
        return
    if all(isinstance(f.problem, Undecided) for f in failed):
        known = check.failures(check.table, k, check.sides.guess)
        if not known:
            check.report(unrepaired(check, k, failed))  # nothing is known to be wrong
            return
        failed = known
    repairs = find_repairs(check, k, failed)
    if not repairs:
        check.report(unrepaired(check, k, failed))
        return
    best = repairs[0]
    same = [r for r in repairs[1:] if r.merit == best.merit]
    also = tuple(" and ".join(f"{cell.field} = {text}" for cell, text in r.edits) for r in same)
    proved = not check.failures(best.table, k, check.sides.proved)
    for cell, text in best.edits:
        failure = next((f for f in failed if f.case == cell.case), failed[0])
        message = f"{explain(check, k, failure)}; with {place(check.table, cell)} = {text} "
        message += "every case holds" if len(best.edits) == 1 else "and the other changes here every case holds"
        message += "" if proved else " at the points tried"
        message += f"; also possible: {'; '.join(also)}" if also else ""
        condition, kind = condition_of(check, k, failure)
        check.report(Finding(condition, kind, cell, message, check.table.get(cell), text, also))
    check.table = best.table


def condition_of(check: TableCheck, k: int, failure: Failure) -> tuple[int, str]:
    if isinstance(failure.problem, CallProblem):
        return 4, "call"
    if isinstance(failure.problem, Disturbed):
        return 8, "unnamed"
    if isinstance(failure.problem, Kink):
        return 7, "kink"
    if isinstance(failure.problem, SignVaries):
        return 7, "region"
    if isinstance(failure.problem, Undecided):
        return 7, "undecided"
    step = check.table.steps[k]
    if step.call and failure.computed is not None:
        reading = check.reading(check.table)
        line = zip(check.table.coordinates, failure.computed, reading.line(step.after[failure.case]), strict=True)
        if all(c not in step.on for c, value, shown in line if value != shown):
            return 8, "unnamed"
    return 1, "transition"


def explain(check: TableCheck, k: int, failure: Failure) -> str:
    if failure.computed is None:
        text = f"case {failure.case + 1}: {failure.problem}"
        if isinstance(failure.problem, SignVaries):
            text += " (see " + ", ".join(f"{n} = {v}" for n, v in failure.problem.point.items()) + ")"
        return text
    reading = check.reading(check.table)
    printed = check.table.steps[k].after[failure.case]
    return f"case {failure.case + 1} goes to ({reading.text(failure.computed)}), not to ({', '.join(printed)})"


def unrepaired(check: TableCheck, k: int, failed: Sequence[Failure]) -> Finding:
    condition, kind = condition_of(check, k, failed[0])
    message = explain(check, k, failed[0])
    cell = Cell(k, "after", failed[0].case)
    if isinstance(failed[0].problem, CallProblem):
        cell = Cell(k, failed[0].problem.field)
    elif kind not in ("undecided", "region"):
        message += "; no small change of this step was found that makes every case hold"
        message += ", so look at earlier steps too" if k else ""
    return Finding(condition, kind, cell, message)


def place(table: Table, cell: Cell) -> str:
    if cell.kind != "after" or cell.coordinate is None or cell.case is None:
        return cell.field
    return f"w_{table.coordinates[cell.coordinate]} in case {cell.case + 1}"

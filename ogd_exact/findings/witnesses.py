"""The bounds of a region: each must be needed, shown by a point outside it alone at which a row fails."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.checker.check import PROBLEMS, TableCheck
from ogd_exact.checker.evaluated_table import EvaluatedTable
from ogd_exact.findings.finding import Finding, Witness
from ogd_exact.kernel.numbers import sign
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.table import Bound, Cell


def check_bounds(check: TableCheck) -> None:
    for bound in check.bounds:
        if bound.outside is None:
            continue
        point = {name: arithmetic(()).read(text) for name, text in bound.outside.items()}
        failing = failing_row(check, bound, point)
        if failing is None:
            at = ", ".join(f"{name} = {value}" for name, value in bound.outside.items())
            message = f"the bound {bound.text} is not shown to be needed: no row fails at {at}, or not it alone"
            check.report(Finding(7, "bound", Cell(None, "region"), message, bound.text))
        else:
            check.result.witnesses.append(Witness(bound.text, dict(bound.outside), *failing))


def failing_row(check: TableCheck, bound: Bound, point: Mapping[str, Any]) -> tuple[int, int, str] | None:
    """The step and case that first fail at a point outside this bound and no other, and why; None if none do."""
    plain = arithmetic(())
    reading = EvaluatedTable(check.table, check.model, check.library, plain, dict(point))
    try:
        alone = all((reading.difference(b) > 0) != (b == bound) for b in check.bounds)
        reading.names = dict(point) | {n: plain.read(t, point) for n, t in check.table.constants.items()}
    except ExpressionError:
        return None
    for i, step in enumerate(check.table.steps if alone else ()):
        for case, (before, after) in enumerate(zip(check.table.before(i), step.after, strict=True)):
            try:
                holds = reading.run(step, reading.line(before), sign) == reading.line(after)
                reason = "leads elsewhere"
            except ExpressionError as problem:
                holds, reason = "division by zero" not in str(problem), str(problem)
            except PROBLEMS as problem:
                holds, reason = False, str(problem)
            if not holds:
                return i, case, reason
    return None

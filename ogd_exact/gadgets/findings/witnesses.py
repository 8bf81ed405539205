"""The bounds of a region: each must be needed, shown by a point outside it alone at which a row fails."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.core.checker.evaluated_table import EvaluatedTable
from ogd_exact.core.checker.table_check import PROBLEMS, TableCheck
from ogd_exact.core.kernel.numbers import sign
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.findings.finding import Finding, Witness
from ogd_exact.gadgets.findings.wording import point_text, problem_text
from ogd_exact.text.sentence import Sentence, marked


def witnesses(check: TableCheck) -> tuple[list[Witness], list[Finding]]:
    """Bounds whose points are given: those that are shown to be needed, and those that are not."""
    needed, findings = list[Witness](), list[Finding]()
    for bound in check.bounds:
        if bound.outside is None:
            continue
        scale = names_in(check.model.scale_w) | names_in(check.model.scale_x)  # which changes nothing where it is 1
        named = dict.fromkeys(scale, "1") | dict(bound.outside)
        point = {name: arithmetic(()).read(text) for name, text in named.items()}
        failing = failing_row(check, bound, point)
        if failing is None:
            said = marked(f"the bound `{bound.text}` is not shown to be needed: no row fails at ")
            message = Sentence(said, point_text(bound.outside), ", or not it alone")
            findings.append(Finding(7, "bound", Cell(None, "region"), message, bound.text))
        else:
            needed.append(Witness(bound.text, dict(bound.outside), *failing))
    return needed, findings


def failing_row(check: TableCheck, bound: Bound, point: Mapping[str, Any]) -> tuple[int, int, Sentence] | None:
    """The step and case that first fail at a point outside this bound and no other, and why; None if none do."""
    plain = arithmetic(())
    values = EvaluatedTable(check.table, check.model, check.library, plain, dict(point))
    try:
        alone = all((values.difference(b) > 0) != (b == bound) for b in check.bounds)
        values.names = dict(point) | {n: plain.read(t, point) for n, t in check.table.constants.items()}
    except ExpressionError:
        return None
    for i, step in enumerate(check.table.steps if alone else ()):
        for case, (before, after) in enumerate(zip(check.table.before(i), step.after, strict=True)):
            try:
                holds = values.run(step, values.line(before), sign) == values.line(after)
                reason = Sentence("leads elsewhere")
            except ExpressionError as problem:
                holds, reason = "division by zero" not in str(problem), Sentence(str(problem))
            except PROBLEMS as problem:
                holds, reason = False, problem_text(problem)
            if not holds:
                return i, case, reason
    return None

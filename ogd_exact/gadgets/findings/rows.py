"""A step that does not hold: which cell is wrong, and why."""

from collections.abc import Sequence

from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import CallProblem, Failure, condition_of
from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.tables.cells import Cell
from ogd_exact.gadgets.findings.cached_check import with_table
from ogd_exact.gadgets.findings.finding import Finding
from ogd_exact.gadgets.findings.repair import find_repairs
from ogd_exact.gadgets.findings.wording import cell_text, problem_text, weights_text
from ogd_exact.text.sentence import Sentence, formulas, joined


def explain_step(check: TableCheck, k: int, findings: list[Finding]) -> TableCheck:
    """Conditions 1, 4, 7 and 8 for one step; returns the check of the repaired table."""
    failed = check.failures(k, check.oracle.proved)
    if failed and all(isinstance(failure.problem, Undecided) for failure in failed):
        failed = check.failures(k, check.oracle.guessed) or failed
        if all(isinstance(failure.problem, Undecided) for failure in failed):  # nothing is known to be wrong
            findings.append(unrepaired(check, k, failed))
            return check
    repairs = find_repairs(check, k, failed) if failed else []
    if not repairs:
        findings += [unrepaired(check, k, failed)] if failed else []
        return check
    best = repairs[0]
    same = [repair for repair in repairs[1:] if repair.merit == best.merit]
    also = tuple(
        joined(" and ", (cell_text(check.table, cell, f" = {text}", k) for cell, text in r.edits)) for r in same
    )
    repaired = with_table(check, best.table)
    proved = not repaired.failures(k, check.oracle.proved)
    for cell, text in best.edits:
        failure = next((f for f in failed if f.case == cell.case), failed[0])
        message = Sentence(why(check, k, failure), "; with ", cell_text(check.table, cell, f" = {text}", k))
        message += " every case holds" if len(best.edits) == 1 else " and the other changes here every case holds"
        message += "" if proved else " at the points tried"
        condition, kind = condition_of(check.table, k, failure)
        findings.append(Finding(condition, kind, cell, message, check.table.get(cell), text, also))
    return repaired


def why(check: TableCheck, k: int, failure: Failure) -> Sentence:
    case = f"case {failure.case + 1}"
    if failure.problem is not None:
        return Sentence(case, ": ", problem_text(failure.problem))
    printed = formulas(check.table.steps[k].after[failure.case])
    computed = weights_text(failure.computed or ())
    return Sentence(case, " goes to (", computed, "), not to (", printed, ")")


def unrepaired(check: TableCheck, k: int, failed: Sequence[Failure]) -> Finding:
    condition, kind = condition_of(check.table, k, failed[0])
    message = why(check, k, failed[0])
    cell = Cell(k, "after", failed[0].case)
    if isinstance(failed[0].problem, CallProblem):
        cell = Cell(k, failed[0].problem.key)
    elif kind not in ("undecided", "region"):
        message += "; no small change of this step was found that makes every case hold"
        message += ", so look at earlier steps too" if k else ""
    return Finding(condition, kind, cell, message)

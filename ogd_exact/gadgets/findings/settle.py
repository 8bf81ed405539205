"""Which findings are certain: no other change of one cell would do as well."""

from collections.abc import Sequence
from dataclasses import replace
from operator import ge, gt, le, lt

from ogd_exact.core.checker import conditions
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import Failure, undecided
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.findings.cached_check import with_table
from ogd_exact.gadgets.findings.finding import Finding
from ogd_exact.gadgets.findings.repair import canonical, difference
from ogd_exact.gadgets.findings.rows import why
from ogd_exact.gadgets.findings.single_repairs import SingleRepair, SingleRepairs, single_repairs
from ogd_exact.gadgets.findings.wording import cell_text
from ogd_exact.text.sentence import Sentence, joined

RELATIONS = {">": gt, ">=": ge, "<": lt, "<=": le}
MANY = 12  # of more findings, none is compared with other repairs


def settled(check: TableCheck, findings: Sequence[Finding]) -> list[Finding]:
    """One finding, if one cell repairs the table; else each is compared with what would do as well beside the rest."""
    wrong = list(conditions.violations(check))
    if undecided(wrong) or not findings:
        return list(findings)
    alone = single_repairs(check, wrong)
    if alone.found:
        known = [finding for finding in findings if any(is_of(check, repair, finding) for repair in alone.found)]
        only = alone.complete and len(alone.found) == 1 and not alone.found[0].many
        if not known:  # some cells were named that do not repair the table, or none
            named = only or any(finding.suggested for finding in findings)
            known = [simplest(check, findings[0], alone) if named else findings[0]]
        return [compared(check, known[0], alone)]
    hopeless = not alone.complete or any(finding.suggested is None for finding in findings)
    if hopeless or not 1 < len(findings) <= MANY:
        return [compared(check, finding, alone) for finding in findings]
    beside = list[Finding]()
    for finding in findings:
        table = check.table
        for other in findings:
            table = table.put(other.cell, other.suggested or "") if other is not finding else table
        rest = with_table(check, table)
        beside.append(compared(rest, finding, single_repairs(rest, list(conditions.violations(rest)))))
    return beside


def is_of(check: TableCheck, repair: SingleRepair, finding: Finding) -> bool:
    """Whether a finding suggests this repair, or one of this range."""
    if repair.cell != finding.cell or finding.suggested is None:
        return False
    if not repair.many or check.numbers.symbols:
        return canonical(check, repair.text) == canonical(check, finding.suggested)
    value = check.values.value(finding.suggested)
    return all(RELATIONS[sign](value, bound) for sign, bound in repair.bounds)


def compared(check: TableCheck, finding: Finding, with_all: SingleRepairs) -> Finding:
    """The finding with what else would do."""
    same = [repair for repair in with_all.found if is_of(check, repair, finding)]
    others = [repair for repair in with_all.found if repair not in same or repair.many]
    certain = bool(same) and with_all.complete and not others
    also = tuple(said(check, repair, finding) for repair in others) if with_all.found else finding.alternatives
    word = "possible" if finding.suggested is None else "also possible"
    message = Sentence(finding.message, f"; {word}: ", joined("; ", also)) if also else finding.message
    if same and not also and not certain:
        message += "; that no other cell would do is not proved"
    return replace(finding, message=message, alternatives=also, certain=certain)


def said(check: TableCheck, repair: SingleRepair, finding: Finding) -> Sentence:
    if not repair.many or not repair.bounds:
        one = cell_text(check.table, repair.cell, f" = {repair.text}", finding.cell.step)
        return one + (", and others" if repair.many else "")
    relations = (f" {sign} {value_text(value)}" for sign, value in repair.bounds)
    return joined(" and ", (cell_text(check.table, repair.cell, text, finding.cell.step) for text in relations))


def simplest(check: TableCheck, first: Finding, alone: SingleRepairs) -> Finding:
    """The finding of the repair that changes least, in place of some that together change more cells."""

    def rank(repair: SingleRepair) -> tuple[bool, bool, int]:
        changed = difference(canonical(check, printed(repair.cell) or ""), canonical(check, repair.text))
        return repair.many, repair.cell.case is not None, changed

    def printed(cell: Cell) -> str | None:
        return check.table.returns.get(cell.name or "") if cell.kind == "returns" else check.table.get(cell)

    best = min(alone.found, key=rank)
    violation = next(conditions.violations(check))
    k, failure = violation.cell.step or 0, violation.about
    message = why(check, k, failure) if isinstance(failure, Failure) else first.message
    message = Sentence(message, "; with ", cell_text(check.table, best.cell, f" = {best.text}", k), " every case holds")
    return Finding(first.condition, first.kind, best.cell, message, printed(best.cell), best.text)

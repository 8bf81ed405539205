"""Verifies the tables of a library: the checker decides, and what it finds wrong is explained."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.checker.violation import Violation
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.finding import Finding, Result
from ogd_exact.gadgets.findings.witnesses import witnesses
from ogd_exact.gadgets.reading.folder import chosen_tables
from ogd_exact.gadgets.reading.table_form import check_calls
from ogd_exact.text.sentence import Sentence


def verify(
    library: Library,
    models: Collection[str] = (),
    gadgets: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
    folders: Sequence[Path | None] = (),
    printed: bool = False,
) -> list[Result]:
    """The results for all tables of the library, or for those of some models or gadgets.

    folders are those from which it was read, and what lies behind it; None for what was not read from one.
    """
    chosen = chosen_tables(library, models, gadgets)
    for table in library.tables.values():
        check_calls(table, library)
    verification, results = Verification(library, folders, printed, models if len(folders) == 1 else ()), []
    for done, table in enumerate(chosen):
        progress(done, len(chosen))
        results.append(with_explanation(table, library, verification.violations(table)))
    progress(len(chosen), len(chosen))
    return results


def verify_table(table: Table, library: Library) -> Result:
    """One table by itself, taking for granted that the gadgets it calls keep their contracts."""
    return with_explanation(table, library, tuple(violations(TableCheck(table, library))))


def with_explanation(table: Table, library: Library, found: tuple[Violation, ...]) -> Result:
    check = TableCheck(table, library)
    of_callees = [violation for violation in found if isinstance(violation.about, Table)]
    findings = list[Finding]()
    try:
        if len(found) > len(of_callees):
            from ogd_exact.gadgets.findings.explain import explained  # late: most tables are right

            findings = explained(table, library)
            if of_callees:  # one of which may be what is wrong
                findings = [replace(finding, certain=False) for finding in findings]
        needed, not_needed = witnesses(check)
    except ExpressionError as error:  # a value that only arises in the explanation is too large
        raise InputError(f"{table.gadget}: {error}; simplify it", str(table.path)) from None
    findings += not_needed
    for violation in of_callees:
        message = Sentence(f"{violation.about.gadget} is not verified, so nothing follows from it")
        findings.append(Finding(4, violation.kind, violation.cell, message, violation.about.gadget))
    region = tuple(bound.text for bound in check.bounds)
    certificates = check.oracle.certificates
    promised, rule = bool(check.promised), check.model.rule
    drift = None if found else largest_drift(check)
    return Result(table, region, promised, found, tuple(findings), tuple(needed), certificates, rule, drift)


def largest_drift(check: TableCheck) -> str | None:
    """Half of what winners win by at least: phases may fall by so much while a step with members waits."""
    values, table = check.values, check.table
    steps = [(k, step) for k, step in enumerate(table.steps) if len(step.members) > 1]
    found = [values.ranked(step, values.line(line)) for k, step in steps for line in table.before(k)]
    return str(min(second - first for (first, _), (second, _), *_ in found) / 2) if found else None

"""Verifies the tables of a library, callees before their callers count on them."""

from collections.abc import Callable, Collection

from ogd_exact.checker.check import TableCheck
from ogd_exact.checker.promises import check_entry, check_final, check_untouched
from ogd_exact.checker.rows import check_defined, check_joined, check_rule, check_start, check_step
from ogd_exact.findings.finding import Finding, Result
from ogd_exact.findings.witnesses import check_bounds
from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.library import Library
from ogd_exact.tables.table import Cell, Table


def verify_table(table: Table, library: Library) -> Result:
    """All conditions for one table, taking for granted that the gadgets it calls keep theirs."""
    check = TableCheck(table, library)
    check_rule(check)
    check_entry(check)
    for k in range(len(table.steps)):
        check_start(check, k)
        check_step(check, k)
    check_defined(check)
    check_joined(check)
    check_final(check)
    check_untouched(check)
    check_bounds(check)
    check.result.certificates = check.sides.certificates
    return check.result


class Verification:
    """Results by table; a table that calls an unverified gadget is not verified itself."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.results: dict[tuple[str, str], Result] = {}

    def result(self, table: Table) -> Result:
        key = (table.model, table.gadget)
        if key not in self.results:
            callees = {s.call: self.library.find(table.model, s.call) for s in table.steps if s.call}
            checked = [self.result(t) for t in callees.values() if t]
            try:
                result = self.results[key] = verify_table(table, self.library)
            except ExpressionError as error:  # a value that only arises in the proof is too large
                raise InputError(f"{table.gadget}: {error}; simplify it", str(table.path)) from None
            for k, step in enumerate(table.steps):
                wrong = [r for r in checked if r.table.gadget == step.call and not r.verified]
                if wrong:
                    kind = "undecided" if wrong[0].undecided else "call"
                    message = f"{step.call} is not verified, so nothing follows from it"
                    result.findings.append(Finding(4, kind, Cell(k, "call"), message, step.call))
        return self.results[key]


def verify(
    library: Library,
    models: Collection[str] = (),
    gadgets: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda *_: None,
) -> list[Result]:
    """The results for all tables of the library, or for those of some models or gadgets."""
    chosen = library.chosen(models, gadgets)
    for table in library.tables.values():
        library.examples(table)  # refuses calls in a ring, and too many examples
    verification, results = Verification(library), []
    for table in chosen:
        results.append(verification.result(table))
        progress(len(results), len(chosen))
    return results

"""What is wrong with a table, cell by cell.

A wrong cell is repaired as soon as it is found, so that one misprint is one finding, however many rows it spoils.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ogd_exact.core.checker import conditions
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.checker.violation import Violation
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.findings.cached_check import RepeatedCheck, with_table
from ogd_exact.gadgets.findings.finding import Finding
from ogd_exact.gadgets.findings.rows import explain_step
from ogd_exact.gadgets.findings.settle import settled
from ogd_exact.gadgets.findings.single_repairs import visible_in
from ogd_exact.gadgets.findings.wording import problem_text, weights_text
from ogd_exact.text.sentence import Sentence, formulas, joined, marked

NOT_POSITIVE = {
    "learning_rate": "a learning rate must be positive, and this is not shown to be",
    "regularizer": "a bit that is not named must keep its sign, but 1 less rate times regularizer is not shown "
    "positive",
    "kinks": "each kink must be below the next, and these are not shown to be",
}


def explained(table: Table, library: Library) -> list[Finding]:
    """The findings for a table, and which of them are certain."""
    check = RepeatedCheck(table, library)
    return settled(check, cell_by_cell(check))


def cell_by_cell(check: TableCheck) -> list[Finding]:
    """The findings in the order of the rows."""
    findings, table = list[Finding](), check.table
    for violation in conditions.of_rule(check):
        text = check.model.rates.get(violation.cell.kind, "")
        findings.append(found(violation, Sentence(NOT_POSITIVE[violation.cell.kind]), text))
    check = explain_entry(check, findings)
    for k in range(len(table.steps)):
        for violation in list(conditions.at_start(check, k)):
            message = Sentence(f"case {(violation.cell.case or 0) + 1} does not start where the last step ended")
            findings.append(found(violation, message, check.table.get(violation.cell), violation.about))
            check = with_table(check, check.table.put(violation.cell, violation.about))
        check = explain_step(check, k, findings)
    undefined = {(v.cell.step, v.about): v for v in reversed(list(conditions.not_defined(check)))}
    for violation in reversed(undefined.values()):  # each text once in a step
        message = marked(f"`{violation.about}` is not shown to be defined on the whole region")
        findings.append(found(violation, message, violation.about))
    for violation in conditions.not_joined(check):
        message = marked(f"each step may choose `{violation.about[0]}` anew, so that no weight may depend on it")
        findings.append(found(violation, message, violation.about[1]))
    check = explain_end(check, findings)
    for violation in conditions.touched(check):
        findings += explain_touched(check, violation, known=bool(findings))
    return findings


def found(violation: Violation, message: Sentence, printed: str | None = None, suggested: str | None = None) -> Finding:
    kind = "precondition" if violation.kind == "missing" else violation.kind
    return Finding(violation.condition, kind, violation.cell, message, printed, suggested)


def explain_entry(check: TableCheck, findings: list[Finding]) -> TableCheck:
    """Condition 2; a case that misses one of the contract's by one weight is repaired."""
    for violation in list(conditions.at_entry(check)):
        if violation.about == "coordinates":
            assert check.promised is not None
            own, wanted = formulas(check.table.coordinates), formulas(check.promised.coordinates)
            message = Sentence("the table's coordinates are ", own, "; the contract's are ", wanted)
            findings.append(found(violation, message))
        elif violation.about == "ambiguous":
            message = Sentence("two cases of the contract have the same weights, so no table can tell them apart")
            findings.append(found(violation, message))
        elif violation.kind == "missing":
            check = explain_missing(check, violation, findings)
        elif violation.cell.case is None:
            name, text = violation.about
            message = marked(
                f"the contract's magnitude of `{name}`, `{text}`, is not shown to be positive on the region"
            )
            findings.append(found(violation, message))
    for violation in conditions.at_entry(check) if check.contract else ():
        if violation.cell.case is not None:
            line = weights_text(check.values.line(check.table.cases[violation.cell.case]))
            why = "stands there twice" if violation.about else "the contract does not allow"
            message = Sentence(f"case {violation.cell.case + 1} starts from (", line, f"), which {why}")
            findings.append(found(violation, message))
    return check


def explain_missing(check: TableCheck, violation: Violation, findings: list[Finding]) -> TableCheck:
    weights = violation.about
    text = weights_text(weights)
    expected, cases = [start for _, start, _ in check.promises()], list(map(check.values.line, check.table.cases))
    loose = [i for i, line in enumerate(cases) if line not in expected or cases.count(line) > 1]
    edits = [edit for i in loose if (edit := one_cell(check, i, cases[i], weights))]
    if not edits:
        findings.append(found(violation, Sentence("no case starts from (", text, "), which the contract allows")))
        return check

    def failing(edit: tuple[Cell, str]) -> int:
        return len(with_table(check, check.table.put(*edit)).failures(0, check.oracle.guessed))

    # Either of two equal cases may be the wrong one: the first step knows which.
    cell, suggested = min(edits, key=failing)
    message = Sentence(f"case {(cell.case or 0) + 1} must start from (", text, ") to meet the contract")
    findings.append(Finding(2, "precondition", cell, message, check.table.get(cell), suggested))
    return with_table(check, check.table.put(cell, suggested))


def one_cell(check: TableCheck, case: int, line: Sequence[Any], wanted: Sequence[Any]) -> tuple[Cell, str] | None:
    """The edit that turns one entry line into another, if they differ in one weight only."""
    wrong = [k for k, (a, b) in enumerate(zip(line, wanted, strict=True)) if a != b]
    return (Cell(0, "cases", case, wrong[0]), value_text(wanted[wrong[0]])) if len(wrong) == 1 else None


def explain_end(check: TableCheck, findings: list[Finding]) -> TableCheck:
    """Condition 5."""
    check = explain_returns(check, findings)
    wrong = [violation for violation in conditions.at_end(check) if violation.kind == "postcondition"]
    if len(wrong) == 1:
        cell, promised = wrong[0].cell, value_text(wrong[0].about)
        message = Sentence("the contract promises another weight at the end of this case")
        findings.append(found(wrong[0], message, check.table.get(cell), promised))
    elif wrong:
        parts = []
        for case in sorted({violation.cell.case or 0 for violation in wrong}):
            lines = check.values.line(check.table.steps[-1].after[case]), check.final_weights(case)
            ends, wanted = (weights_text(line) for line in lines)
            parts.append(Sentence(f"case {case + 1} ends at (", ends, "), not at (", wanted, ")"))
        message = Sentence("the contract promises other weights at the end: ", joined("; ", parts))
        findings.append(Finding(5, "postcondition", Cell(wrong[0].cell.step, "after"), message))
    return check


def explain_returns(check: TableCheck, findings: list[Finding]) -> TableCheck:
    """A returned magnitude is repaired by what the last row shows."""
    names = check.contract.returns if check.contract else ()
    broken = {v.cell.name: v for v in conditions.at_end(check) if v.kind != "postcondition"}
    for name, violation in broken.items():
        if name not in names:
            message = marked(f"the contract does not return a magnitude of `{name}`")
            findings.append(found(violation, message, check.table.returns[name or ""]))
    for name in names:
        cell, text, visible = Cell(None, "returns", name=name), check.table.returns.get(name), visible_in(check, name)
        if len(visible) == 1 and (text is None or check.values.value(text) != visible[0]):
            suggested = value_text(visible[0])
            said = f"the contract returns the magnitude of `{name}`, which is `{suggested}`"
            message = marked(f"{said} in every case of the last row")
            findings.append(Finding(5, "returns", cell, message, text, suggested))
            check = with_table(check, replace(check.table, returns={**check.table.returns, name: suggested}))
        elif name in broken and broken[name].kind == "returns":
            said = f"the contract returns the magnitude of `{name}`; the table must state it, and the last row show it"
            findings.append(found(broken[name], marked(said)))
        elif name in broken:
            message = marked(f"the returned magnitude of `{name}` is not shown to be positive on the region")
            findings.append(found(broken[name], message, text))
    return check


def explain_touched(check: TableCheck, violation: Violation, known: bool) -> list[Finding]:
    """Condition 6; a call that cannot be made was found under condition 4, if anything was."""
    cell = violation.cell
    if isinstance(violation.about, Exception):
        return [] if known else [found(violation, problem_text(violation.about))]
    weight, still = violation.about
    name, called = check.table.coordinates[cell.coordinate or 0], bool(check.table.steps[cell.step or 0].call)
    never = "positive" if still is None else "touched"
    said = f"the contract promises that `{name}` is never {never} in case {(cell.case or 0) + 1}"
    becomes = "it is not known of" if violation.kind == "undecided" else "it becomes"
    message = marked(f"{said}, but {becomes} `{value_text(weight)}`")
    suggested = None if called or still is None else value_text(still)
    return [found(violation, message, None if called else check.table.get(cell), suggested)]

"""Conditions 2, 5 and 6: the table against its contract, at entry, at the end, and on the way."""

from dataclasses import replace
from typing import Any

from ogd_exact.checker.check import PROBLEMS, TableCheck
from ogd_exact.checker.evaluated_table import EvaluatedTable, Weights
from ogd_exact.findings.finding import Finding
from ogd_exact.tables.table import Cell


def check_entry(check: TableCheck) -> None:
    if check.contract is None:
        return
    if check.contract.coordinates != check.table.coordinates:
        own, wanted = (", ".join(names) for names in (check.table.coordinates, check.contract.coordinates))
        message = f"the table's coordinates are {own}; the contract's are {wanted}"
        check.report(Finding(2, "precondition", Cell(0, "cases"), message))
        check.contract = None  # it cannot be read on these coordinates
        return
    reading = check.reading(check.table)
    for name, text in check.contract.magnitudes.items():
        if kind := check.not_positive(check.numbers.read(text)):
            message = f"the contract's magnitude of {name}, {text}, is not shown to be positive on the region"
            check.report(Finding(2, kind, Cell(0, "cases"), message))
    expected = [weights for _, weights in check.contract_lines(reading)]
    if any(weights in expected[:i] for i, weights in enumerate(expected)):
        message = "two cases of the contract have the same weights, so no table can tell them apart"
        check.report(Finding(2, "precondition", Cell(0, "cases"), message))
    found = reading.lines(check.table.cases)
    for weights in [weights for weights in expected if weights not in found]:
        loose = [i for i, line in enumerate(found) if line not in expected or found.count(line) > 1]
        edits = [edit for i in loose if (edit := one_cell(check, i, found[i], weights))]
        if edits:
            # Of two equal cases, either may be the wrong one: the first step knows which.
            cell, text = min(edits, key=lambda e: len(check.failures(check.table.put(*e), 0, check.sides.guess)))
            message = f"case {(cell.case or 0) + 1} must start from ({reading.text(weights)}) to meet the contract"
            check.report(Finding(2, "precondition", cell, message, check.table.get(cell), text))
            check.table = check.table.put(cell, text)
            found[cell.case or 0] = weights
        else:
            message = f"no case starts from ({reading.text(weights)}), which the contract allows"
            check.report(Finding(2, "precondition", Cell(0, "cases"), message))
    for case, line in enumerate(found):
        if line not in expected or line in found[:case]:
            message = f"case {case + 1} starts from ({reading.text(line)}), which "
            message += "stands there twice" if line in expected else "the contract does not allow"
            check.report(Finding(2, "precondition", Cell(0, "cases", case), message))


def one_cell(check: TableCheck, case: int, found: Weights, wanted: Weights) -> tuple[Cell, str] | None:
    """The edit that turns one entry line into another, if they differ in one weight only."""
    wrong = [k for k, (a, b) in enumerate(zip(found, wanted, strict=True)) if a != b]
    return (Cell(0, "cases", case, wrong[0]), check.numbers.text(wanted[wrong[0]])) if len(wrong) == 1 else None


def check_final(check: TableCheck) -> None:
    if check.contract is None:
        return
    check_returns(check)
    errors = check.final_errors(check.table)
    if len(errors) == 1:
        cell, promised = errors[0]
        message = "the contract promises another weight at the end of this case"
        text = check.numbers.text(promised)
        check.report(Finding(5, "postcondition", cell, message, check.table.get(cell), text))
    elif errors:
        reading, parts = check.reading(check.table), []
        for case in sorted({cell.case or 0 for cell, _ in errors}):
            ends = reading.text(reading.line(check.table.steps[-1].after[case]))
            parts.append(f"case {case + 1} ends at ({ends}), not at ({reading.text(check.promised(reading, case))})")
        message = f"the contract promises other weights at the end: {'; '.join(parts)}"
        check.report(Finding(5, "postcondition", Cell(errors[0][0].step, "after"), message))


def check_returns(check: TableCheck) -> None:
    """The returned magnitudes are those that the last row shows, and are positive on the region."""
    assert check.contract is not None
    reading = check.reading(check.table)
    for c in check.table.returns:
        if c not in check.contract.returns:
            message = f"the contract does not return a magnitude of {c}"
            check.report(Finding(5, "returns", Cell(None, "returns", name=c), message, check.table.returns[c]))
    for c in check.contract.returns:
        text, shown = check.table.returns.get(c), shown_magnitudes(check, reading, c)
        returned = None if text is None else reading.value(text)
        if len(shown) == 1 and shown[0] != returned:
            suggested = check.numbers.text(shown[0])
            message = f"the contract returns the magnitude of {c}, which is {suggested} in every case of the last row"
            check.report(Finding(5, "returns", Cell(None, "returns", name=c), message, text, suggested))
            check.table = replace(check.table, returns={**check.table.returns, c: suggested})
        elif text is None or not shown:
            message = f"the contract returns the magnitude of {c}; the table must state it, and the last row show it"
            check.report(Finding(5, "returns", Cell(None, "returns", name=c), message))
        elif kind := check.not_positive(returned):
            message = f"the returned magnitude of {c} is not shown to be positive on the region"
            check.report(Finding(5, kind, Cell(None, "returns", name=c), message, text))


def shown_magnitudes(check: TableCheck, reading: EvaluatedTable, coordinate: str) -> list[Any]:
    """The distinct magnitudes of a coordinate in the last row, over the cases where it is not unset."""
    assert check.contract is not None
    k, shown = check.table.coordinates.index(coordinate), []
    for case, line in enumerate(check.table.steps[-1].after):
        start = reading.line(check.table.cases[case])
        for assignment, weights in check.contract_lines(reading):
            unit = check.model.weight(check.contract.effect(coordinate, assignment)) if weights == start else 0
            if unit != 0 and (magnitude := reading.line(line)[k] / unit) not in shown:
                shown.append(magnitude)
    return shown


def check_untouched(check: TableCheck) -> None:
    if check.contract is None or not check.contract.untouched:
        return
    reading = check.reading(check.table)
    for assignment, start in check.contract_lines(reading):
        case = next((i for i, line in enumerate(check.table.cases) if reading.line(line) == start), None)
        for k, c in enumerate(check.table.coordinates):
            if case is not None and check.contract.never_moves(c, assignment):
                check_never_moves(check, reading, case, k)


def check_never_moves(check: TableCheck, reading: EvaluatedTable, case: int, k: int) -> None:
    start, count = reading.line(check.table.cases[case])[k], 0
    for i, step in enumerate(check.table.steps):
        stations = [(1, reading.line(step.after[case]))]
        if step.call:
            try:
                stations = list(reading.stations(step, reading.line(check.table.before(i)[case])))
            except PROBLEMS as problem:
                if not check.result.findings:  # else reported under condition 4
                    check.report(Finding(6, "intermediate", Cell(i, "call"), str(problem)))
                return
        for passed, weights in stations:
            still = reading.decayed(count + passed) * start
            if weights[k] != still:
                cell = Cell(i, "after", case, k)
                text = None if step.call else check.numbers.text(still)
                name = check.table.coordinates[k]
                message = f"the contract promises that {name} is never touched in case {case + 1}"
                message += f", but it becomes {check.numbers.text(weights[k])}"
                printed = None if step.call else check.table.get(cell)
                check.report(Finding(6, "intermediate", cell, message, printed, text))
                return
        count += stations[-1][0] if stations else 0

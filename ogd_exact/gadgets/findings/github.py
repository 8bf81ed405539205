"""Results as annotations, which GitHub shows beside the lines that they are about."""

from collections.abc import Sequence
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.tables.cells import Cell
from ogd_exact.gadgets.findings.coverage import Coverage
from ogd_exact.gadgets.findings.finding import Result
from ogd_exact.gadgets.findings.report import annotation, corrected, finding_json, near, no_contract, summary

SHOWN_BY_GITHUB = 10


def github_report(results: Sequence[Result], source: str, coverage: Coverage) -> str:
    """One annotation for each finding, at its cell, and for all that could not be read."""
    lines = [github_error(problem) for problem in coverage.problems]
    lines += [github_error(InputError(f.message, str(f.path), f.line, f.column)) for f in coverage.page]
    for result in results:
        for finding in result.findings:
            data = finding_json(result, finding)
            place = f"file={escaped(data['file'], ':,')}" if data["file"] else "title=ogd-exact"
            place += f",line={data['line']},col={data['column']}" if data["line"] else ""
            text, level = annotation(result, finding)
            lines.append(f"::{level} {place}::{escaped(text)}")
    # The log has what is cut off on the page.
    counts = [sum(line.startswith(f"::{kind}") for line in lines) for kind in ("error", "warning")]
    hidden = sum(max(0, count - SHOWN_BY_GITHUB) for count in counts)
    more = f"GitHub shows {SHOWN_BY_GITHUB} of each kind in a step; see this log for {hidden} more." if hidden else ""
    for result in results:
        if not result.contract:
            place = f"file={escaped(near(result.table.path), ':,')}" if result.table.path else "title=ogd-exact"
            spot = result.table.place(Cell(0, "cases", 0, 0))
            place += f",line={spot.line},col={spot.column}" if spot else ""
            lines.append(f"::warning {place}::{escaped(no_contract([result]))}")
    closing = [more, corrected(results, source), *coverage.closing, summary(results, source, coverage.but)]
    return "\n".join([*lines, *filter(None, closing)])


def github_error(error: InputError) -> str:
    """The annotation for input that cannot be read."""
    place = [("file", error.path and near(Path(error.path))), ("line", error.line), ("col", error.column)]
    where = ",".join(f"{key}={escaped(str(value), ':,')}" for key, value in place if value)
    return f"::error {where or 'title=ogd-exact'}::{escaped(one_line(error.message))}"


def escaped(text: str, more: str = "") -> str:
    for mark in "%\r\n" + more:
        text = text.replace(mark, f"%{ord(mark):02X}")
    return text

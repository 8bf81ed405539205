"""Results as SARIF 2.1.0, which editors and code-scanning services read."""

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

import ogd_exact
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.gadgets.findings.coverage import Coverage
from ogd_exact.gadgets.findings.finding import CONDITIONS, Finding, Result
from ogd_exact.gadgets.findings.report import annotation, finding_json, near, no_contract

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
NO_CONTRACT = "no-contract"
PRINTED = "printed"
RULES = [*(f"condition-{number}" for number in CONDITIONS), NO_CONTRACT, PRINTED]
MEANINGS = [
    *CONDITIONS.values(),
    "A table has no contract, so that what it is for was not checked.",
    "The page says something else than the source.",
]


def sarif_report(results: Sequence[Result], source: str, coverage: Coverage) -> str:
    """One result for each finding, a note for each table without a contract, and what could not be read."""
    found = [finding_result(result, finding) for result in results for finding in result.findings]
    found += [contract_note(result) for result in results if not result.contract]
    for page in coverage.page:
        place = {"locations": [location(near(page.path), page.line, page.column)]}
        index = {"ruleId": PRINTED, "ruleIndex": RULES.index(PRINTED)}
        found.append(index | {"level": "error", "message": {"text": one_line(page.message)}} | place)
    return log(invocation(coverage.problems, coverage.closing), found)


def sarif_error(error: InputError) -> str:
    """Input that cannot be read: nothing was found, as nothing was checked."""
    return log(invocation([error]), [])


def invocation(problems: Sequence[InputError], more: Sequence[str] = ()) -> dict[str, Any]:
    """Whether all could be read, what could not, and what more there is to say."""
    notes = list[dict[str, Any]]()
    for problem in problems:
        note: dict[str, Any] = {"level": "error", "message": {"text": one_line(problem.message)}}
        if problem.path:
            note |= {"locations": [location(near(Path(problem.path)), problem.line, problem.column)]}
        notes.append(note)
    notes += [{"level": "note", "message": {"text": text}} for text in more]
    return {"executionSuccessful": not problems} | ({"toolExecutionNotifications": notes} if notes else {})


def log(invocation: dict[str, Any], results: list[dict[str, Any]]) -> str:
    rules = [{"id": rule, "shortDescription": {"text": text}} for rule, text in zip(RULES, MEANINGS, strict=True)]
    driver = {"name": "ogd-exact", "semanticVersion": ogd_exact.__version__, "rules": rules}
    run = {"tool": {"driver": driver}, "invocations": [invocation], "columnKind": "unicodeCodePoints"}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run | {"results": results}]}, indent=2)


def finding_result(result: Result, finding: Finding) -> dict[str, Any]:
    data = finding_json(result, finding)
    text, level = annotation(result, finding)
    said = result_of(f"condition-{finding.condition}", level, text, result)
    if data["file"]:
        said["locations"][0] |= location(data["file"], data["line"], data["column"])
    return said


def contract_note(result: Result) -> dict[str, Any]:
    said = result_of(NO_CONTRACT, "note", no_contract([result]), result)
    if result.table.path is not None:
        said["locations"][0] |= location(near(result.table.path))
    return said


def result_of(rule: str, level: str, text: str, result: Result) -> dict[str, Any]:
    name = f"{result.table.model}/{result.table.gadget}"
    logical = {"logicalLocations": [{"fullyQualifiedName": name, "kind": "function"}]}
    index = {"ruleId": rule, "ruleIndex": RULES.index(rule)}
    return index | {"level": level, "message": {"text": text}, "locations": [logical]}


def location(file: str, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    uri = Path(file).as_uri() if Path(file).is_absolute() else quote(str(PurePosixPath(Path(file))))
    region = {"startLine": line} | ({"startColumn": column} if column else {}) if line else {}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}} | ({"region": region} if region else {})}

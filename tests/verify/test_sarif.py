"""verify --format sarif has the structure of SARIF 2.1.0, and says what the other formats say."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from conftest import ROOT, needs
from latex.test_refused import GOOD

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "properties": {k: {"type": "integer", "minimum": 1} for k in ("startLine", "startColumn")},
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9%._~:/,()+-]+$"}},
                },
                "region": REGION,
            },
            "additionalProperties": False,
        },
        "logicalLocations": {"type": "array", "items": {"type": "object", "required": ["fullyQualifiedName"]}},
    },
    "additionalProperties": False,
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {"level": LEVEL, "message": TEXT, "locations": {"type": "array", "items": LOCATION, "minItems": 1}},
}
RUN = {
    "type": "object",
    "required": ["tool", "results", "invocations"],
    "properties": {
        "tool": {
            "type": "object",
            "required": ["driver"],
            "properties": {
                "driver": {
                    "type": "object",
                    "required": ["name", "semanticVersion", "rules"],
                    "properties": {
                        "rules": {
                            "type": "array",
                            "items": {"required": ["id"], "properties": {"shortDescription": TEXT}},
                        }
                    },
                }
            },
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {
            "type": "array",
            "items": {
                "required": ["executionSuccessful"],
                "properties": {
                    "executionSuccessful": {"type": "boolean"},
                    "toolExecutionNotifications": {
                        "items": {"required": ["message"], "properties": {"message": TEXT, "level": LEVEL}}
                    },
                },
            },
        },
        "results": {"type": "array", "items": RESULT},
    },
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN, "minItems": 1}},
}


def run_of(text: str) -> Any:
    log = json.loads(text)
    needs("jsonschema", "jsonschema").Draft202012Validator(LOG).validate(log)
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return run


def test_sarif_has_every_finding_at_its_place(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answer = verify("--printed", "--format", "sarif")
    run = run_of(answer.out)
    assert answer.code == 1 and run["invocations"] == [{"executionSuccessful": True}]
    tables = json.loads(verify("--printed", "--format", "json").out)["tables"]
    findings = [(table, finding) for table in tables for finding in table["findings"]]
    assert len(run["results"]) == len(findings) >= 8
    for result, (table, finding) in zip(run["results"], findings, strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == finding["file"]
        assert place["region"] == {"startLine": finding["line"], "startColumn": finding["column"]}
        assert result["ruleId"] == f"condition-{finding['condition']}" and result["level"] == "error"
        must = "must" if finding["certain"] else "could"
        assert result["message"]["text"].endswith(f"{must} be {finding['suggested']})")
        name = result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
        assert name == f"{table['model']}/{table['gadget']}"


def test_nothing_found(verify: Any) -> None:
    answer = verify("--model", "svm", "--format", "sarif")
    assert answer.code == 0 and run_of(answer.out)["results"] == []


def test_a_table_without_contract_is_a_note(tmp_path: Path, verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = GOOD.replace("tab:cpy", "tab:mine")
    (tmp_path / "a paper, 100% é.tex").write_text("% ogd-exact: model=svm gadget=my_copy\n" + text)
    answer = verify("a paper, 100% é.tex", "--format", "sarif")
    (result,) = run_of(answer.out)["results"]
    assert answer.code == 0 and (result["ruleId"], result["level"]) == ("no-contract", "note")
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri) == "a paper, 100% é.tex" and " " not in uri


def test_a_file_that_cannot_be_read_is_no_success(tmp_path: Path, verify: Any) -> None:
    path = tmp_path / "a.tex"
    path.write_text(GOOD.replace("$-4$", r"$-4\beta$"))
    answer = verify(path, "--format", "sarif")
    run = run_of(answer.out)
    (invocation,) = run["invocations"]
    said, *notes = invocation["toolExecutionNotifications"]
    assert [note["level"] for note in notes] == ["note", "note"] and "0 checked" in str(notes)
    assert answer.code == 2 and run["results"] == [] and invocation["executionSuccessful"] is False
    place = said["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == path.as_uri() and place["region"]["startLine"] == 8

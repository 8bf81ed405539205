"""The list in docs/trust.md of what is trusted is the one that imports give, and what it leaves out decides nothing."""

import ast
import dataclasses
from pathlib import Path
from typing import Any

import pytest

import ogd_exact.core.checker.conditions
import ogd_exact.core.checker.table_check
import ogd_exact.core.checker.verification
import ogd_exact.gadgets.findings.rows
import ogd_exact.gadgets.findings.verify
import ogd_exact.gadgets.prover.proposals
import trusted
from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.sign_oracle import shared_oracle
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.kernel.errors import SignVaries
from ogd_exact.gadgets.reading.folder import paper


def test_the_page_lists_what_verdicts_rest_on() -> None:
    assert trusted.PAGE.read_text() == trusted.written(trusted.PAGE.read_text()), "run scripts/trusted.py"


def test_every_exception_is_imported_by_a_trusted_file() -> None:
    reached = {found for paths in trusted.verdicts().values() for path in paths for found in trusted.imports(path)}
    for name in trusted.NOT_TRUSTED:
        assert any(path == Path(name) or path.is_relative_to(name) for path in reached), f"{name} is not imported"


def test_what_verify_rests_on_stays_small() -> None:
    assert sum(map(trusted.lines, trusted.verdicts()["`verify`"])) <= 2400


def test_no_verdict_rests_on_an_assertion() -> None:
    """python -O drops them, so that trusted files have them for types alone."""
    paths = {path for paths in trusted.verdicts().values() for path in paths}
    found = [node for path in paths for node in ast.walk(ast.parse((trusted.ROOT / path).read_text()))]
    claims = [node.test for node in found if isinstance(node, ast.Assert)]
    parts = [part for claim in claims for part in (claim.values if isinstance(claim, ast.BoolOp) else [claim])]
    said = [ast.unparse(part) for part in parts]
    assert said and [text for text in said if not text.endswith(" is not None")] == []


def test_verify_trusts_one_floor_and_nothing_else() -> None:
    """Every file of core is reached from where a verdict is made, and nothing outside it is."""
    floor = {path.relative_to(trusted.ROOT) for path in (trusted.ROOT / "ogd_exact" / "core").rglob("*.py")}
    assert {*trusted.verdicts()["`verify`"]} == {path for path in floor if trusted.lines(path) > 1}


def test_a_repair_or_a_witness_changes_no_verdict(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ogd_exact.gadgets.findings.rows, "find_repairs", lambda *_: [])
    monkeypatch.setattr(ogd_exact.gadgets.findings.verify, "witnesses", lambda *_: ([], []))
    assert verify("--model", "svm").code == 0
    assert verify("--printed").code == 1


def test_the_name_of_a_violation_changes_no_verdict(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ogd_exact.core.checker.conditions, "condition_of", lambda *_: (0, ""))
    monkeypatch.setattr(ogd_exact.core.checker.verification, "undecided", lambda *_: True)
    assert verify("--model", "svm").code == 0
    assert verify("--printed").code == 1


def test_a_false_certificate_proves_nothing(monkeypatch: pytest.MonkeyPatch, verify: Any) -> None:
    """The search may propose what it likes: a sign that is not proved is never used."""
    search = ogd_exact.gadgets.prover.proposals.find_certificate

    def lies(polynomial: Any, region: Any, sign: int) -> Any:
        found = search(polynomial, region, sign)
        return found and dataclasses.replace(found, sign=-found.sign)

    monkeypatch.setattr(ogd_exact.gadgets.prover.proposals, "find_certificate", lies)
    monkeypatch.setattr(
        ogd_exact.core.checker.table_check, "shared_oracle", shared_oracle.__wrapped__
    )  # knows nothing yet
    answer = verify("--model", "svm-reg")
    assert answer.code == 3 and "all verified" not in answer.out


def test_the_script_writes_only_between_its_marks() -> None:
    text = trusted.PAGE.read_text()
    before, after = text.split(trusted.FIRST)[0], text.split(trusted.LAST)[1]
    assert trusted.written(text).startswith(before) and trusted.written(text).endswith(after)


@pytest.mark.parametrize("liar", ["guess", "certificate"])
def test_a_sign_that_is_falsely_said_to_vary_decides_nothing(monkeypatch: pytest.MonkeyPatch, liar: str) -> None:
    """What no point of the region shows is undecided, not wrong."""

    def lies(prover: Any, value: Any) -> int:
        raise SignVaries("it varies", {"alpha": "9/10"})

    monkeypatch.setattr(ogd_exact.gadgets.prover.proposals.Prover, liar, lies)
    monkeypatch.setattr(ogd_exact.core.checker.table_check, "shared_oracle", shared_oracle.__wrapped__)
    found = list(violations(TableCheck(paper().tables["svm-reg", "reset"], paper())))
    assert found and {violation.kind for violation in found} == {"undecided"}

"""Each numbered condition, with tables that break that condition and no other.

Each file of incorrect/ begins with: model | condition | step field | suggestion (| step field | suggestion ...).
Each file of correct/ begins with: model | what it shows. Each folder of correct/ has models of its own.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ogd_exact.core.checker.sign_oracle import shared_oracle
from ogd_exact.core.kernel.step import Step
from ogd_exact.gadgets.findings.finding import CONDITIONS

HERE = Path(__file__).parent
INCORRECT = sorted((HERE / "incorrect").glob("*.toml"))
CORRECT = sorted((HERE / "correct").glob("*.toml"))
WITH_MODELS = sorted(path for path in (HERE / "correct").iterdir() if path.is_dir())


def header(path: Path) -> list[str]:
    return [part.strip() for part in path.read_text().split("\n")[0].removeprefix("#").split("|")]


def report(verify: Any, folder: Path, path: Path) -> tuple[int, Any]:
    target = folder / header(path)[0] / path.name
    target.parent.mkdir()
    shutil.copy(path, target)
    answer = verify("--tables", folder, "--format", "json")
    assert answer.err == ""
    return answer.code, json.loads(answer.out)


@pytest.mark.parametrize("path", INCORRECT, ids=lambda path: path.stem)
def test_a_broken_condition_is_found_alone_and_in_its_place(verify: Any, tmp_path: Path, path: Path) -> None:
    _, condition, *wanted = header(path)
    code, data = report(verify, tmp_path, path)
    (table,) = data["tables"]
    assert code == 1 and not data["verified"] and not table["verified"]
    assert {finding["condition"] for finding in table["findings"]} == {int(condition)}
    found = [[f"{f['step']} {f['field']}", str(f["suggested"])] for f in table["findings"]]
    assert found == [wanted[i : i + 2] for i in range(0, len(wanted), 2)]
    for finding in table["findings"]:
        assert finding["message"] and finding["kind"]
        if finding["step"] and finding["printed"] and finding["field"] not in ("call", "on"):
            line = (tmp_path / header(path)[0] / path.name).read_text().split("\n")[finding["line"] - 1]
            assert line[finding["column"] :].startswith(finding["printed"])


def test_every_condition_has_a_table_that_breaks_it() -> None:
    assert {int(header(path)[1]) for path in INCORRECT} == set(CONDITIONS) == set(range(1, 9))


@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
def test_right_tables_of_users_are_verified(verify: Any, tmp_path: Path, path: Path) -> None:
    code, data = report(verify, tmp_path, path)
    assert code == 0 and data["verified"], data["tables"]
    assert data["source"] == str(tmp_path)


@pytest.mark.parametrize("folder", WITH_MODELS, ids=lambda path: path.name)
def test_right_tables_of_models_of_users_are_verified(verify: Any, folder: Path) -> None:
    answer = verify("--tables", folder, "--format", "json")
    data = json.loads(answer.out or "{}")
    assert answer.code == 0 and data["verified"], answer
    assert {table["gadget"] for table in data["tables"]} == {
        path.stem for path in folder.glob("*/*.toml") if path.name != "model.toml"
    }


def test_there_are_as_many_right_tables_as_wrong_ones() -> None:
    assert len(CORRECT) + len(WITH_MODELS) >= len(INCORRECT)


def test_a_table_without_contract_says_what_was_not_checked(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "svm").mkdir()
    shutil.copy(HERE / "correct" / "swap_signs.toml", tmp_path / "svm")
    answer = verify("--tables", tmp_path)
    assert answer.code == 0
    assert "was not checked (conditions 2, 5 and 6): svm negate_both" in " ".join(answer.out.split())


def test_a_caller_of_a_wrong_gadget_is_not_verified(verify: Any, tmp_path: Path) -> None:
    """A wrong `not` of the user's own takes the place of the paper's, also for those who call it."""
    (tmp_path / "svm").mkdir()
    shutil.copy(HERE / "incorrect" / "5_ends_elsewhere.toml", tmp_path / "svm")
    caller = (HERE / "correct" / "swap_signs.toml").read_text().replace("tab:test", "tab:caller")
    (tmp_path / "svm" / "caller.toml").write_text(caller)
    answer = verify("--tables", tmp_path, "--format", "json")
    findings = {t["gadget"]: t["findings"] for t in json.loads(answer.out)["tables"]}
    assert answer.code == 1
    assert any("not is not verified" in f["message"] for f in findings["negate_both"])


def test_a_rule_that_touches_what_it_must_not_is_caught(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Condition 8 holds of the kernel's rules because they are run beside a coordinate that nobody names."""
    right = Step.moved

    def leaky(step: Step, weights: Any, along: Any, *given: Any) -> Any:
        return {c: 2 * w if c not in along else w for c, w in right(step, weights, along, *given).items()}

    monkeypatch.setattr(Step, "moved", leaky)
    monkeypatch.setattr(
        "ogd_exact.core.checker.table_check.shared_oracle", shared_oracle.__wrapped__
    )  # knows nothing yet
    answer = verify("--model", "svm", "--gadget", "reset", "--format", "json")
    assert answer.code == 1
    findings = json.loads(answer.out)["tables"][0]["findings"]
    assert {f["condition"] for f in findings} == {8}

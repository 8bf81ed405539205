"""The command as users type it: formats, exit codes, output files."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conftest import ROOT, called, in_full, sampled, typed
from ogd_exact.commands.command_line import COMMANDS
from ogd_exact.core.checker.sign_oracle import shared_oracle

KEYS = {"model", "gadget", "label", "steps", "cases", "transitions", "verified", "region", "findings"}


@pytest.mark.usefixtures("eighty_columns")
def test_everything_holds() -> None:
    answer = typed("-m", "ogd_exact.verify")
    assert answer.code == 0 and answer.err == ""
    assert answer.out.endswith("30 tables (corrected), 524 transitions and 40 calls checked: all verified.\n")
    assert max(map(len, answer.out.splitlines())) <= 80


def test_the_umbrella_command() -> None:
    assert typed("-m", "ogd_exact", "verify", "--model", "svm").code == 0
    assert "usage" in called("--help").out
    assert called("--version").out.startswith("ogd-exact 0.")
    assert called().code == 2
    answer = called("vrify")
    assert answer.code == 2 and "there is no command 'vrify'" in answer.err
    assert answer.err.endswith("; did you mean verify?\n")
    assert called("help").err.endswith("; see ogd-exact --help\n")


@pytest.mark.parametrize("command", sampled(COMMANDS, 4))
def test_each_command_is_a_module(command: str) -> None:
    answer = typed("-m", f"ogd_exact.{command}", "--help")
    assert answer.code == 0 and answer.out.startswith(f"usage: python -m ogd_exact.{command} ")


@in_full
def test_both_number_backends_give_the_same_report() -> None:
    reports = [
        typed("-m", "ogd_exact.verify", "--printed", "--format", "json", OGD_EXACT_NUMBERS=backend)
        for backend in ("gmpy2", "fraction")
    ]
    assert reports[0] == reports[1] and reports[0].code == 1


def test_json_keeps_its_contract(verify: Any) -> None:
    data = json.loads(verify("--format", "json").out)
    assert data["verified"] is True and data["source"] == "corrected" and len(data["tables"]) == 30
    for table in data["tables"]:
        assert set(table) >= KEYS and table["findings"] == []
    assert sum(t["transitions"] for t in data["tables"] if t["model"] != "svm-eta") == 482
    finding = json.loads(verify("--printed", "--format", "json", "--gadget", "d_nand").out)["tables"][0]["findings"][0]
    assert set(finding) >= {"step", "field", "kind", "printed", "suggested", "message"}


def test_models_and_gadgets_narrow(verify: Any) -> None:
    def named(*arguments: str) -> list[tuple[str, str]]:
        answer = verify(*arguments, "--format", "json")
        return [(t["model"], t["gadget"]) for t in json.loads(answer.out)["tables"]]

    assert {model for model, _ in named("--model", "svm-reg")} == {"svm-reg"}
    assert {model for model, _ in named("--model", "svm", "--model", "svm-bias")} == {"svm", "svm-bias"}
    assert named("--model", "svm", "--gadget", "not", "--gadget", "copy") == [("svm", "not"), ("svm", "copy")]
    assert len(named("--gadget", "copy_if_true")) == 5


def test_github_annotations_point_at_the_cells(verify: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answer = verify("--printed", "--format", "github")
    lines = [line for line in answer.out.splitlines() if line.startswith("::error ")]
    assert answer.code == 1 and len(lines) == 8
    for line in lines:
        place = dict(part.split("=") for part in line.removeprefix("::error ").split("::")[0].split(","))
        text = (ROOT / place["file"]).read_text().split("\n")[int(place["line"]) - 1]
        printed = line.rsplit("(printed ", 1)[1].split(", ")[0]
        assert not Path(place["file"]).is_absolute()
        assert text[int(place["col"]) :].startswith(printed)


def test_junit_is_xml_with_a_case_for_each_table(verify: Any) -> None:
    suite = ElementTree.fromstring(verify("--printed", "--format", "junit").out)
    assert suite.get("tests") == "30" and suite.get("failures") == "6"
    assert len(suite.findall("testcase")) == 30 and len(suite.findall("testcase/failure")) == 6


def test_output_is_written_whole_or_not_at_all(verify: Any, tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")
    assert verify("--model", "nonsense", "--format", "json", "-o", target).code == 2
    assert target.read_text() == "old"
    answer = verify("--format", "json", "--output", target)
    assert answer.code == 0 and answer.out == "" and json.loads(target.read_text())["verified"]
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]
    assert target.stat().st_mode & 0o777 == 0o666 & ~umask()
    answer = verify("--output", tmp_path / "no" / "where")
    assert answer.code == 2 and "cannot be written" in answer.err


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--model", "svn"], "there is no model 'svn' here; there is dense-relu"),
        (
            ["--model", "svn"],
            "dense-relu-dense, logistic, logistic-reg, perceptron, svm, svm-bias, svm-eta, svm-eta-reg, svm-momentum, ",
        ),
        (["--model", "svm", "--model", "perceptron"], "dense-relu, dense-relu-dense, svm, svm-bias, svm-eta,"),
        (["--gadget", "nand"], "there is no gadget 'nand' here; there is copy"),
        (["--model", "svm-bias", "--gadget", "reset"], "there is no gadget 'reset' here; there is correct_bias"),
        (["--nonsense"], "unrecognized arguments"),
        (["--format", "yaml"], "invalid choice"),
        (["--model"], "expected one argument"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(verify: Any, arguments: list[str], reason: str) -> None:
    answer = verify(*arguments)
    assert answer.code == 2 and answer.out == "" and len(answer.err.splitlines()) == 1 and reason in answer.err


CORRECTED = """gadget = "rise"
label = "tab:rise"
coordinates = ["i1"]
cases = [["0"]]
[[step]]
x = ["2"]
y = "1"
after = [["1"]]
[[correction]]
step = 1
field = "x1"
printed = "2"
corrected = "1"
why = "a jump of 1 leads to 1"
"""


@pytest.mark.parametrize("kind", ["text", "json", "github", "junit", "html"])
def test_corrections_of_a_user_are_said_and_can_be_left_out(verify: Any, tmp_path: Path, kind: str) -> None:
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "rise.toml").write_text(CORRECTED)
    for printed, code in (((), 0), (("--printed",), 1)):
        answer = verify("--tables", tmp_path, "--format", kind, *printed)
        assert answer.code == code
        if kind == "json":
            data = json.loads(answer.out)
            (correction,) = data["tables"][0]["corrections"]
            assert data["source"] == str(tmp_path) and correction["applied"] is not bool(printed)
            assert (correction["step"], correction["field"], correction["corrected"]) == (1, "x1", "1")
        else:
            made, left = (
                "1 correction applied; --printed checks",
                "1 correction not applied; this is checked as printed",
            )
            assert (left if printed else made) in " ".join(answer.out.split())


def test_undecided_is_exit_3(verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.gadgets.prover.proposals.find_certificate", lambda *_: None)
    monkeypatch.setattr(
        "ogd_exact.core.checker.table_check.shared_oracle", shared_oracle.__wrapped__
    )  # knows nothing yet
    answer = verify("--model", "svm-reg", "--gadget", "set_false_if_unset")
    assert answer.code == 3 and "no certificate found" in answer.out


def test_a_reader_that_stops_early_is_no_traceback() -> None:
    command = [sys.executable, "-m", "ogd_exact.verify", "--model", "svm"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    reader, writer = os.pipe()
    os.close(reader)  # before there is anything to read, or all of it might be written by then
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_table_that_is_printed_nowhere_needs_no_label(tmp_path: Path) -> None:
    path = tmp_path / "svm" / "still.toml"
    path.parent.mkdir()
    step = '[[step]]\nx = ["3"]\ny = "1"\nafter = [["1"]]\n'
    path.write_text(f'gadget = "still"\ncoordinates = ["i1"]\ncases = [["1"]]\n{step}')
    found = json.loads(called("verify", "--tables", tmp_path, "--format", "json").out)
    assert found["verified"] and [table["label"] for table in found["tables"]] == ["tab:still"]

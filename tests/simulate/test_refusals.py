"""Files that collide, checkpoints whose fields do not fit, limits already passed, numbers beyond doubles."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from simulate_command import simulate

from ogd_exact import reduce
from ogd_exact.circuits.aiger import write_aiger
from ogd_exact.circuits.machines import machine
from ogd_exact.command import run
from ogd_exact.simulate.checkpoint import digest

FORGED = [
    ("frame", "x"),
    ("frame", 10**30),
    ("steps", -5),
    ("steps", 1),
    ("weights", {}),
    ("weights", None),
    ("kept", "x"),
    ("distance", -3),
    ("distance", 6),
    ("distance", 3),
    ("reach", 0),
    ("reach", 3),
    ("reach", 8),
    ("frame", 6),
]
# Weights of counter:4 by svm: bot, box, diamond, five inputs, sixteen gates.
FORGED_WEIGHTS = [
    ("0", "1", "the answer was yes already"),
    ("1", "1", "box is unset between passes"),
    ("8", "1", "gates are unset between passes"),
    ("3", "2", "no bit"),
    ("3", "1*sqrt(2)", "no rational"),
    ("3", "2/2", "not as we write it"),
    ("3", "-01", "not as we write it"),
    ("3", "1" * 1_000_000, "would take long to read"),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "run.json"
    assert simulate("counter:4", "--max-passes", 5, "--checkpoint", path).code == 3 and path.exists()
    return path


@pytest.mark.parametrize(("key", "value"), FORGED)
def test_fields_that_do_not_fit_are_refused_though_the_digest_is_right(
    kept: Path, tmp_path: Path, key: str, value: Any
) -> None:
    data = json.loads(kept.read_text())
    assert data["body"][key] != value
    data["body"][key] = value
    check_refused(data, tmp_path)


def check_refused(data: Any, folder: Path) -> None:
    data["digest"] = digest(data["body"])
    (folder / "forged.json").write_text(json.dumps(data))
    answer = simulate("counter:4", "--checkpoint", folder / "forged.json")
    assert answer.code == 2 and "is not a checkpoint, or damaged; name another file" in answer.err


@pytest.mark.parametrize("which", ["weights", "kept"])
@pytest.mark.parametrize(("key", "value", "why"), FORGED_WEIGHTS, ids=[why for _, _, why in FORGED_WEIGHTS])
def test_weights_that_cannot_be_are_refused(
    kept: Path, tmp_path: Path, which: str, key: str, value: str, why: str
) -> None:
    data = json.loads(kept.read_text())
    assert data["body"][which][key] != value, why
    data["body"][which][key] = value
    check_refused(data, tmp_path)


def test_kept_weights_are_those_of_the_pass_when_they_were_kept(tmp_path: Path) -> None:
    assert simulate("counter:4", "--max-passes", 1, "--checkpoint", tmp_path / "run.json").code == 3
    data = json.loads((tmp_path / "run.json").read_text())
    assert data["body"]["distance"] == 0 and data["body"]["kept"] == data["body"]["weights"]
    data["body"]["kept"]["4"] = "1"
    check_refused(data, tmp_path)


def test_other_names_of_one_file_are_seen_through(tmp_path: Path) -> None:
    circuit, link = tmp_path / "c.aag", tmp_path / "link"
    circuit.write_bytes(write_aiger(machine("counter:1"), binary=False))
    link.symlink_to(circuit)
    (tmp_path / "hard").hardlink_to(circuit)
    (tmp_path / "sub").mkdir()
    before = circuit.read_bytes()
    for option in ("-o", "--trace", "--checkpoint"):
        for name in (link, tmp_path / "hard", tmp_path / "sub" / ".." / "c.aag"):
            answer = simulate(circuit, option, name)
            assert answer.code == 2 and "name the same file" in answer.err and circuit.read_bytes() == before


@pytest.mark.parametrize("option", ["-o", "--trace", "--checkpoint"])
def test_files_that_cannot_be_written_are_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr("ogd_exact.simulate.__main__.problem", None)
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path, tmp_path / "pipe", tmp_path / "no" / "where"):
        answer = simulate("counter:1", option, name)
        assert answer.code == 2 and "name another" in answer.err and len(answer.err.splitlines()) == 1


def test_a_limit_that_was_passed_before_still_stops_the_run(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(kept.read_text())
    assert simulate("counter:4", "--max-steps", 1, "--checkpoint", tmp_path / "run.json").code == 3


@pytest.mark.parametrize("pair", [("--trace", "-o"), ("--trace", "--checkpoint"), ("--checkpoint", "-o")])
def test_two_options_for_one_file_are_refused(tmp_path: Path, pair: tuple[str, str]) -> None:
    answer = simulate("counter:1", pair[0], tmp_path / "f", pair[1], tmp_path / "f")
    assert answer.code == 2 and "name the same file" in answer.err and not (tmp_path / "f").exists()


def test_a_number_beyond_doubles_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["counter:16", "--model", "svm-reg", "--format", "svmlight", "--lossy", "-o", str(tmp_path / "f")]
    assert run(reduce.main, call) == 2
    assert "is too large for a double" in capsys.readouterr().err and not (tmp_path / "f").exists()

"""A run that is killed again and again ends as if it had not been; a damaged checkpoint is refused."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, in_full
from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.training.runs.simulation import Simulation

RUN = ["-m", "ogd_exact.simulate", "counter:7", "--model", "svm", "--format", "json", "--engine", "kernel"]


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *RUN, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def content(path: str) -> bytes:
    return Path(path).read_bytes() if Path(path).exists() else b""


@in_full
def test_killed_at_any_moment_a_run_ends_with_the_identical_result(tmp_path: Path) -> None:
    wanted, _ = start().communicate(timeout=300)
    assert json.loads(wanted)["verdict"] == "accepted" and json.loads(wanted)["frame"] == 127
    checkpoint, chance, kills = str(tmp_path / "run.json"), random.Random(7), 0
    while kills < 8:
        process = start("--checkpoint", checkpoint)
        before = content(checkpoint)
        # Let it get on by at least one checkpoint, however slow the machine, then kill it at any moment.
        while content(checkpoint) == before and process.poll() is None:
            time.sleep(0.02)
        time.sleep(0.4 * chance.random())
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += 1
    else:
        process = start("--checkpoint", checkpoint)
    got, errors = process.communicate(timeout=300)
    assert kills > 0
    assert (got, errors) == (wanted, "")
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith("tmp")] == ["run.json"]


def kept(tmp_path: Path) -> Path:
    """A checkpoint of a run that was stopped by its limit."""
    path = tmp_path / "run.json"
    assert run(command("simulate"), ["counter:5", "--max-passes", "30", "--checkpoint", str(path)]) == 3
    return path


def test_a_run_is_kept_at_its_limit_and_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the time since it was last kept."""
    monkeypatch.setattr("ogd_exact.training.runs.checkpoint.SECONDS", 1e9)
    assert json.loads(kept(tmp_path).read_text())["body"]["frame"] == 30
    path = str(tmp_path / "never.json")
    assert run(command("simulate"), ["rule110:4", "--checkpoint", path]) == 0
    begin, begun = Simulation.begin, []
    monkeypatch.setattr(Simulation, "begin", lambda self: begun.append(self.frame) or begin(self))
    assert run(command("simulate"), ["rule110:4", "--checkpoint", path]) == 0
    assert begun == [0, 4]  # nothing but the passes that confirm it: the first, and that which comes round


def test_numbers_of_thousands_of_digits_are_read_back(tmp_path: Path) -> None:
    call = ["counter:3", "--model", "svm-reg", "--lambda", "1/1" + 58 * "0", "--checkpoint", str(tmp_path / "run.json")]
    assert run(command("simulate"), [*call, "--max-passes", "1"]) == 3
    assert max(map(len, re.findall(r"\d+", (tmp_path / "run.json").read_text()))) > 4300
    assert run(command("simulate"), [*call, "--max-passes", "2"]) == 3


def test_a_trace_does_not_begin_in_the_middle(tmp_path: Path, capsys: Any) -> None:
    path, trace = kept(tmp_path), tmp_path / "trace"
    capsys.readouterr()
    assert run(command("simulate"), ["counter:5", "--checkpoint", str(path), "--trace", str(trace)]) == 2
    assert "--trace would begin in its middle; drop --trace, or name a new" in capsys.readouterr().err
    assert not trace.exists()


def damaged(text: str, how: str) -> str:
    if how == "truncated":
        return text[:-20]
    if how == "another weight":
        return text.replace('"0": "0"', '"0": "1"', 1)
    if how == "another frame":
        return text.replace('"frame": ', '"frame": 1', 1)
    if how == "not an object":
        return "[]"
    return "\x00" * 100


@pytest.mark.parametrize("how", ["truncated", "another weight", "another frame", "not an object", "zeros"])
def test_a_damaged_checkpoint_is_refused_not_guessed_at(tmp_path: Path, capsys: Any, how: str) -> None:
    path = kept(tmp_path)
    text = path.read_text()
    path.write_text(damaged(text, how))
    assert path.read_text() != text
    capsys.readouterr()
    assert run(command("simulate"), ["counter:5", "--checkpoint", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "is not a checkpoint, or damaged; name another file" in captured.err


@pytest.mark.parametrize(
    "other", [["counter:4"], ["counter:5", "--model", "dense-relu"], ["counter:5", "--target", "00000"]]
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, capsys: Any, other: list[str]) -> None:
    path = kept(tmp_path)
    capsys.readouterr()
    assert run(command("simulate"), [*other, "--checkpoint", str(path)]) == 2
    assert "of another circuit, model or question" in capsys.readouterr().err

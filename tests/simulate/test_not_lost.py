"""A verdict is never lost: files that cannot be written, signals at any moment, long confirmations."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import called
from ogd_exact.training.runs import conclude

COMMAND = [sys.executable, "-m", "ogd_exact.simulate"]


def as_if_full(most: int) -> Callable[[], None]:
    """No file grows beyond so many bytes, as on a disk that is full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # then writing fails, and nothing is killed
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit


def on_a_full_disk(*arguments: object, most: int = 100) -> subprocess.CompletedProcess[str]:
    call = [*COMMAND, *map(str, arguments)]
    return subprocess.run(call, preexec_fn=as_if_full(most), capture_output=True, text=True, check=False)


def test_a_report_that_cannot_be_written_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "report"
    answer = on_a_full_disk("counter:3", "-o", path, "--format", "json")
    assert answer.returncode == 2 and json.loads(answer.stdout)["verdict"] == "accepted"
    assert answer.stderr == f"ogd-exact: {path}: cannot be written: File too large; the report is on stdout instead\n"
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    answer = on_a_full_disk("counter:3", "--checkpoint", path)
    assert answer.returncode == 0 and "accepted in frame 7" in answer.stdout
    assert answer.stderr == f"ogd-exact: {path}: cannot be written: File too large; the run goes on without it\n"
    assert list(tmp_path.iterdir()) == []


def test_a_trace_has_whole_lines_and_the_run_goes_on_without_it(tmp_path: Path) -> None:
    path, whole = tmp_path / "trace", tmp_path / "whole"
    assert called("simulate", "counter:4", "--trace", whole).code == 0
    answer = on_a_full_disk("counter:4", "--trace", path, most=100_000)
    assert answer.returncode == 2 and "accepted in frame 15" in answer.stdout
    assert answer.stderr == f"ogd-exact: {path}: cannot be written: File too large; the run goes on without it\n"
    text = path.read_text()
    assert text.endswith("}\n") and 90_000 < len(text) <= 100_000 and whole.read_text().startswith(text)


@pytest.mark.parametrize(
    ("number", "code", "word"), [(signal.SIGTERM, 143, "terminated"), (signal.SIGINT, 130, "interrupted")]
)
def test_signals_leave_one_line_and_no_temporary_files(tmp_path: Path, number: int, code: int, word: str) -> None:
    trace = tmp_path / "trace"
    call = [*COMMAND, "counter:20", "--engine", "kernel", "--trace", str(trace), "--checkpoint", str(tmp_path / "kept")]
    with subprocess.Popen(
        call,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # a shell's background jobs ignore an interrupt
    ) as process:
        while not trace.exists() or not trace.stat().st_size:
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (code, "", f"ogd-exact: {word}\n")
    assert {path.name for path in tmp_path.iterdir()} <= {"trace", "kept"}
    assert trace.read_text().endswith("}\n")


@pytest.mark.parametrize("target", ["111", "never"])
def test_the_verdict_comes_before_a_long_confirmation(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.setattr(conclude, "LONG", 1)
    call = ["counter:3", "--target", target] if target != "never" else ["rule110:4", "--target", "0110"]
    answer = called("simulate", *call)
    says = "never" if target == "never" else "yes in frame 6"
    assert answer.err.startswith(f"ogd-exact: the circuit engine says {says}; the kernel confirms that, ")
    assert answer.code == 0 and os.linesep in answer.out
    monkeypatch.undo()
    assert called("simulate", *call).err == ""

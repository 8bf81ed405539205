"""What a terminal shows and a pipe does not: colours, and progress that leaves nothing behind."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, called, needs, needs_program
from ogd_exact.commands import progress
from ogd_exact.commands.colour import has_colour, verdicts_painted
from ogd_exact.commands.progress import Progress, duration

ESCAPE = "\x1b"
PRINTED = ("verify", "--printed", "--model", "svm-reg", "--gadget", "set_false_if_unset")


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize("words", [PRINTED, ("simulate", "counter:2"), ("annealed", "counter:1"), ("barrier", "-h")])
def test_a_pipe_gets_no_escape_codes(words: tuple[str, ...]) -> None:
    answer = called(*words)
    assert ESCAPE not in answer.out + answer.err


def test_colour_is_as_the_environment_and_the_stream_say(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal: Any = Terminal()
    assert has_colour(terminal) and not has_colour(None)
    monkeypatch.setenv("TERM", "dumb")
    assert not has_colour(terminal)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert has_colour(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colour(terminal)


def test_only_verdicts_are_coloured() -> None:
    terminal: Any = Terminal()
    assert verdicts_painted("copy  FAILED", terminal) == "copy  \x1b[31mFAILED\x1b[0m"
    assert verdicts_painted("accepted in frame 3", terminal) == "\x1b[32maccepted\x1b[0m in frame 3"
    assert verdicts_painted("never: the weights", terminal) == "\x1b[33mnever\x1b[0m: the weights"
    for text in ("not accepted", "copy is not verified", "kink  never reached", "unverified"):
        assert verdicts_painted(text, terminal) == text


def test_the_bare_command_helps() -> None:
    answer = called()
    assert answer.code == 2 and not answer.out
    assert answer.err.startswith("usage: ogd-exact") and "simulate" in answer.err


def test_data_has_no_colour_even_if_it_is_forced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = called(*PRINTED).out
    assert "\x1b[31mFAILED\x1b[0m" in shown
    assert "\x1b[1msvm-reg set_false_if_unset (tab:rinputF), step 3, x1 [condition 1]\x1b[0m\n" in shown
    assert "\x1b[31m  printed\x1b[0m   alpha" in shown and "\x1b[32m  must be\x1b[0m   alpha^2" in shown
    assert json.loads(called(*PRINTED, "--format", "json").out)["verified"] is False
    called(*PRINTED, "-o", tmp_path / "report")
    assert ESCAPE not in (tmp_path / "report").read_text()
    assert called("verfy").err.startswith("\x1b[31mogd-exact:\x1b[0m there is no command")


def test_a_terminal_shows_progress_and_is_left_as_it_was(tmp_path: Path) -> None:
    """What was written is said last, in place of the progress."""
    command = [sys.executable, "-m", "ogd_exact", "reduce", "counter:2", "-o", str(tmp_path / "x.jsonl")]
    ours, theirs = pty.openpty()
    subprocess.run(command, stderr=theirs, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, timeout=300)
    os.close(theirs)
    shown = os.read(ours, 1_000_000).decode()
    os.close(ours)
    assert "\rexample 157 of 157\x1b[K" in shown
    assert shown.endswith(f"\r\x1b[Kwrote {tmp_path / 'x.jsonl'}\r\n\r\x1b[K")


def test_rate_and_time_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter([100.0, 102.0, 102.05, 104.0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Progress("step") as told:
        told(1000, 5000)  # a run that was taken up there
        told(2000, 5000)  # 1000 steps in 2 s, and 3000 to go
        told(2001, 5000)  # too soon after
        told(3000)
    shown = capsys.readouterr().err.split("\r")[1:]
    assert shown == [
        "step 1000 of 5000\x1b[K",
        "step 2000 of 5000, 500/s, 6 s left\x1b[K",
        "step 3000, 500/s\x1b[K",
        "\x1b[K",
    ]
    assert [duration(s) for s in (1, 119, 120, 7199, 7200, 172800)] == [
        "1 s",
        "119 s",
        "2 min",
        "120 min",
        "2 h",
        "2 days",
    ]


def test_without_a_terminal_there_is_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("step") as told:
        told(1, 2)
    assert capsys.readouterr().err == ""


def test_the_completion_script_is_valid_and_completes(tmp_path: Path) -> None:
    needs("shtab", "shtab")
    bash = needs_program("bash")
    script = called("--print-completion", "bash").out
    (tmp_path / "completion.bash").write_text(script)
    subprocess.run([bash, "-n", str(tmp_path / "completion.bash")], check=True)
    for words, wanted in (
        ("ogd-exact ver", {"verify"}),
        ("ogd-exact verify --model svm-r", {"svm-reg"}),
        ("ogd-exact verify --gadget copy_", {"copy_if_true"}),
        ("ogd-exact simulate coun", {"counter"}),
        ("ogd-exact barrier wei", {"weights"}),
        ("ogd-exact simulate counter --max-", {"--max-passes", "--max-steps"}),
    ):
        split = words.split()
        typed = " ".join(f"'{word}'" for word in split)
        asked = f"source completion.bash; COMP_WORDS=({typed}); COMP_CWORD={len(split) - 1}; _shtab_ogd_exact"
        asked += ' ogd-exact "${COMP_WORDS[-1]}" ""; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run([bash, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert {word.strip() for word in done.stdout.splitlines()} == wanted, words
    assert called("--print-completion", "zsh").out.startswith("#compdef ogd-exact")


def test_without_shtab_there_is_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    answer = called("--print-completion", "bash")
    remedy = "install it with: pip install '.[completion]' in a checkout of ogd-exact"
    assert answer == (2, "", f"ogd-exact: --print-completion needs shtab; {remedy}\n")

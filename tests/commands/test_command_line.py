"""One parser for all commands: usage, versions, names that are nearly right, numbers, and what --help costs."""

import os
import re
import signal
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, called, sampled, typed
from kernel.test_imports import imports
from ogd_exact.circuits.closing.search import MOST_FRAMES
from ogd_exact.circuits.machines.machines import MACHINES
from ogd_exact.commands import known
from ogd_exact.commands.command_line import COMMANDS, command
from ogd_exact.commands.parser import count, count_between, read_number, seconds
from ogd_exact.commands.shell import run
from ogd_exact.gadgets.construct.losses import losses
from ogd_exact.gadgets.reading.folder import BEYOND, LOGISTIC, MODELS, SHIPPED, paper
from ogd_exact.libraries.libraries import LIBRARIES
from ogd_exact.training.any_order import orders
from ogd_exact.training.any_order import run as slots_run
from ogd_exact.training.constructions.request import QUESTIONS
from ogd_exact.training.runs.engines.choose import NAMES

ALL = [*COMMANDS, "barrier weights", "barrier check", "barrier sat", "barrier stable"]


@pytest.mark.parametrize("name", ALL)
def test_both_spellings_show_their_own_usage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module, *rest = name.split()
    umbrella = called(*name.split(), "--help")
    assert umbrella.code == run(command(module), [*rest, "--help"]) == 0
    for prog, text in (
        (f"ogd-exact {name}", umbrella.out),
        (f"python -m ogd_exact.{name}", capsys.readouterr().out),
    ):
        assert text.startswith(f"usage: {prog} [-h] [--version]") and f"\nexample: {prog} " in text
        assert "\nexit codes: 0 " in text and re.search(r"\b2\sthe\sinput\sor\sthe\scall\sis\swrong", text)


@pytest.mark.parametrize("name", ["", *ALL])
def test_every_command_has_a_version(name: str) -> None:
    answer = called(*name.split(), "--version")
    assert answer.code == 0 and re.fullmatch(r"ogd-exact \d+\.\d+\.\d+\n", answer.out)


REFUSED = [  # what is typed, and the end of the one line that answers
    ("verify --mod svm", "unrecognized arguments: --mod; see ogd-exact verify --help; did you mean --model?"),
    ("simulate counter:2 --max-pass=3", "see ogd-exact simulate --help; did you mean --max-passes?"),
    ("verfy", "replay, explore, latex, barrier; did you mean verify?"),
    ("barrier wieghts", "see ogd-exact barrier --help; did you mean weights?"),
    ("verify --format jsno", "did you mean json?"),
    ("verify --model svm-rg", f"there is {', '.join(sorted(known.MODELS + known.BEYOND + known.LOGISTIC))}; "
     "did you mean svm-reg?"),
    ("verify --gadget copy_if_tru", "did you mean copy_if_true?"),
    ("verify --tables compct", "did you mean compact?"),
    ("simulate conter:3", "did you mean counter?"),
    ("simulate counter:3 --model svm-rg", "did you mean svm-reg?"),
    ("simulate counter:3 --model logstic", "did you mean logistic?"),
    ("explore gadget:cpy", "did you mean copy?"),
    ("explore gadget:copy --model svm-bia", "did you mean svm-bias?"),
    ("barrier --model svm-rg", "did you mean svm-reg?"),
    ("replay counter:2 --library sklearm", "did you mean sklearn?"),
    ("barrier --format json weights example:2x2 --steps 3", "see ogd-exact barrier --help"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_names_that_are_nearly_right_are_refused_with_the_right_one(words: str, said: str) -> None:
    answer = called(*words.split())
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("ogd-exact: ") and answer.err.endswith(f"{said}\n")


def test_a_name_that_is_like_no_other_is_not_guessed() -> None:
    assert "did you mean" not in called("xyzzy").err + called("verify", "--model", "xyzzy").err


NUMBERS = {"1": 1, "007": 7, "10^6": 10**6, "2^10": 1024, "10^18": 10**18, "1^0": 1}


def test_numbers_are_read_alike_everywhere() -> None:
    assert {text: count(text) for text in NUMBERS} == NUMBERS
    for text in ("", "0", "-1", "1_0", "1e3", " 1", "1.5", "11^2", "10^", "^2", "10^19", "9^999", "٣", "0^1"):
        with pytest.raises(ArgumentTypeError, match="^expected "):
            count(text)
    assert read_number("11^2") == read_number("1" * 102) == -1
    assert count_between(0, 10**100)("10^100") == 10**100
    assert (seconds("60"), seconds("0.5"), seconds("10^2")) == (60, 0.5, 100)
    for text in ("0", "inf", "nan", "-1", "10^6", "0.0"):
        with pytest.raises(ArgumentTypeError, match="a number of seconds"):
            seconds(text)
    answer = called("simulate", "counter:2", "--max-passes", "2^1", "--audit", "1^1", "--seed", "10^3")
    assert answer.code == 3 and "undecided after 2 passes, 314 steps" in answer.out


def test_the_names_in_help_are_those_of_the_library() -> None:
    assert known.MOST_FRAMES == MOST_FRAMES
    assert {*known.BEYOND} == {path.name for path in BEYOND.iterdir()}
    assert {*known.LOGISTIC} == {path.name for path in LOGISTIC.iterdir()}
    assert known.MODELS == MODELS and known.QUESTIONS == QUESTIONS and (*NAMES, "events") == known.ENGINES
    assert known.ORDERS == orders.NAMES and set(slots_run.ENGINES) <= set(known.ENGINES)
    assert {name: (m.least, m.most) for name, m in MACHINES.items()} == known.MACHINES
    assert tuple(dict.fromkeys(gadget for _, gadget in paper().tables)) == known.GADGETS
    assert tuple(LIBRARIES) == known.LIBRARIES and tuple(losses()) == known.LOSSES
    assert {dtype for library in LIBRARIES.values() for dtype in library.dtypes} == set(known.DTYPES)
    assert {"paper", *known.TABLES} == {path.name for path in SHIPPED.iterdir() if path.is_dir()}


HELP = """
import sys
sys.argv = ["ogd-exact", *{words!r}, "--help"]
from ogd_exact.commands.entry import entry
try:
    entry()
except SystemExit:
    pass
print(*sorted(name for name in sys.modules if name.count(".") < 3), file=sys.stderr)
"""
LIGHT = {"commands", "core", "core.kernel", "core.kernel.errors", "text", "text.wording"}


@pytest.mark.parametrize("name", sampled(["", *ALL], 4))
def test_help_imports_nothing_of_the_library(name: str) -> None:
    answer = typed("-c", HELP.format(words=name.split()))
    loaded = set(answer.err.split())
    assert answer.code == 0 and answer.out.startswith("usage: ogd-exact") and "argparse" in loaded
    assert not loaded & {"sympy", "numpy", "gmpy2", "tabulate", "rich", "flint", "tempfile", "difflib", "shtab"}
    rooms = {module.removeprefix("ogd_exact.") for module in loaded if module.startswith("ogd_exact.")}
    assert {room for room in rooms if not room.startswith("commands.")} <= LIGHT


def test_argparse_stays_in_the_commands() -> None:
    for path in (ROOT / "ogd_exact").rglob("*.py"):
        in_commands = path.is_relative_to(ROOT / "ogd_exact" / "commands")
        assert in_commands or not any(name.startswith("argparse") for name in imports(path)), path


def test_an_interrupt_during_the_imports_is_one_line(tmp_path: Path) -> None:
    """A room that takes long to import, and the interrupt meanwhile."""
    (tmp_path / "argparse.py").write_text("import sys, time\nprint('importing', flush=True)\ntime.sleep(60)\n")
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    process = subprocess.Popen(
        [sys.executable, "-m", "ogd_exact.verify"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None and process.stdout.readline() == b"importing\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"ogd-exact: interrupted\n")


@pytest.mark.parametrize("name", ["", *ALL])
@pytest.mark.usefixtures("eighty_columns")
def test_help_fits_eighty_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [called(*name.split(), "--help").out]
    if name:
        module, *rest = name.split()
        run(command(module), [*rest, "--help"])
        texts.append(capsys.readouterr().out)
    assert [line for text in texts for line in text.splitlines() if len(line) > 80] == []

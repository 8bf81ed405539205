"""Names of files, in arguments and in files, that name none: one line, whichever function or command is given them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import called, sampled
from ogd_exact.commands.command_line import COMMANDS as COMMANDS_OF_ALL
from ogd_exact.commands.command_line import Command

NAMES = {
    "too long": "a" * 300,
    "too deep": "a/" * 3000,
    "with a NUL": "x\0y",
    "a folder": "folder",
    "a pipe": "pipe",
    "a device": "/dev/zero",
    "a ring of links": "ring",
    "beneath a file": "file/x",
    "no text": "file",
}
CALLS: dict[str, Callable[[str], object]] = {
    "verify(tex)": lambda name: ogd.verify(tex=name),
    "verify(tables)": lambda name: ogd.verify(tables=name),
    "reduce": ogd.reduce,
    "reduce(tables)": lambda name: ogd.reduce("counter:2", tables=name),
    "reduce(stimulus)": lambda name: ogd.reduce("counter:2", stimulus=name),
    "reduce(model)": lambda name: ogd.reduce("counter:2", model=name),
    "synthesize": ogd.synthesize,
    "synthesize(tables)": lambda name: ogd.synthesize("not", tables=name),
    "check": ogd.check,
}
IN_LATEX = [r"\input{%s}", r"\import{%s}{x}", r"\usepackage{%s}", r"\documentclass{%s}", r"\InputIfFileExists{%s}{}{}"]
COMMANDS = [
    "verify {}",
    "verify --tables {}",
    "latex --output-dir {}/svm",
    "annealed --rates {}",
    "synthesize --check {}",
    "synthesize --construction -o {}/x",
    "simulate counter:2 --checkpoint {}",
    "simulate counter:2 --stimulus {}",
    "simulate counter:2 --tables {}",
    "prove --model svm -o {}/x",
    "prove --tables {}",
    "barrier --contract {}",
    "barrier check {}",
    "barrier sat {}",
    "barrier stable {}",
    "barrier weights {}",
    "campaign {}",
    "campaign {} --results {}",
    "check {}",
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    (tmp_path / "file").write_bytes(b"\xff\0\xfe")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("call", CALLS)
def test_functions_raise_one_kind_of_error(call: str) -> None:
    for kind, name in NAMES.items():
        with pytest.raises(ogd.InputError) as raised:
            CALLS[call](name)
        assert "\n" not in str(raised.value), kind


@pytest.mark.parametrize("text", IN_LATEX)
def test_what_latex_asks_for_may_not_be_there(text: str) -> None:
    for name in NAMES.values():
        Path("paper.tex").write_text(text % name)
        with pytest.raises(ogd.InputError, match=r"^paper.tex\b"):
            ogd.verify(tex="paper.tex")


@pytest.mark.parametrize("words", COMMANDS)
def test_commands_say_so_in_a_line(words: str) -> None:
    writes_there = ("latex", "prove --model", "synthesize --construction")  # a folder is what these want
    for name in sampled(NAMES, 1):
        if words.startswith(writes_there) and name == "a folder":
            continue
        answer = called(*(word.replace("{}", NAMES[name]) for word in words.split()))
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1), (name, answer)


NEEDED = dict.fromkeys(("simulate", "reduce", "replay", "explore", "annealed"), "counter:1")
NEEDED |= {"campaign": "plan.toml", "check": "a.cert", "latex --tables": "--check folder"}  # what cannot be left out


def path_options() -> list[tuple[str, str]]:
    """Each command, with each of its options that names a file or a folder."""
    found = []
    for name in COMMANDS_OF_ALL:
        parser = Command(name, prog=name)
        parser.fill()
        named = [action.option_strings for action in parser._actions if action.metavar in ("FILE", "DIR")]
        found += [(name, options[0]) for options in named if options]
    return found


@pytest.mark.parametrize(("name", "option"), path_options())
def test_no_command_takes_an_empty_name(name: str, option: str) -> None:
    needed = NEEDED.get(f"{name} {option}", NEEDED.get(name, ""))
    answer = called(name, *needed.split(), option, "")
    assert (answer.code, answer.out) == (2, "") and f"{option} is empty; name a " in answer.err

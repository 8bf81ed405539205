"""Input that means harm, or merely too much: it ends soon, in one line, and nothing is touched that should not be."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, typed
from latex.test_refused import GOOD

TABLE = 'gadget = "a"\nlabel = "tab:a"\ncoordinates = ["i1"]\n%s\ncases = [["%s"]]\n[[step]]\n%s\nafter = [["%s"]]\n'
PLAIN = TABLE % ("", "-1", 'x = ["1"]\ny = "1"', "0")
FOUR = 'rule = "hinge"\nsymbols = ["a", "b", "c", "d"]\nregion = [{ bound = "a > 0" }, { bound = "b > 0" }]\n'
CONTRACT = "[contract]\nbefore = { %s }\n"


def caller(name: str, callee: str, times: int) -> str:
    step = f'[[step]]\ncall = "{callee}"\non = ["i1"]\nafter = [["0"]]\n'
    return f'gadget = "{name}"\nlabel = "tab:{name}"\ncoordinates = ["i1"]\ncases = [["-1"]]\n' + step * times


# name: (files, a part of the one line)
CASES: dict[str, tuple[dict[str, str], str]] = {
    "towers of powers": ({"svm-reg/a.toml": TABLE % ("", "((((alpha^200)^200)^200)^200)^200", 'x = ["1"]\ny = "1"', "0")}, "the degree is at most 1000"),
    "a tower in a bound": ({"svm-reg/a.toml": TABLE % ('region = [{ bound = "(((alpha^200)^200)^200)^200 > 0" }]', "1", 'x = ["1"]\ny = "1"', "0")}, "the degree is at most 1000"),
    "a range of symbols": ({"m/model.toml": 'rule = "hinge"\nsymbols = ["x:1000000000"]', "m/a.toml": PLAIN}, "at most 12 distinct names"),
    "a pattern as magnitude": ({"m/model.toml": 'rule = "hinge"\nmagnitudes = ["("]', "m/a.toml": PLAIN}, "at most 12 distinct names"),
    "a symbol that is a magnitude": ({"m/model.toml": 'rule = "hinge"\nsymbols = ["a"]\nmagnitudes = ["a"]', "m/a.toml": PLAIN}, "distinct names"),
    "many bounds": ({"svm-reg/a.toml": TABLE % ("region = [" + '{ bound = "alpha > 0" },' * 100 + "]", "1", 'x = ["1"]\ny = "1"', "0")}, "at most 24 bounds"),
    "many constants": ({"svm/a.toml": TABLE % ("constants = { " + ", ".join(f'c{i} = "1"' for i in range(100)) + " }", "1", 'x = ["1"]\ny = "1"', "0")}, "at most 50 constants"),
    "a contract of half a million cases": ({"svm/a.toml": PLAIN + CONTRACT % ", ".join(f'i{k} = "bit or unset"' for k in range(12))}, "allows 531441 cases"),
    "a long dotted key": ({"svm/a.toml": ".".join(["a"] * 20_000) + " = 1\n" + PLAIN}, "this line is longer than 10000 bytes"),
    "a deep array": ({"svm/a.toml": PLAIN + "z = " + "[" * 100 + "]" * 100}, "ValueError"),
    "an escaped quote at the end": ({"svm/a.toml": PLAIN + '[[correction]]\nwhy = """a\\"""b"""\n'}, "the key 'field' is missing"),
    "calls that grow beyond bounds": ({"svm/a.toml": PLAIN, **{f"svm/g{i}.toml": caller(f"g{i}", f"g{i - 1}" if i else "a", 200) for i in range(4)}}, "at most 100000 examples"),
    "calls that are nested deep": ({"svm/a.toml": PLAIN, **{f"svm/g{i}.toml": caller(f"g{i}", f"g{i - 1}" if i else "a", 1) for i in range(90)}}, "calls at most 40 deep"),
    "a ring beside a missing gadget": ({"svm/a.toml": caller("a", "none", 1), "svm/r.toml": caller("r1", "r2", 1), "svm/s.toml": caller("r2", "r1", 1)}, "cannot call itself"),
    "an example with magnitudes": ({"svm-reg/a.toml": TABLE % ("", "1", 'x = ["1"]\ny = "1"\nmagnitudes = { eps1 = "1" }', "0")}, "magnitudes is for calls"),
    "magnitudes named like fields": ({"svm-reg/a.toml": TABLE % ("", "1", 'call = "reset"\non = ["i1"]\nmagnitudes = { after = "1" }', "0")}, "the magnitudes of svm-reg are eps1, eps2, eps3"),
    "an empty call": ({"svm/a.toml": TABLE % ("", "1", 'call = ""\non = []', "0")}, "call names a gadget"),
    "cases behind a printed before": ({"svm/a.toml": TABLE % ("", "import os", 'x = ["1"]\ny = "1"\nbefore = [["-1"]]', "0")}, "unexpected 'os'"),
    "a correction that divides by zero": ({"svm/a.toml": TABLE % ('constants = { rho = "1" }', "1", 'x = ["1/rho"]\ny = "1"', "0") + '[[correction]]\nfield = "rho"\nprinted = "1"\ncorrected = "0"\nwhy = "x"\n'}, "division by zero"),
    "a contract that calls": ({"svm/a.toml": PLAIN + CONTRACT % 'i1 = "foo(bar)"'}, "unexpected '('"),
    "a contract with a kind as effect": ({"svm/a.toml": PLAIN + CONTRACT % 'i1 = "bit"' + 'after = { i1 = "bit" }'}, "unknown symbol 'bit'"),
    "a contract without all coordinates": ({"svm/a.toml": PLAIN + CONTRACT % 'i1 = "bit"' + 'coordinates = ["i1", "i2"]'}, "before must say of each of i1, i2"),
    "a regularizer for two layers": ({"m/model.toml": 'rule = "dense-relu-dense"\nregularizer = "1/2"', "m/a.toml": PLAIN}, "dense-relu-dense has no regularizer"),
    "a derived regularizer for two layers": ({"m/model.toml": 'derived_from = "dense-relu-dense"\nregularizer = "1/2"'}, "dense-relu-dense has no regularizer"),
    "decay by many symbols": ({"m/model.toml": FOUR + 'regularizer = "a+b+c+d"', "m/a.toml": 'gadget = "a"\nlabel = "a"\ncoordinates = ["i1"]\ncases = [["0"]]\n' + '[[step]]\nx = ["0"]\ny = "1"\nafter = [["0"]]\n' * 100 + CONTRACT % 'i1 = "unset"'}, "a value has at most 24 terms"),
    "a label that commands": ({"svm/a.toml": PLAIN.replace("tab:a", "\\u001b[31m\\n::error::pwned")}, "a label is one line"),
    "a folder that is no name": ({"a b/model.toml": 'rule = "hinge"', "a b/a.toml": PLAIN}, "cannot name a model"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_is_refused_in_one_line(verify: Any, tmp_path: Path, name: str) -> None:
    files, reason = CASES[name]
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    started = time.process_time()
    answer = verify("--tables", tmp_path)
    assert answer.code == 2 and answer.out == "" and answer.err[:-1].isprintable(), answer
    assert answer.err.startswith(f"ogd-exact: {tmp_path}") and reason in answer.err, answer.err
    assert time.process_time() - started < 10


def slow(folder: Path) -> Path:
    """A table of quotients with unlike denominators, whose products take long to reduce."""
    weights = [f"1/(1+{2 + i}*a+{5 + i}*b+{7 - i}*c+{3 + 2 * i}*d)" for i in range(6)]
    row = "[" + ", ".join(f'"{w}"' for w in weights) + "]"
    names = "[" + ", ".join(f'"i{k}"' for k in range(6)) + "]"
    (folder / "m").mkdir()
    (folder / "m" / "model.toml").write_text(FOUR)
    step = f'[[step]]\nx = {row}\ny = "1"\nafter = [{row}]\n'
    head = f'gadget = "a"\nlabel = "tab:a"\ncoordinates = {names}\ncases = [{row}]\n'
    (folder / "m" / "a.toml").write_text(head + step)
    return folder


def test_what_takes_too_long_is_stopped_undecided(verify: Any, tmp_path: Path) -> None:
    answer = verify("--tables", slow(tmp_path), "--limit", "0.5")
    assert answer.code == 3 and "stopped after 0.5 s without a verdict" in answer.err


def test_it_is_stopped_in_the_background_of_a_shell_as_well(tmp_path: Path) -> None:
    """Where interrupts are ignored."""
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); import runpy; "
    code += "sys.argv[0] = 'verify'; runpy.run_module('ogd_exact.verify', run_name='__main__')"
    answer = typed("-c", code, "--tables", slow(tmp_path), "--limit", "0.5")
    assert answer.code == 3 and "stopped after 0.5 s without a verdict" in answer.err


@pytest.mark.parametrize("option", ["--tables", "--output", "--certificates"])
def test_an_empty_option_is_not_silently_ignored(verify: Any, option: str) -> None:
    assert verify(option, "").code == 2


def test_a_pipe_among_the_tables_is_not_waited_for(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "svm").mkdir()
    os.mkfifo(tmp_path / "svm" / "a.toml")
    assert "is not a regular file" in verify("--tables", tmp_path).err


def test_outputs_go_only_where_they_may(verify: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "a.toml").write_text(PLAIN)
    assert verify("--model", "svm", "-o", tmp_path / "pipe").code == 2 and (tmp_path / "pipe").is_fifo()
    assert verify("--model", "svm", "-o", tmp_path).code == 2
    assert verify("--model", "svm", "-o", tmp_path / "link").code == 0
    assert (tmp_path / "link").is_symlink() and "all verified" in (tmp_path / "real").read_text()
    assert verify("--tables", tmp_path, "-o", tmp_path / "svm" / "a.toml").code == 2
    assert (tmp_path / "svm" / "a.toml").read_text() == PLAIN
    assert verify("-o", tmp_path / "x", "--certificates", tmp_path / "x").code == 2
    assert verify("--certificates", tmp_path / "no" / "x").out == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "pipe", "real", "svm"]


@pytest.mark.parametrize("option", ["--output", "--certificates"])
@pytest.mark.parametrize("name", ["m/model.toml", "m/a.toml", "m/../m/model.toml", "link.toml", "hard.toml"])
def test_no_file_that_was_read_is_written_over(verify: Any, tmp_path: Path, option: str, name: str) -> None:
    """By whatever path it is named."""
    (tmp_path / "tables" / "m").mkdir(parents=True)
    model, table = (tmp_path / "tables" / "m" / file for file in ("model.toml", "a.toml"))
    model.write_text('rule = "hinge"\n')
    table.write_text(PLAIN)
    (tmp_path / "link.toml").symlink_to(model)
    (tmp_path / "hard.toml").hardlink_to(model)
    target = tmp_path / "tables" / name if "/" in name else tmp_path / name
    answer = verify("--tables", tmp_path / "tables", option, target)
    assert answer.code == 2 and answer.out == "" and "is one of the files that were read" in answer.err
    assert (model.read_text(), table.read_text()) == ('rule = "hinge"\n', PLAIN)


PROMISE = 'gadget = "mine"\n[contract]\nbefore = { i1 = "bit", i2 = "unset" }\nafter = { i2 = "copy(i1)" }\n'


def test_nor_the_latex_file_or_the_contract_of_its_table(verify: Any, tmp_path: Path) -> None:
    tex, contract = tmp_path / "paper.tex", tmp_path / "tables" / "svm" / "mine.toml"
    text = "% ogd-exact: model=svm gadget=mine\n" + GOOD.replace("tab:cpy", "tab:mine")
    tex.write_text(text)
    contract.parent.mkdir(parents=True)
    contract.write_text(PROMISE)
    assert verify("--tex", tex, "--tables", tmp_path / "tables").code == 0
    for target in (tex, contract):
        answer = verify("--tex", tex, "--tables", tmp_path / "tables", "-o", target)
        assert answer.code == 2 and answer.out == ""
    assert (tex.read_text(), contract.read_text()) == (text, PROMISE)


def test_what_cannot_be_written_is_refused_before_any_work(
    verify: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worked(*_: object, **__: object) -> None:
        raise AssertionError("there was work")

    monkeypatch.setattr("ogd_exact.commands.verify.verify", worked)
    for option in ("--output", "--certificates"):
        assert "there is no such folder" in verify(option, tmp_path / "no" / "where").err


FULL = (">/dev/full", 2, "ogd-exact: No space left on device\n")


@pytest.mark.parametrize("words", ["--model svm", "--help"])
@pytest.mark.parametrize(
    ("redirect", "code", "said", "unbuffered"), [(*FULL, ""), (*FULL, "1"), (">&-", 0, "", ""), ("2>&-", 0, "", "")]
)
def test_closed_and_full_streams_are_no_traceback(
    words: str, redirect: str, code: int, said: str, unbuffered: str
) -> None:
    command = ["sh", "-c", f'exec "$0" -m ogd_exact.verify {words} {redirect}', sys.executable]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    help_elsewhere = words == "--help" and redirect == ">&-"  # on stderr, as there is no stdout
    assert done.returncode == code and (done.stderr == said or (help_elsewhere and done.stderr.startswith("usage: ")))

"""No option is ever ignored: on every path of every command each either changes what comes out, or is refused."""

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from conftest import ROOT, Answer, called, needs, sampled
from ogd_exact.commands.command_line import Command
from ogd_exact.commands.uses import USES

CIRCUIT = """.model d
.inputs en go
.outputs b0 b1
.latch n0 x0 0
.latch n1 x1 3
.names x0 en n0
10 1
01 1
.names x0 x1 en n1
01- 1
101 1
.names x0 x1 b0
11 1
.names x1 go b1
11 1
.end
"""
SET = """{"format": "ogd-exact/1", "model": "svm", "rule": "hinge", "parameters": {"eta": "1/3"}, \
"dimension": 2, "examples": 2}
{"x": {"0": "-1/2", "1": "2"}, "y": "1"}
{"x": {"0": "-2", "1": "-1/7"}, "y": "1"}
"""
D = "d.blif --inputs 1 --uninitialised 0"
ANY = f"{D} --tables any-order"
CYCLIC, FROM_ZERO = f"{ANY} --max-passes 9 --order cyclic", f"{ANY} --max-passes 9 --from-zero --library torch"
PATHS = {  # of each command; an option that a path has already is not tried on it
    "simulate": [
        D, f"{D} --engine kernel", f"{D} --engine invariant", f"{D} --at-step 5", f"{D} --no-simulate",
        "d.blif --search up-to:2", f"{D} --question norm", f"{D} --model svm-eta", f"{D} --audit 1", f"{D} --trace t",
        ANY, f"{ANY} --engine circuit", f"{ANY} --no-simulate", f"{ANY} --from-zero", f"{ANY} --order cyclic",
        f"{D} --model logistic", f"{D} --model logistic --no-simulate",
        "t.csv --model perceptron --start a=-5 --start b=1", "u.jsonl --max-passes 60",
        "u.jsonl --order shuffle --max-passes 60",
    ],
    "reduce": [D, f"{D} --format svmlight", f"{D} --model svm-reg --symbolic", f"{D} --netlist",
               ANY, f"{ANY} --from-zero", f"{D} --model logistic"],
    "replay": [D, f"{D} --precision", f"{D} --noise 1/1000", ANY, CYCLIC, FROM_ZERO,
               f"{D} --model logistic --max-passes 9"],
    "explore": [D, f"{D} --figure f.svg", "gadget:copy", "gadget:reset --model svm-reg", ANY, f"{ANY} --order cyclic"],
    "annealed": [D, "d.blif --inputs 1 --state 01", f"{D} --rates rates"],
    "check": ["never.cert", "never.cert rule110:4 --target 0110"],
    "verify": [
        "--tables own", "p.tex", "--gradients", "--model svm-bias --printed", "--tables any-order",
        "--model logistic",
        "--tables all --limit 0.01",
        *(f"--tables own --format {form}" for form in ("json", "github", "junit", "sarif", "html")),
    ],
    "latex": ["--output-dir L --tables own", "--check L --tables own", "--output-dir L --model svm-bias --printed"],
    "barrier": ["", "--gadget copy", "--contract k.toml", "--gadget copy --format json"],
    "barrier stable": ["t.csv --eta 1/9", "t.csv --eta 1/9 --batch sum", "", "--contract k.toml"],
    "barrier rule": ["squared-error"],
    "atlas": [""],
    "barrier sat": ["example:3x4"],
    "barrier weights": [
        f"example:2x2 --steps 3 {how}".rstrip() for how in ("", "--modulo 101", "--primes 5", "--balls 30")
    ],
    "synthesize": ["--contract not --limit 2", "--check evidence", "--construction -o D --limit 0.01"],
    "campaign": ["plan.toml --task 0"],
}  # fmt: skip
VALUES = {  # with which an option changes something; by commands, where these differ
    "typeset": "pdflatex",
    "property": "b1", "target": "01", "input": "en=0", "inputs": "0", "stimulus": "s.csv", "start": "x0=1",
    "uninitialised": "1", "search": "2", "model": "svm-bias", "tables": "compact", "regularizer": "1/8", "eta": "1/16",
    "set": "mu=3/4", "question": "fixed-point", "norm_bound": "40", "max_passes": "1", "max_steps": "3",
    "engine": "kernel", "limit": "5", "audit": "1", "seed": "3", "order": "reverse", "at_step": "4", "format": "json",
    "output": "o", "trace": "t", "certificate": "c", "checkpoint": "k", "reduce format": "svmlight", "library": "river",
    "dtype": "float32", "noise": "1/100", "plot": "p.svg", "magnitude": "eps1=1/3", "drawn": "2", "figure": "g.svg",
    "schedule": "1/t", "rates": "rates", "frames": "2", "state": "10", "training": "tr",
    "files": "p.tex", "gadget": "not", "tex": "p.tex", "certificates": "c", "marks": "colour", "contract": "k.toml",
    "true": "2", "false": "-2", "unset": "1/2", "loss": "huber", "batch": "mean", "replay": "sklearn", "steps": "4",
    "modulo": "7", "primes": "3", "balls": "40", "barrier stable training": "t.csv", "text": "turn(a bit): a = not(a)",
    "synthesize steps": "2", "keep": "i1", "always": "i1=-1", "at": "alpha=1/2", "nonzeros": "1", "denominator": "2",
    "workers": "1", "scheduler": "no://where", "evidence": "e", "results": "r", "latex gadget": "copy",
    "barrier model": "dense-relu", "barrier stable model": "dense-relu", "check": "evidence", "output_dir": "M",
    "synthesize model": "dense-relu", "synthesize contract": "copy", "verify model": "svm",
    "coordinate": "1", "first_index": "1", "check circuit": "rule110:4", "task": "0", "verify tables": "own",
    "verify gadget": "copy", "annealed tables": "nowhere", "latex model": "svm",
}  # fmt: skip
UNSEEN = {  # what is heeded, although nothing shows it: an option, wherever it is given, or all options of a path
    "simulate --confirm": "all of so short a run is confirmed anyway",
    "simulate --limit 5": "nothing takes so long",
    "simulate --header": "what names could be is taken for names anyway",
    "simulate --engine kernel": "it is what --trace and --from-zero take anyway",
    f"simulate {ANY} --no-simulate": "no run starts anywhere",
    f"reduce {D} --netlist": "the gates are as many",
    "reduce --lossy": "nothing must be rounded",
    "replay --eta 1/16": "weights are compared, and not shown",
    f"replay {CYCLIC}": "so few epochs are alike",
    f"replay {FROM_ZERO}": "so few epochs are alike",
    "check --inputs 0": "it is for all inputs, of which there are none",
    "check --uninitialised 1": "it is for all latches that start nowhere, of which there are none",
    "verify --limit 5": "all is done before",
    "verify --if-any": "there are some",
    "verify --witnesses": "these tables have no bounds to witness",
    "verify --tables own": "its contracts are the paper's",
    "verify --tables any-order": "all its tables are of the SVM, and not of the paper",
    "verify --tables all --limit 0.01": "it is stopped before",
    "verify --tables own --format sarif": "there are no findings to tell of",
    "latex --check L --tables own": "there is nothing in that folder",
    "barrier --details": "one contract is always shown in detail",
    "barrier weights --exact": "so it is by default",
    "synthesize --contract not --limit 2": "what is found first will do",
    "synthesize --construction -o D --limit 0.01": "it is stopped before",
}


def put(folder: Path) -> None:
    """The files that calls name."""
    (folder / "d.blif").write_text(CIRCUIT)
    (folder / "s.csv").write_text("en\n0\n1\n1\n")
    (folder / "rates").write_text("1/3\n" * 2000)
    (folder / "t.csv").write_text("a,b,y\n1,0,1\n0,1/2,-1\n")
    (folder / "u.jsonl").write_text(SET)
    (folder / "k.toml").write_text('[contract]\nbefore = { a = "bit", b = "unset" }\nafter = { b = "copy(a)" }\n')
    shutil.copy(ROOT / "tests" / "invariant" / "rule110.cert", folder / "never.cert")
    pages = [(ROOT / "docs" / "tables" / f"{name}.tex").read_text() for name in ("svm-copy", "dense-relu-not")]
    (folder / "p.tex").write_text("".join(pages))
    for file in ("svm/not.toml", "dense-relu-dense/copy.toml"):
        (folder / "own" / file).parent.mkdir(parents=True)
        shutil.copy(ROOT / "gadget_tables" / "paper" / file, folder / "own" / file)


def actions(command: str) -> list[Any]:
    parser = Command(command.replace(" ", "_"), prog=command)
    parser.fill()
    return [a for a in parser._actions if a.dest not in ("help", "version") and not a.choices or a.option_strings]


def pairs() -> list[tuple[str, str, str]]:
    """A command, one of its paths, and what is typed besides."""
    found = []
    for command, paths in PATHS.items():
        for path in paths:
            for action in actions(command):
                dest, named = action.dest, action.option_strings
                if dest in ("help", "version") or action.required or action.nargs is None and not named:
                    continue
                if {*named} & {*path.split()} and dest not in ("inputs", "uninitialised"):
                    continue
                value = [] if action.nargs == 0 else [VALUES.get(f"{command} {dest}") or VALUES[dest]]
                found.append((command, path, " ".join([*named[:1], *value])))
    return found


@cache
def outcome(command: str, path: str, *more: str) -> tuple[Answer, dict[str, bytes]]:
    """What is answered, and all files after it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("webbrowser.open", lambda page: True)
        put(Path(folder))
        answer = called(*command.split(), *path.split(), *more)
        files = {str(p.relative_to(folder)): p.read_bytes() for p in Path(folder).rglob("*") if p.is_file()}
        return answer, files


def words(more: str) -> list[str]:
    return more.split(" ", 1) if more.startswith("-") else [more]


# The limit of a hundredth of a second may come just when a file was opened, which is then closed by the collector.
@pytest.mark.filterwarnings("ignore:Exception ignored in. <_io:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("command", "path", "more"), sampled(pairs(), 16))
def test_an_option_changes_something_or_is_refused(command: str, path: str, more: str) -> None:
    if command == "replay":
        needs("sklearn", "scikit-learn")
    after = outcome(command, path, *words(more))
    answer = after[0]
    if answer.code == 2:
        assert (answer.out == "" or "not read" in answer.out) and answer.err.count("\n") == 1
        named = {*re.findall("--[a-z-]+", answer.err.partition(";")[0])}  # what follows is the remedy
        assert not named or named & {*words(more), *path.split()} or not more.startswith("-"), (
            "another is complained of"
        )
    else:
        assert outcome(command, path) != after or {f"{command} {more}", f"{command} {path}"} & {*UNSEEN}


def test_every_command_with_options_has_paths() -> None:
    assert {name.replace(" ", "_") for name in PATHS} >= set(USES)

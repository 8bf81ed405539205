"""Errors of the library are the lines of the commands, but name arguments where these name options."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import ROOT, called
from ogd_exact.commands.command_line import umbrella_parser
from ogd_exact.commands.completion import all_actions
from ogd_exact.commands.spelling import as_option

OPTION = re.compile(r"--[a-z]")
BELOW = ROOT / "ogd_exact"
FILES_BELOW = sorted(
    path.relative_to(BELOW).as_posix() for path in BELOW.rglob("*.py") if not path.is_relative_to(BELOW / "commands")
)
ARGUMENT = re.compile(r"""\bargument\(["']([^"']*)""")
OTHER_PROGRAMS = {  # whose options these are; the first is a line for a shell
    "campaign/tally.py": ["ogd-exact campaign a --task a"],
    "circuits/invariants/solver.py": ["--plain", "--no-binary"],
    "documents/typeset/engine.py": ["--nosocket"],
    "libraries/vowpal.py": [
        "--sgd --loss_function hinge --learning_rate a --power_t 0 --noconstant",
        "a --bit_precision a --quiet",
        "Vowpal Wabbit's --sgd",
    ],
}
OPEN = """.model open
.inputs i
.outputs o
.latch i s 3
.names s o
1 1
.end
"""
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
FILES = {
    "own/svm/rise.toml": CORRECTED,
    "open.blif": OPEN,
    "still.blif": ".model still\n.latch s s 0\n.end\n",
    "drive.csv": "i\n0\n",
    "mine/svm/turn.toml": 'gadget = "turn"\n[contract]\nbefore = { a = "bit" }\n',
    "mine.tex": "",
}


def of_counter(*words: object, **given: Any) -> tuple[Callable[[], object], tuple[object, ...]]:
    return lambda: ogd.reduce("counter:2", **given), ("reduce", "counter:2", *words)


def of_open(*words: object, **given: Any) -> tuple[Callable[[], object], tuple[object, ...]]:
    return lambda: ogd.reduce("open.blif", **given), ("reduce", "open.blif", *words)


def drawn(number: int) -> object:
    return ogd.reduce("counter:1").figure(number)


def in_doubles() -> None:
    run = ogd.reduce("counter:1", "svm-reg", parameters={"lambda": "1/5"})
    assert isinstance(run, ogd.Run)
    run.save("out", "svmlight")


NORM, SET_K, LAMBDA = {"--question norm": "question='norm'"}, {"--set k": "parameters['k']"}, "parameters['lambda']"
SEARCH = {"--search K": "search=K"}
SLOTS = ("--tables", "any-order")
SAME: dict[str, str] = {}  # nothing is named that differs
ERRORS: list[tuple[tuple[Callable[[], object], tuple[object, ...]], dict[str, str]]] = [
    ((lambda: ogd.verify("nope"), ("verify", "--model", "nope")), SAME),
    ((lambda: ogd.verify("svm", "nope"), ("verify", "--model", "svm", "--gadget", "nope")), SAME),
    ((lambda: ogd.verify(tables="nowhere"), ("verify", "--tables", "nowhere")), SAME),
    ((lambda: ogd.verify(tex="nowhere.tex"), ("verify", "--tex", "nowhere.tex")), SAME),
    (
        (lambda: ogd.verify(tex="mine.tex", printed=True), ("verify", "mine.tex", "--printed")),
        {"--printed": "printed", "--tex": "tex"},
    ),
    ((lambda: ogd.verify(tables="mine"), ("verify", "--tables", "mine")), {"--tex": "tex"}),
    ((lambda: ogd.reduce("counter:0"), ("reduce", "counter:0")), SAME),
    ((lambda: ogd.reduce(Path("nowhere.blif")), ("reduce", "nowhere.blif")), SAME),
    (of_counter("--model", "nope", model="nope"), {"--model": "model"}),
    (of_counter("--property", "nope", property="nope"), SAME),
    (of_counter("--target", "2", target="2"), SAME),
    (
        of_counter("--target", "11", "--property", "b0", target="11", property="b0"),
        {"--target": "target", "--property": "property"},
    ),
    (of_counter("--input", "a=1", inputs={"a": 1}), SAME),
    ((lambda: ogd.reduce("still.blif"), ("reduce", "still.blif")), {"--target BITS": "target=BITS"}),
    (of_open(), {"--input NAME=0|1": "inputs['NAME']=0|1", "--inputs 0|1": "inputs=0|1", **SEARCH}),
    (of_open("--inputs", 0, inputs=0), {"--uninitialised 0|1": "uninitialised=0|1", **SEARCH}),
    (
        of_open("--input", "i=1", "--stimulus", "drive.csv", inputs={"i": 1}, stimulus="drive.csv"),
        {"--input": "inputs={...}"},
    ),
    (
        of_open("--search", 60, search=60),
        {"--search 60": "search=60", "--input": "inputs={...}", "--start": "start"},
    ),
    (
        of_open("--search", 2, "--question", "norm", search=2, question="norm"),
        {"--search": "search", "--question": "question"},
    ),
    (of_counter("--norm-bound", 3, norm_bound=3), {"--norm-bound": "norm_bound", **NORM}),
    (of_counter("--norm-bound", "1+", norm_bound="1+"), {"--norm-bound": "norm_bound"}),
    (
        of_counter("--question", "norm", "--norm-bound", -3, question="norm", norm_bound=-3),
        {"--norm-bound": "norm_bound"},
    ),
    (
        of_counter("--question", "norm", "--tables", "compact", question="norm", tables="compact"),
        {"--tables": "tables", **NORM},
    ),
    (of_counter("--question", "norm", "--model", "perceptron", question="norm", model="perceptron"), NORM),
    (of_counter("--lambda", "1/4", parameters={"lambda": "1/4"}), {"--lambda": LAMBDA}),
    (
        of_counter("--model", "svm-reg", "--lambda", "0.25", model="svm-reg", parameters={"lambda": 0.25}),
        {"--lambda": LAMBDA},
    ),
    (
        of_counter("--model", "svm-reg", "--lambda", 1, model="svm-reg", parameters={"lambda": 1}),
        {"--lambda": LAMBDA},
    ),
    (
        of_counter("--model", "svm-reg", "--set", "alpha=1/2", model="svm-reg", parameters={"alpha": "1/2"}),
        {"--set alpha": "parameters['alpha']", "--lambda": LAMBDA},
    ),
    (
        of_counter("--model", "svm-eta", "--eta", 0, model="svm-eta", parameters={"eta": 0}),
        {"--eta": "parameters['eta']"},
    ),
    (of_counter("--set", "k=1+", parameters={"k": "1+"}), SET_K),
    (of_counter("--set", "k=1", parameters={"k": 1}), SET_K),
    (of_counter("--model", "svm-nesterov-mu", model="svm-nesterov-mu"), {"--set mu=R": "parameters['mu']=R"}),
    (of_counter("--tables", "annealed", tables="annealed"), {"--model": "model"}),
    (
        of_counter(*SLOTS, "--question", "norm", tables="any-order", question="norm"),
        {"--question norm": "question='norm'"},
    ),
    (of_counter(*SLOTS, "--lambda", 1, tables="any-order", parameters={"lambda": 1}), {"--lambda": LAMBDA}),
    (of_counter(*SLOTS, "--set", "k=1", tables="any-order", parameters={"k": 1}), SET_K),
    (
        of_counter(*SLOTS, "--eta", 0, tables="any-order", parameters={"eta": 0}),
        {"--eta": "parameters['eta']"},
    ),
    (of_counter(*SLOTS, "--model", "no", tables="any-order", model="no"), {"--model": "model"}),
    (
        (
            lambda: ogd.simulate(ogd.reduce("counter:1", tables="any-order"), engine="native"),
            ("simulate", "counter:1", *SLOTS, "--engine", "native"),
        ),
        {"--engine native": "engine='native'"},
    ),
    (
        (
            lambda: ogd.simulate("counter:1", engine="invariant", audit=1),
            ("simulate", "counter:1", "--engine", "invariant", "--audit", 1),
        ),
        {"--engine invariant": "engine='invariant'", "--audit": "audit"},
    ),
    ((lambda: ogd.check("nowhere"), ("check", "nowhere")), {"simulate --certificate": "certificate() of a verdict"}),
    (
        (lambda: drawn(7), ("explore", "counter:1", "--figure", "out.svg", "--pass", 7)),
        {"--pass 7": "number=7"},
    ),
    ((lambda: ogd.reduce("counter:1").save(""), ("barrier", "--output", "")), {"--output": "path"}),
    (
        (in_doubles, ("reduce", "counter:1", "--model", "svm-reg", "--lambda", "1/5", "--format", "svmlight")),
        {"--format jsonl": "format='jsonl'", "--lossy": "lossy=True"},
    ),
    (
        (lambda: ogd.synthesize("nand", "svm-reg"), ("synthesize", "--model", "svm-reg", "--contract", "nand")),
        {"--at alpha=1/2": "at={'alpha': '1/2'}"},
    ),
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("both", "names"), ERRORS, ids=[" ".join(map(str, words)) for (_, words), _ in ERRORS])
def test_errors_are_the_commands_lines(
    both: tuple[Callable[[], object], tuple[object, ...]], names: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    call, words = both
    with pytest.raises(ogd.InputError) as refused:
        call()
    assert capsys.readouterr() == ("", "")
    answer = called(*words)
    said = answer.err
    for option, name in names.items():
        assert option in said
        said = said.replace(option, name)
    assert answer.code == 2 and said == f"ogd-exact: {refused.value}\n" and not OPTION.search(str(refused.value))


def test_so_do_texts_that_are_no_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "1 correction applied; printed=True checks what is printed" in str(ogd.verify(tables="own"))
    assert "1 correction applied; --printed checks what is printed" in called("verify", "--tables", "own").out
    monkeypatch.setattr("ogd_exact.training.runs.confirm.MOST_STEPS", 0)
    never = ogd.reduce("collatz:2", "svm-reg")
    assert str(ogd.simulate(never)).endswith("; confirm=True confirms")
    assert called("simulate", "collatz:2", "--model", "svm-reg").out.endswith("; --confirm confirms\n")


def texts(path: Path) -> Iterator[str]:
    """What a file says, but for docstrings, with a where something is put in."""
    source = path.read_text()
    nodes = list(ast.walk(ast.parse(source if "--" in source else "")))
    composed = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    for node in composed:
        yield "".join(part.value if isinstance(part, ast.Constant) else "a" for part in node.values)
    apart = {id(part) for node in composed for part in node.values}
    apart |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield node.value


def test_nothing_below_the_commands_speaks_of_options() -> None:
    found = {path: [text for text in texts(BELOW / path) if OPTION.search(text)] for path in FILES_BELOW}
    assert {path: said for path, said in found.items() if said} == OTHER_PROGRAMS


def test_commands_have_the_options_that_arguments_become() -> None:
    known = {option for action in all_actions(umbrella_parser()) for option in action.option_strings}
    names = {text for path in FILES_BELOW for text in ARGUMENT.findall((BELOW / path).read_text())}
    assert len(names) > 40
    for name in names - {"parameters"}:
        [option] = re.findall("--[a-z-]+", as_option(name, None, ""))
        assert option in known, name
    assert as_option("parameters", None, "eta") == "--eta" and as_option("parameters", None, "k") == "--set k"

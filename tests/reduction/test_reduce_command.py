"""The reduce command: its formats, what it refuses, files written whole, and examples that are streamed."""

import json
import os
import re
import subprocess
import sys
import tracemalloc
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from conftest import ROOT, called, in_full, needs, typed
from fuzz.independent_step import step
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.gadgets.reading.folder import MODELS
from replay import training
from said_step import taken

KEYS = {
    "format", "circuit", "sha256", "property", "assumptions", "model", "rule", "parameters", "step", "inputs",
    "gates", "dimension", "coordinates", "initial", "accept", "state", "examples",
}  # fmt: skip


reduce = partial(called, "reduce")


@pytest.mark.parametrize("model", [*MODELS, "perceptron", "svm-nesterov"])
def test_the_file_alone_runs_the_circuit(tmp_path: Path, model: str) -> None:
    path = tmp_path / "x.jsonl"
    assert reduce("counter:2", "--model", model, "-o", path) == (0, "", f"wrote {path}\n")
    header, *examples = map(json.loads, path.read_text().splitlines())
    assert set(header) - {"momentum"} == KEYS and header["format"] == "ogd-exact/1" and header["model"] == model
    assert len(examples) == header["examples"] and len(header["coordinates"]) == header["dimension"]
    weights = dict.fromkeys(map(str, range(header["dimension"])), Fraction(0))
    weights |= {key: Fraction(text) for key, text in header["initial"].items()}
    velocities: dict[str, Fraction] = {}
    passes = 0
    while not weights[str(header["accept"])] > 0:
        passes += 1
        assert passes <= 4
        for example in examples:
            assert set(example) == {"x", "y"} and isinstance(example["y"], str)
            x = {key: Fraction(text) for key, text in example["x"].items()}
            weights = taken(header["step"], weights, x, Fraction(example["y"]), velocities)
        held = [(weights[str(s["coordinate"])] > 0) != s["inverted"] for s in header["state"]]
        assert held == [bool(passes >> k & 1) for k in range(2)]
    assert passes == 4


def test_svmlight_refuses_what_is_no_double(tmp_path: Path) -> None:
    path = tmp_path / "x.svm"
    call = ("counter:1", "--model", "svm-eta", "--eta", "9/25", "--format", "svmlight", "-o", path)
    code, out, err = reduce(*call)
    assert (
        (code, out) == (2, "") and "example 1: -5/12 is not exactly a double" in err and list(tmp_path.iterdir()) == []
    )
    assert reduce(*call, "--lossy") == (0, "", f"wrote {path}\n")
    assert reduce(*call[:-2])[:2] == (2, "")  # nothing but the message, as nothing is written of part of a set
    about, *lines = path.read_text().splitlines()
    assert about.startswith("# ") and set(json.loads(about[2:])) == KEYS
    assert len(lines) == 68 and all(float(line.split()[0]) in (1, -1) for line in lines)
    for line in lines:
        indices = [int(pair.split(":")[0]) for pair in line.split()[1:]]
        assert indices == sorted(set(indices)) and indices[0] >= 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["counter:2", "--model", "svm-reg", "--lambda", "1/2"], "--lambda must lie between"),
        (["counter:2", "--model", "svm-reg", "--lambda", "0"], "--lambda must lie between"),
        (["counter:2", "--model", "svm-reg", "--lambda", "x"], "--lambda 'x'"),
        (["counter:2", "--model", "svm-eta", "--eta=-1"], "--eta must be positive"),
        (["counter:2", "--model", "svm-eta", "--eta", "0"], "--eta must be positive"),
        (["counter:2", "--eta", "4"], "--eta is for svm-eta"),
        (["counter:2", "--lambda", "1/4"], "--lambda is for svm-reg"),
        (["counter:2", "--input", "a"], "is not of the form"),
        (["counter:2", "--input", "a=2"], "is not of the form"),
        (["counter:2", "--input", "a=1"], "has no input a"),
        (["counter:2", "--target", "1"], "must be 2 characters"),
        (["missing.aag"], "missing.aag"),
        (["nonsense:3"], "nonsense"),
        (["counter:2", "--lossy"], "--lossy is for --format svmlight and npz"),
        (["counter:2", "--model", "svn"], "there is no construction for --model 'svn'"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(tmp_path: Path, arguments: list[str], reason: str) -> None:
    target = tmp_path / "old"
    target.write_text("old")
    code, out, err = reduce(*arguments, "-o", target)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and reason in err
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_a_circuit_with_inputs(tmp_path: Path) -> None:
    path = tmp_path / "open.aag"
    path.write_text("aag 1 1 0 1 0\n2\n2\ni0 go\n")
    code, out, err = reduce(path)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and "the circuit has inputs: go" in err
    assert reduce(path, "--input", "go=1")[0] == 0


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    for output in (tmp_path, tmp_path / "no" / "where"):
        code, out, err = reduce("counter:1", "-o", output)
        assert (code, out) == (2, "") and len(err.splitlines()) == 1


def test_npz_says_what_the_header_says(tmp_path: Path) -> None:
    numpy = needs("numpy", "numpy")
    assert reduce("counter:2", "-o", tmp_path / "x.jsonl")[0] == 0
    assert reduce("counter:2", "--format", "npz", "-o", tmp_path / "x.npz")[0] == 0
    with numpy.load(tmp_path / "x.npz") as arrays:
        assert str(arrays["header"]) == (tmp_path / "x.jsonl").read_text().splitlines()[0]
        assert len(arrays["y"]) == 157


def test_a_refused_number_that_is_cut_short_says_so(tmp_path: Path) -> None:
    call = ("counter:2", "--model", "svm-reg", "--lambda", "1/7", "--format", "svmlight", "-o", tmp_path / "x")
    assert re.search(r"example 1: -\d{59} \.\.\. is not exactly a double", reduce(*call)[2])


def test_output_that_cannot_be_written_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ogd_exact.commands.reduce.run_of", None)
    os.mkfifo(tmp_path / "pipe")
    for output in (tmp_path, tmp_path / "pipe", tmp_path / "no" / "where", "a\0b"):
        code, out, err = reduce("counter:1", "-o", output)
        assert (code, out) == (2, "") and "name another" in err


@in_full
def test_thousands_of_digits_with_either_backend(tmp_path: Path) -> None:
    """Python's own integers refuse to be written beyond 4300 digits unless told otherwise."""
    written = []
    for backend in ("gmpy2", "fraction"):
        written.append(tmp_path / backend)
        call = ("-m", "ogd_exact.reduce", "mult:6", "--model", "svm-reg", "-o", written[-1])
        assert typed(*call, OGD_EXACT_NUMBERS=backend) == (0, "", f"wrote {written[-1]}\n")
    assert written[0].read_bytes() == written[1].read_bytes()
    assert max(map(len, re.findall(r"\d+", written[0].read_text()))) > 4300


def test_a_reader_who_has_seen_enough() -> None:
    """As in: reduce counter:20 | head -1."""
    command = [sys.executable, "-m", "ogd_exact.reduce", "counter:20"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (141, b"")


def test_a_long_decay_is_no_crash(tmp_path: Path) -> None:
    assert reduce("counter:4", "--model", "svm-reg", "--lambda", "1/100", "-o", tmp_path / "x")[0] in (0, 2)


@in_full
def test_examples_are_streamed() -> None:
    size = 20_000
    gates = [(0, 1), *((k + 1, k % 2) for k in range(1, size))]
    learned = training("svm", Netlist(2, tuple(gates), (size, size + 1), ()))
    tracemalloc.start()
    try:
        assert sum(1 for _ in islice(learned.examples(), 60_000)) == 60_000
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_the_file_has_the_usual_mode(tmp_path: Path) -> None:
    usual, written = tmp_path / "usual", tmp_path / "written"
    usual.touch()
    reduce("counter:1", "-o", written)
    assert written.stat().st_mode == usual.stat().st_mode


def evaluated(text: str, alpha: Fraction) -> Fraction:
    """A text of --symbolic, read by nothing of the project: sums in parentheses, then terms, then factors."""
    if text.startswith("("):
        over, under = text[1:-1].split(")/(")
        return evaluated(over, alpha) / evaluated(under, alpha)
    total = Fraction(0)
    for minus, over, under in re.findall(r"(-?) ?([\w*^]+)(?:/(\([^)]*\)|[\w^]+))?", text):
        value = Fraction(-1 if minus else 1)
        for factors, way in ((over, 1), (under.strip("()"), -1)):
            for factor in filter(None, factors.split("*")):
                base, _, exponent = factor.partition("^")
                value *= (alpha if base == "alpha" else Fraction(base)) ** (way * int(exponent or 1))
        total += value
    return total


@pytest.mark.parametrize("regularizer", ["1/4", "1/7"])
def test_a_symbolic_file_is_the_plain_one(regularizer: str) -> None:
    common = ("johnson:2", "--model", "svm-reg", "--lambda", regularizer)
    plain, symbolic = (
        [json.loads(line) for line in reduce(*common, *more)[1].splitlines()] for more in ((), ("--symbolic",))
    )
    assert symbolic[0] == plain[0] | {"symbolic": ["alpha"]} and len(symbolic) == len(plain)
    alpha, divided = 1 - Fraction(symbolic[0]["parameters"]["lambda"]), 0
    weights = dict.fromkeys(map(str, range(plain[0]["dimension"])), Fraction(0))
    for a, b in zip(plain[1:], symbolic[1:], strict=True):
        x = {key: evaluated(text, alpha) for key, text in b["x"].items()}
        assert x == {key: Fraction(text) for key, text in a["x"].items()} and a["y"] == b["y"]
        divided += any(text.startswith("(") for text in b["x"].values())
    assert divided  # or the reader was not put to the test
    for passes in range(1, 5):  # the file alone runs the circuit
        for b in symbolic[1:]:
            x = {key: evaluated(text, alpha) for key, text in b["x"].items()}
            step("svm-reg", weights, x, Fraction(b["y"]), Fraction(1), 1 - alpha)
        assert (weights[str(symbolic[0]["accept"])] > 0) == (passes == 4)


def test_a_symbolic_file_is_small() -> None:
    sizes = []
    for size in (4, 32):
        _, out, _ = reduce(f"counter:{size}", "--model", "svm-reg", "--symbolic")
        sizes.append(len(out[out.index("\n") :]) / out.count("\n"))
    assert sizes[1] < 1.2 * sizes[0] < 100  # bytes per example: 56 and 57, as rationals 141 and 807


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--model", "svm"), "svm has none here, so drop it"),
        (("--model", "svm-reg", "--format", "svmlight"), "--symbolic is for --format jsonl; svmlight holds doubles"),
    ],
)
def test_symbolic_is_refused_where_there_is_no_alpha(options: tuple[str, ...], problem: str) -> None:
    code, out, err = reduce("counter:2", *options, "--symbolic")
    assert (code, out) == (2, "") and problem in err

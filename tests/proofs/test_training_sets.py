"""The training set that the theorem speaks of, computed by Coq, is the one that `reduce` writes, example by example."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from coq import checked, proof_of, without_proofs

from conftest import called, in_full, sampled
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.documents.coq.coq_text import identifier
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request

Example = tuple[dict[int, Fraction], Fraction]
CIRCUITS = ("counter:1", "collatz:1", "counter:2", "johnson:2", "lfsr:3")
SMALL = ("counter:1",)  # where numbers grow with every example, which Coq's fractions are slow at
# What reduce calls a model's tables and symbols, and what Coq does.
MODELS: dict[str, tuple[list[str], str]] = {
    "svm-bias": ([], ""),
    "svm": ([], ""),
    "svm-eta": (["--eta", "9/4"], "(#3/#2)"),
    "svm-reg": (["--lambda", "1/4"], "(#3/#4)"),
    "dense-relu": ([], ""),
    "dense-relu-dense": ([], ""),
    "perceptron": ([], ""),
    **{f"{model} compact": (["--tables", "compact"], "") for model in ("svm", "svm-bias", "dense-relu-dense")},
    **{
        f"{model} compact": (["--tables", "compact", "--lambda", "1/4"], "(#3/#4)")
        for model in ("svm-reg", "svm-bias-reg", "dense-relu-reg")
    },
}
PRINTED = """
Require Import OGD.Rationals.
Definition printed (C : circuit) := fractions (MODEL_train (F := rationals) SYMBOL C).
"""
EXAMPLE = re.compile(r"\(\[([^\]]*)\],\((-?\d+),(\d+)\)\)")
ENTRY = re.compile(r"\((\d+),\((-?\d+),(\d+)\)\)")


def circuit_term(netlist: Netlist) -> str:
    gates = "; ".join(f"({a}, {b})" for a, b in netlist.gates)
    outputs = "; ".join(map(str, netlist.outputs))
    signals = f"inputs := {netlist.inputs}; gates := [{gates}]; outputs := [{outputs}]; answer := {netlist.answer}"
    return f"{{| {signals} |}}%nat"


def by_coq(model: str, circuits: list[str]) -> list[list[Example]]:
    text, symbol = without_proofs(proof_of(model).text), MODELS[model][1]
    end = PRINTED.replace("MODEL", identifier(model.removesuffix(" compact"))).replace("SYMBOL", symbol)
    netlists = [reduced(Request(circuit)).netlist for circuit in circuits]
    asked = "".join(f"Eval vm_compute in printed {circuit_term(netlist)}.\n" for netlist in netlists)
    answer = checked(f"{identifier(model.replace(' ', '-'))}_data", text + end + asked)
    assert answer.accepted, answer.complaint
    return examples_in(answer.printed)


def examples_in(printed: str) -> list[list[Example]]:
    """The training sets that Coq computed; it says (-1)%Z where it could say -1."""
    sets = re.sub(r"\((-\d+)\)", r"\1", re.sub(r"\s|%\w+", "", printed)).split("=[")[1:]
    return [
        [
            ({int(c): Fraction(int(n), int(d)) for c, n, d in ENTRY.findall(x)}, Fraction(int(n), int(d)))
            for x, n, d in EXAMPLE.findall(examples)
        ]
        for examples in sets
    ]


def by_reduce(model: str, circuit: str, folder: Path) -> list[Example]:
    file = folder / "train.jsonl"
    assert called("reduce", circuit, "--model", model.removesuffix(" compact"), *MODELS[model][0], "-o", file).code == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    return [({int(c): Fraction(v) for c, v in line["x"].items()}, Fraction(line["y"])) for line in lines]


@in_full
def test_coq_computes_the_training_sets_with_biases(tmp_path: Path) -> None:
    """For itself, since it takes all of the theory."""
    compare("svm-bias", tmp_path)


@pytest.mark.parametrize(
    "model", sampled([*MODELS][1:], 2, lambda model: [model[:4], "-reg" in model, model.endswith("compact")])
)
def test_coq_computes_the_training_sets_that_are_written(model: str, tmp_path: Path) -> None:
    compare(model, tmp_path)


def compare(model: str, tmp_path: Path) -> None:
    circuits = list(SMALL) if "-reg" in model else sampled(CIRCUITS, 2)
    for circuit, found in zip(circuits, by_coq(model, circuits), strict=True):
        wanted = by_reduce(model, circuit, tmp_path)
        assert len(found) == len(wanted)
        assert found == wanted

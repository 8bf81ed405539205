"""The theorem for any order: what it speaks of is what happens, and what it rests on is needed."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from coq import SOON, checked
from test_prove_command import no_coq
from test_training_sets import ENTRY, EXAMPLE, Example, circuit_term

from conftest import called, in_full, needs_program
from ogd_exact.circuits.nand import Netlist
from ogd_exact.proofs.coqc import compiled, with_required
from ogd_exact.proofs.development import theory, write_files
from ogd_exact.reduction.reduction import reduced
from ogd_exact.reduction.request import Request

__all__ = ["no_coq"]
BIT = {False: -1, True: 1}
SPACING, LIFT = 13, 11
PRINTED = """
From Coq Require Import List ZArith.
Require Import OGD.Theorem OGD.AnyOrder OGD.Rationals.
Import ListNotations.
Definition asked : circuit := CIRCUIT.
Definition a_clock : clock rationals :=
  {| rate := num RATE; grip := num GRIP; fineness := 1; lift := 11; spacing := 13; period := GRIP * GRIP |}.
Eval vm_compute in fractions (train_in_any_order a_clock asked).
Eval vm_compute in fractions
  [(map (fun c => (c, first_weights a_clock asked c)) (seq 0 (data_dimension asked + length (slots asked))), num 0)].
"""


def by_coq(netlist: Netlist, rate: int, grip: int) -> tuple[list[Example], dict[int, Fraction]]:
    """The training set and the weights at the start, as Coq computes them."""
    text = PRINTED.replace("CIRCUIT", circuit_term(netlist)).replace("RATE", f"{rate}%Z")
    text = text.replace("num GRIP", f"num {grip}%Z").replace("GRIP", str(grip))
    answer = checked("any_order_data", text)
    assert answer.accepted, answer.complaint
    train, start = re.sub(r"\((-\d+)\)", r"\1", re.sub(r"\s|%\w+", "", answer.printed)).split("=[")[1:]
    read = [
        [({int(c): Fraction(int(n), int(d)) for c, n, d in ENTRY.findall(x)}, Fraction(int(n), int(d)))
         for x, n, d in EXAMPLE.findall(text)]
        for text in (train, start)
    ]  # fmt: skip
    return read[0], read[1][0][0]


def slots(netlist: Netlist) -> Iterator[list[dict[int, int]]]:
    """The members of each slot, by the definition of the gadgets: coordinate 0 accepts, 1 is 2, then come signals."""

    def either(*vectors: dict[int, int]) -> list[dict[int, int]]:
        return [{c: sign * x for c, x in vector.items()} for vector in vectors for sign in (1, -1)]

    def written(read: dict[int, int], target: int, sign: int) -> Iterator[list[dict[int, int]]]:
        yield either(read, read | {target: 2 * sign})
        yield either(read)

    for gate, (a, b) in enumerate(netlist.gates, 2 + netlist.inputs):
        yield from written({2 + a: 2} if a == b else {2 + a: 2, 2 + b: 2, 1: -1}, gate, 1)
    yield [{2 + netlist.answer: -2, 0: 1}, {2 + netlist.answer: 2}]
    yield either({2 + netlist.answer: 2})
    for place, output in enumerate(netlist.outputs, 2):
        yield from written({2 + output: 2}, place, -1)


def trained(train: list[Example], weights: dict[int, Fraction], rate: int, chance: random.Random) -> bool:
    """One epoch in a random order, in batches of random sizes; whether coordinate 0 was ever positive."""
    order, said = chance.sample(train, len(train)), False
    while order:
        size = chance.choice((1, 2, 7, len(train)))
        batch, order = order[:size], order[size:]
        margins = [sum(x * weights[c] for c, x in example.items()) for example, _ in batch]
        assert 1 not in margins
        for (example, _), margin in zip(batch, margins, strict=True):
            if margin < 1:
                for c, x in example.items():
                    weights[c] += rate * x
        said |= weights[0] > 0
    return said


def test_what_coq_calls_the_training_set_computes_the_circuit_in_any_order() -> None:
    netlist, rate, chance = reduced(Request("counter:1")).netlist, 3, random.Random(18)
    parts = list(slots(netlist))
    count, data = len(parts), 2 + netlist.inputs + len(netlist.gates)
    grip = next(g for g in range(1, 1000) if g * g >= count * SPACING)
    train, weights = by_coq(netlist, rate, grip)
    drift = {data + t: Fraction(-1, grip) for t in range(count)}
    wanted = [drift] + [
        {c: Fraction(x) for c, x in member.items()} | {data + t: Fraction(grip)}
        for t, members in enumerate(parts) for member in members
    ]  # fmt: skip
    assert train == [(example, 1) for example in wanted]
    phases = [Fraction(1, 2) + LIFT + t * SPACING for t in range(count)]
    bits = {0: 0, 1: 2 * rate} | dict.fromkeys(range(2, data), -rate)
    assert weights == bits | {data + t: (1 + rate * phase) / grip for t, phase in enumerate(phases)}
    state = [False] * netlist.inputs
    while True:
        values = list(state)
        for a, b in netlist.gates:
            values.append(not (values[a] and values[b]))
        state = [values[o] for o in netlist.outputs]
        said = [trained(train, weights, rate, chance) for _ in range(grip * grip)]
        assert [weights[2 + i] for i in range(netlist.inputs)] == [rate * BIT[bit] for bit in state]
        assert any(said) == values[netlist.answer]
        if any(said):
            break


@in_full
@pytest.mark.parametrize(
    ("member", "spoiled", "lemma"),
    [
        ("both [(a, 2); (c, -2)]", "both [(a, 2); (c, -3)]", "copy_runs"),
        ("both [(a, 2); (c, 2)]", "both [(a, 2); (c, 1)]", "not_runs"),
        ("both [(a, 2); (b, 2); (c, 2); (join, - 1)]", "both [(a, 2); (b, 2); (c, 2); (join, 1)]", "nand_runs"),
        ("[(a, -2); (b, 1)]", "[(a, -2); (b, 2)]", "raise_runs"),
    ],
)
def test_a_spoiled_member_is_refused_by_the_name_of_its_gadget(
    member: str, spoiled: str, lemma: str, tmp_path: Path
) -> None:
    needs_program("coqc", package="coq")
    files = with_required(theory(), ["theory/SlotGadgets.v"])
    assert files["theory/AnyOrder.v"].count(member) == 1
    files["theory/AnyOrder.v"] = files["theory/AnyOrder.v"].replace(member, spoiled)
    write_files(tmp_path, files)
    (refused,) = [file for file in compiled(tmp_path, files, SOON) if not file.accepted]
    assert (refused.file, refused.refused) == ("theory/SlotGadgets.v", lemma)


@pytest.mark.usefixtures("no_coq")
def test_prove_writes_only_what_the_theorem_for_any_order_needs(tmp_path: Path) -> None:
    answer = called("prove", "--tables", "any-order", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "coqc is missing" in answer.err
    files = {str(path.relative_to(tmp_path / "proofs")) for path in (tmp_path / "proofs").rglob("*.v")}
    assert files == {*with_required(theory(), ["theory/AnyOrderProof.v"])} and "theory/Model.v" not in files
    answer = called("prove", "--tables", "any-order", "--model", "svm-reg", "-o", tmp_path / "proofs")
    assert answer.code == 2 and "drop --model svm-reg" in answer.err


def test_what_a_referee_reads_of_any_order_is_short() -> None:
    assert len(theory()["theory/AnyOrder.v"].splitlines()) <= 120

"""The theorem for any order: what it speaks of is what reduce writes, and what it rests on is needed."""

import json
import random
import re
import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from coq import checked
from test_prove_command import no_coq
from test_training_sets import ENTRY, EXAMPLE, Example, circuit_term

from conftest import called, edit, in_full, needs_program, sampled
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.documents.coq.coqc import with_required
from ogd_exact.documents.coq.development import theory
from ogd_exact.documents.coq.slot_file import slot_file
from ogd_exact.gadgets.reading.folder import SHIPPED
from ogd_exact.training.any_order.clock import Clock
from ogd_exact.training.any_order.proof import prove
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.reduction import slot_reduction
from ogd_exact.training.constructions.reduction import reduced
from ogd_exact.training.constructions.request import Request

__all__ = ["no_coq"]
CIRCUITS = ("counter:1", "collatz:1", "counter:2", "johnson:2", "lfsr:3")
CLOCK = """
Definition a_clock : clock rationals := {{|
  hinged := {hinged}; rate := div (num {rate.numerator}) (num {rate.denominator});
  grip := div (num {grip.numerator}) (num {grip.denominator}); fineness := 1;
  phases := {phases}; period := {epochs} |}}.
Eval vm_compute in fractions (train_in_any_order a_clock svm_slots {circuit}).
Eval vm_compute in fractions [(map (fun c => (c, first_weights a_clock {circuit} c)) (seq 0 {dimension}), num 0)].
Eval vm_compute in keeps_time 1 {epochs} (period_of svm_slots {circuit}) {phases}.
"""


def tables_text(tables: str = "any-order") -> str:
    """The tables of the SVM as they are written for Coq, and what each of them must pass; the theorem left out."""
    text = slot_file(read_slots(tables)).text.replace("OGD.SlotSizes OGD.AnyOrderProof", "OGD.Rationals")
    return text[: text.index("Lemma svm_sound")]


def whole_numbers(numbers: Sequence[Fraction]) -> str:
    assert all(number.denominator == 1 for number in numbers)
    return "[" + "; ".join(str(number).replace("-", "- ") for number in numbers) + "]%Z"


class Written(NamedTuple):
    """What reduce wrote, and the clock that can be read off it."""

    header: dict[str, Any]
    examples: list[Example]

    def clock(self, netlist: Netlist) -> dict[str, Any]:
        header, (drift, _), (member, _) = self.header, *self.examples[:2]
        hinged, rate = header["rule"] == "hinge", Fraction(header["parameters"]["eta"])
        first = header["dimension"] - header["slots"]
        grip = member[first]
        assert drift[first] * grip == -1  # so that phases fall by 1
        weights = [Fraction(header["initial"][str(c)]) for c in range(first, header["dimension"])]
        phases = [(weight * grip - hinged) / rate - Fraction(1, 2) for weight in weights]
        found = {key: header[key] for key in ("epochs", "dimension")} | {"circuit": circuit_term(netlist)}
        return found | {"hinged": str(hinged).lower(), "rate": rate, "grip": grip, "phases": whole_numbers(phases)}


def by_reduce(circuit: str, model: str, rate: str, folder: Path) -> Written:
    file = folder / "train.jsonl"
    answer = called("reduce", circuit, "--tables", "any-order", "--model", model, "--eta", rate, "-o", file)
    assert answer.code == 0, answer.err
    header, *lines = (json.loads(line) for line in file.read_text().splitlines())
    examples = [({int(c): Fraction(v) for c, v in line["x"].items()}, Fraction(line["y"])) for line in lines]
    return Written(header, examples)


@pytest.mark.parametrize(("model", "rate"), [("svm", "1"), ("perceptron", "2/3")])
def test_what_coq_calls_the_training_set_is_what_reduce_writes(model: str, rate: str, tmp_path: Path) -> None:
    """Example by example, from the same weights; and the phases are ones that the theorem covers."""
    circuits = sampled(CIRCUITS, 2, lambda _: [])
    written = [by_reduce(circuit, model, rate, tmp_path) for circuit in circuits]
    netlists = [reduced(Request(circuit)).netlist for circuit in circuits]
    asked = [CLOCK.format(**set_.clock(netlist)) for set_, netlist in zip(written, netlists, strict=True)]
    text = "".join(part.replace("a_clock", f"clock{k}") for k, part in enumerate(asked))
    answer = checked("any_order_data", tables_text() + text)
    assert answer.accepted, answer.complaint
    said = re.sub(r"\((-\d+)\)", r"\1", re.sub(r"\s|%\w+", "", answer.printed)).split("=")[1:]
    assert len(said) == 3 * len(circuits)
    for set_, (train, start, kept) in zip(written, zip(said[::3], said[1::3], said[2::3], strict=True), strict=True):
        found, ((weights, _),) = (
            [({int(c): Fraction(int(n), int(d)) for c, n, d in ENTRY.findall(x)}, Fraction(int(n), int(d)))
             for x, n, d in EXAMPLE.findall(part)] for part in (train, start)
        )  # fmt: skip
        assert found == set_.examples
        initial = {int(c): Fraction(weight) for c, weight in set_.header["initial"].items()}
        assert weights == {c: initial.get(c, 0) for c in range(set_.header["dimension"])}
        assert kept == "true:bool"


def test_coq_covers_every_phase_that_is_proved_here_and_not_every_other() -> None:
    """Random phases: where the conditions of reduce hold, so do those of the theorem."""
    reduction, chance = slot_reduction(Request("counter:1", tables="any-order")), random.Random(18)
    clocks = [reduction.clock]
    for _ in range(40):
        phases = list(clocks[0].phases)
        for _ in range(chance.randint(1, 3)):
            first, shift = chance.randrange(len(phases)), chance.choice((-2, -1, 1, 2))
            last = chance.choice((first + 1, len(phases)))
            phases[first:last] = [phase + shift for phase in phases[first:last]]
        epochs = chance.choice((clocks[0].epochs, 49))
        clocks.append(Clock(rational(1), epochs, {64: rational(8), 49: rational(7)}[epochs], tuple(phases)))

    def proved(clock: Clock) -> bool:
        try:
            prove(reduction.program, reduction.tables, clock)
        except InputError:
            return False
        return True

    circuit = circuit_term(reduction.program.netlist)
    lists = [whole_numbers([Fraction(str(phase)) - Fraction(1, 2) for phase in clock.phases]) for clock in clocks]
    asked = [f"keeps_time 1 {clock.epochs} (period_of svm_slots {circuit}) {list_}" for clock, list_ in
             zip(clocks, lists, strict=True)]  # fmt: skip
    answer = checked("any_order_phases", tables_text() + f"Eval vm_compute in [{'; '.join(asked)}].\n")
    assert answer.accepted, answer.complaint
    found = [word == "true" for word in re.findall(r"\b(true|false)\b", answer.printed)]
    here = [proved(clock) for clock in clocks]
    assert len(found) == len(here) and here[0] and sum(here) > 5 and found.count(False) > 5
    assert all(there for there, held in zip(found, here, strict=True) if held)


SPOILED = [
    ("copy.toml", '["2", "-2"],', '["2", "-4"],', "copy_slots_hold", "svm copy (any-order:copy)"),
    ("not.toml", '["2", "2"],', '["2", "4"],', "not_slots_hold", "svm not (any-order:not)"),
    ("nand.toml", '["1", "1", "1", "1"],', '["1", "1", "1", "2"],', "nand_slots_hold", "svm nand (any-order:nand)"),
    ("copy_if_true.toml", '["-2", "1"],', '["-2", "2"],', "raise_slots_hold", "svm copy_if_true"),
]
SWAPPED = [
    ("construction.toml", "copy(o, i)", "not(o, i)", "copy_kept", "svm not (any-order:not)")
]  # each row of not is right


@pytest.mark.parametrize(("file", "old", "new", "lemma", "about"), sampled(SPOILED, 2, lambda _: []) + SWAPPED)
def test_a_spoiled_slot_is_refused_by_its_name(
    file: str, old: str, new: str, lemma: str, about: str, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / file, old, new, 1)
    answer = checked("spoiled", tables_text(str(folder)))
    assert not answer.accepted and answer.refused == lemma
    assert slot_file(read_slots(str(folder))).about(lemma).startswith(about)


@in_full
def test_a_spoiled_slot_has_no_theorem(tmp_path: Path) -> None:
    needs_program("coqc", package="coq")
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / "copy.toml", '["2", "-2"],', '["2", "-4"],', 1)
    answer = called("prove", "--tables", folder, "--model", "svm", "-o", tmp_path / "proofs")
    assert answer.code == 1 and "svm copy (any-order:copy): coqc refuses copy_slots_hold" in answer.err
    assert "_theorem" not in answer.out


@pytest.mark.usefixtures("no_coq")
@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "construction.toml",
            'start = { join = "2"',
            'start = { join = "3"',
            "special coordinates that accept, from 0 on",
        ),
        ("construction.toml", '"copy(o, i)"', '"copy(o, i)", "copy(o, i)"', "has one call on o, i"),
        ("construction.toml", 'over = "question"', 'over = "inputs"', "is not one of"),
        ("copy.toml", '["2", "-2"],', '["2", "-3/2"],', "is about whole numbers"),
    ],
)
def test_a_construction_that_the_theorem_is_not_about(file: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "any-order", tmp_path / "mine"))
    edit(folder / "svm" / file, old, new, 1)
    answer = called("prove", "--tables", folder, "--model", "svm", "-o", tmp_path / "proofs")
    assert answer.code in (2, 3) and said in answer.err and answer.err.count("\n") == 1
    assert not (tmp_path / "proofs").exists()


@pytest.mark.usefixtures("no_coq")
def test_prove_writes_only_what_the_theorem_for_any_order_needs(tmp_path: Path) -> None:
    answer = called("prove", "--tables", "any-order", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "coqc is missing" in answer.err
    files = {str(path.relative_to(tmp_path / "proofs")) for path in (tmp_path / "proofs").rglob("*.v")}
    models = {f"models/{model}_any_order.v" for model in ("svm", "perceptron")}
    assert (
        files == {*with_required(theory(), ["theory/AnyOrderProof.v", "theory/SlotSizes.v"]), *models}
        and "theory/Model.v" not in files
    )
    answer = called("prove", "--tables", "any-order", "--model", "svm-reg", "-o", tmp_path / "proofs")
    assert answer.code == 2 and "there is no construction for --model 'svm-reg'" in answer.err


def test_what_a_referee_reads_of_any_order_is_short() -> None:
    lines = [theory()[f"theory/{name}.v"].splitlines() for name in ("InTime", "AnyOrder")]
    assert len(lines[0]) <= 70 and len(lines[1]) <= 100

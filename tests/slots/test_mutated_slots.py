"""Slots and clocks changed at random, as files of a stranger: what is still called proved is run, and must be so.

Runs share nothing with the proof: gradient descent by whole numbers on what reduce writes, one example at a time in the
most hostile order, in the full batch, and in random batches.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import in_full, sampled
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order import assemble, clock, proof
from ogd_exact.training.any_order.formats import FORMATS
from ogd_exact.training.any_order.read import read_slots
from ogd_exact.training.any_order.reduction import SlotReduction, assembled
from ogd_exact.training.constructions.program import Program
from slots.second import Descent, asked, frames, random_netlist
from slots.spoiled import clocks, mutant, write

BATCHES, SIZE = 10, 16
ENOUGH = 200  # mutants, among which one refutes each proof that lacks a check
MOST = 40_000  # margins of a period, so that a run takes a second
FRAMES = 2


class Refuted(AssertionError):
    """What was called proved is not so."""


def hostile(descent: Descent) -> None:
    """Whoever is due comes last, and if nobody is, the drift does: each winner is as late as can be."""
    others = range(1, len(descent.x))
    due = [k for k in others if descent.margin(k) < 0]
    rest = [k for k in others if k not in due]
    for k in [0, *rest, *due] if due else [*rest, 0]:
        descent.batch([k])


def full_batch(descent: Descent) -> None:
    descent.batch(range(len(descent.x)))


def at_random(seed: int) -> Callable[[Descent], None]:
    chance = Random(seed)
    return lambda descent: descent.epoch(chance)


def check_run(reduction: SlotReduction, netlist: Netlist, epoch: Callable[[Descent], None]) -> None:
    """Raises Refuted where the weights are not those of the circuit, or on the kink."""
    threshold = {"hinge": 1, "perceptron": 0}[reduction.tables.rule.name]
    descent, said = Descent(list(FORMATS["jsonl"](reduction, False)), threshold), False
    code = {bit: Fraction(str(reduction.tables.encoding[str(bit).lower()])) for bit in (False, True)}
    for frame, (bits, answer) in enumerate(frames(netlist, FRAMES)):
        for _ in range(reduction.epochs):
            try:
                epoch(descent)
            except AssertionError as kink:
                raise Refuted(f"frame {frame}: {kink}") from None
            said = said or descent.w[reduction.program.accept] > 0
        weights = [descent.weight(s["coordinate"]) for s in descent.header["state"]]
        if said != answer or (not answer and weights != [descent.rate * code[bit] for bit in bits[: len(weights)]]):
            raise Refuted(f"frame {frame}: the answer is {answer} and {bits}; OGD says {said} and {weights}")


def proved(seed: int, folder: Path) -> Iterator[tuple[SlotReduction, Netlist]]:
    """What reduce would write for a mutant, by clocks of its own choice and of others'; nothing where it is refused."""
    chance, netlist = Random(seed), random_netlist(seed, 2, 2)
    write(mutant(seed), folder)
    try:
        slots = read_slots(str(folder), "svm")
        tried = list(clocks(chance, Program(slots.construction, netlist), slots))
    except InputError:
        return
    for one in tried:
        rate = rational(*chance.choice([(1, 1), (2, 3), (5, 1)]))
        try:
            reduction = assembled(asked(netlist), slots, rate, one)
        except InputError:
            continue
        if reduction.epochs * len(reduction.examples) <= MOST:
            yield reduction, netlist


def judged(seed: int, folder: Path) -> int:
    """How often a mutant is proved; raises Refuted where a run contradicts that."""
    found = list(proved(seed, folder))
    for reduction, netlist in found:
        for epoch in (hostile, full_batch, at_random(seed)):
            check_run(reduction, netlist, epoch)
    return len(found)


@pytest.mark.parametrize("batch", sampled(range(BATCHES), 5))
def test_what_is_proved_of_changed_slots_is_so(tmp_path: Path, batch: int) -> None:
    found = [judged(seed, tmp_path / str(seed)) for seed in range(batch * SIZE, (batch + 1) * SIZE)]
    assert sum(found)  # else the batch says nothing


def sooner(turn: Any, members: Any, drift: Any) -> Any:
    return clock.apart(turn, members, drift) - drift


def coarse(*of: Any) -> Any:
    return 2 * proof.__dict__["fine"](*of)


DEFECTS: dict[str, list[tuple[object, str, Any]]] = {
    "other slots may fire": [(proof, "check_others", lambda *_: None)],
    "winners fire at once": [(proof, "apart", sooner), (assemble, "apart", sooner)],
    "contracts need not be met": [
        (proof, "check_tables", lambda *_: None),
        (assemble, "check_tables", lambda *_: None),
    ],
    "phases may meet the kink": [(proof, "residue_unit", coarse), (assemble, "residue_unit", coarse)],
}


@in_full
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_proof_that_lacks_a_check_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, defect: str) -> None:
    """Else the mutants would say nothing about the proof."""
    monkeypatch.setattr(proof, "fine", proof.residue_unit, raising=False)
    for change in DEFECTS[defect]:
        monkeypatch.setattr(*change)
    for seed in range(ENOUGH):
        try:
            judged(seed, tmp_path / str(seed))
        except Refuted:
            return
    raise AssertionError("no mutant was refuted")

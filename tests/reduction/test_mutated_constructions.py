"""Every shipped construction, changed at random: what is still called proved is run, and must be so.

Runs share nothing with the proof: OGD by fractions, on small random circuits, several passes from the start and one
pass from every state. The tables of changed constructions are verified by the ordinary verifier.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from conftest import in_full, sampled
from ogd_exact.campaign.changes import changed
from ogd_exact.campaign.inventions import call_gadget, invent_gadget
from ogd_exact.campaign.kits import Kit, judged, netlists, shipped
from ogd_exact.campaign.second import Refuted
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction import abstract_run, proof
from ogd_exact.reduction.abstract_run import AbstractRun
from ogd_exact.reduction.called import Called
from ogd_exact.reduction.reduction import chosen_construction
from ogd_exact.tables.contract import Contract
from ogd_exact.tables.library import Library
from ogd_exact.tables.meaning import Meaning, meaning

BATCHES, SIZE = 20, 50  # a campaign (docs/campaign.md) tries thousands
BORROWED = Path(__file__).parent / "false_proofs"
ENOUGH = 2000  # mutants, among which one refutes each proof that lacks a check
KITS = {kit.name: kit for kit in shipped()}


@cache
def library(name: str) -> Library:
    with TemporaryDirectory() as folder:
        KITS[name].write(Path(folder))
        return chosen_construction(KITS[name].model, folder, "first-coordinate")[0]


def borrow_gadget(chance: Random, kit: Kit, library: Library) -> None:
    """A gadget that was part of a false proof once; its table holds."""
    layered = library.models[kit.model].rule.name == "dense-relu-dense"
    tables = [tomllib.loads(path.read_text()) for path in sorted(BORROWED.glob("*/*/*.toml"))]
    fitting = [t for t in tables if "before" in t.get("contract", {}) and ("v" in t["coordinates"]) == layered]
    call_gadget(chance, kit, chance.choice(fitting))


def mutant(seed: int) -> Kit:
    """One of the shipped constructions with one to three changes."""
    chance = Random(seed)
    return changed(chance, KITS[chance.choice(sorted(KITS))], library, (invent_gadget, borrow_gadget))


@pytest.mark.parametrize("name", sampled(KITS, 3))
def test_an_unchanged_construction_is_proved_and_right(tmp_path: Path, name: str) -> None:
    assert judged(KITS[name], tmp_path, netlists(0, 3)) == 3


@pytest.mark.parametrize("batch", sampled(range(BATCHES), 60))
def test_what_is_proved_of_a_changed_construction_is_so(tmp_path: Path, batch: int) -> None:
    proved = 0
    for seed in sampled(range(batch * SIZE, (batch + 1) * SIZE), 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            proved += judged(mutant(seed), folder, netlists(seed, 2)) > 0
        except InputError:
            continue  # refused, and that is right for most changes
    assert proved  # else the batch says nothing


class Anything:
    """Equal to all that it is compared with."""

    def __ne__(self, other: object) -> bool:
        return False


def any_magnitude(*call: Any) -> Meaning:
    does = meaning(*call)
    return replace(does, found_magnitudes=dict.fromkeys(does.found_magnitudes, Anything()))


def without_decay(contract: Contract, returns: Any, decay: Any, value: Any) -> Meaning:
    return meaning(contract, returns, 1, value)


DEFECTS: dict[str, tuple[object, str, Any]] = {
    "regions are not looked at": (Called, "outside", lambda *_: None),
    "the answer may be touched": (AbstractRun, "check_answer", lambda *_: None),
    "values are not compared": (proof, "check_values", lambda *_: None),
    "weights need not come back": (proof, "check_comes_back", lambda *_: None),
    "what is not named does not decay": (abstract_run, "meaning", without_decay),
    "every magnitude will do": (abstract_run, "meaning", any_magnitude),
}


@in_full
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_proof_that_lacks_a_check_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, defect: str) -> None:
    """Else the mutants would say nothing about the proof."""
    monkeypatch.setattr(*DEFECTS[defect])
    for seed in range(ENOUGH):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            judged(mutant(seed), folder, netlists(seed, 2))
        except InputError:
            continue
        except Refuted:
            return
    raise AssertionError("no mutant was refuted")

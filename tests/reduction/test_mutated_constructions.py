"""Every shipped construction, changed at random: what is still called proved is run, and must be so.

Runs share nothing with the proof: OGD by fractions, on small random circuits, several passes from the start and one
pass from every state. The tables of changed constructions are verified by the ordinary verifier.
"""

import copy
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from constructions import Kit, judged, netlists, shipped
from mutations import CHANGES, GADGETS

from conftest import sampled
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.problem import chosen_construction
from ogd_exact.tables.library import Library

BATCHES, SIZE = 60, 50
KITS = {kit.model: kit for kit in shipped()}


@cache
def library(model: str) -> Library:
    with TemporaryDirectory() as folder:
        KITS[model].write(Path(folder))
        return chosen_construction(model, folder, "first-coordinate")[0]


def mutant(seed: int) -> Kit:
    """One of the shipped constructions with one to three changes."""
    chance = Random(seed)
    kit = copy.deepcopy(KITS[chance.choice(sorted(KITS))])
    for _ in range(chance.choice([1, 1, 2, 3])):
        if chance.random() < 0.5:
            chance.choice(GADGETS)(chance, kit, library(kit.model))
        else:
            chance.choice(CHANGES)(chance, kit)
    return kit


@pytest.mark.parametrize("model", KITS)
def test_an_unchanged_construction_is_proved_and_right(tmp_path: Path, model: str) -> None:
    assert judged(KITS[model], tmp_path, netlists(0, 3)) == 3


@pytest.mark.parametrize("batch", sampled(range(BATCHES), 30))
def test_what_is_proved_of_a_changed_construction_is_so(tmp_path: Path, batch: int) -> None:
    proved = 0
    for seed in range(batch * SIZE, (batch + 1) * SIZE):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            proved += judged(mutant(seed), folder, netlists(seed, 2)) > 0
        except InputError:
            continue  # refused, and that is right for most changes
    assert proved >= 2  # else the batch says nothing

"""Every shipped construction, changed at random: what is still called proved is run, and must be so.

Runs share nothing with the proof: OGD by fractions, on small random circuits, several passes from the start and one
pass from every state. The tables of changed constructions are verified by the ordinary verifier.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import in_full, sampled
from fuzz.changes import SHIPPED_CONSTRUCTIONS, mutant
from fuzz.construction_files import judged, netlists
from mutate_constructions import RIGHT, WRONG, judge
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.meaning import Meaning, meaning
from ogd_exact.training.constructions import abstract_run, proof
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.called import Called

BATCHES, SIZE = 20, 50  # scripts/mutate_constructions.py tries thousands
ENOUGH = 2000  # mutants, among which one refutes each proof that lacks a check


@pytest.mark.parametrize("name", sampled(SHIPPED_CONSTRUCTIONS, 3))
def test_an_unchanged_construction_is_proved_and_right(tmp_path: Path, name: str) -> None:
    assert judged(SHIPPED_CONSTRUCTIONS[name], tmp_path, netlists(0, 3)) == 3


@pytest.mark.parametrize("batch", sampled(range(BATCHES), 60))
def test_what_is_proved_of_a_changed_construction_is_so(batch: int) -> None:
    found = [judge(seed) for seed in sampled(range(batch * SIZE, (batch + 1) * SIZE), 1)]
    assert [why for verdict, why in found if verdict == WRONG] == []
    assert RIGHT in {verdict for verdict, _ in found}  # else the batch says nothing


def test_a_seed_is_one_construction() -> None:
    for seed in range(40, 44):
        first, second = mutant(seed), mutant(seed)
        assert first == second and first != SHIPPED_CONSTRUCTIONS[first.name]


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
def test_a_proof_that_lacks_a_check_is_refuted(monkeypatch: pytest.MonkeyPatch, defect: str) -> None:
    """Else the mutants would say nothing about the proof."""
    monkeypatch.setattr(*DEFECTS[defect])
    verdict, why = next(found for seed in range(ENOUGH) if (found := judge(seed))[0] == WRONG)
    assert why

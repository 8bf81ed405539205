"""The paper's examples have at most three entries other than 0; with the tables here two are enough."""

import json
from pathlib import Path

import pytest

from conftest import called, needs

TABLES = Path(__file__).parent / "two_entries"


@pytest.mark.parametrize(("model", "steps", "paper"), [("svm", 5, 7), ("dense-relu", 9, 10)])
def test_two_entries_are_enough_for_a_whole_construction(model: str, steps: int, paper: int) -> None:
    assert called("verify", "--tables", TABLES).code == 0
    sizes = []
    for tables in ([], ["--tables", TABLES]):
        answer = called("simulate", "counter:3", "--no-simulate", "--model", model, "--format", "json", *tables)
        data = json.loads(answer.out)
        sizes.append((data["most_coordinates"], data["examples"]))
    (three, before), (two, after) = sizes
    assert (three, two) == (3, 2) and (before - after) % (paper - steps) == 0 and after < before
    answer = called("simulate", "counter:3", "--model", model, "--tables", TABLES)
    assert answer.code == 0 and "accepted in frame 7" in answer.out


def test_one_entry_is_not_enough() -> None:
    """Then no weight ever learns of another; for two steps that is proved pattern by pattern."""
    needs("z3", "z3-solver")
    answer = called("synthesize", "--contract", "copy", "--steps", 2, "--nonzeros", 1)
    assert answer.code == 1 and answer.out.endswith("keeps the contract, proved\n")

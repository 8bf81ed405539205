"""Every field of every step of every table, spoiled in every way: each must be found, at its step.

Unless --all is given, a sample in which every field of a table is spoiled, and every way to spoil it occurs.
"""

from collections import Counter

import pytest

import mutate_tables
from conftest import in_full, sampled
from fuzz.spoiled import Mutant, cells, describe, mutants
from ogd_exact.gadgets.reading.folder import paper

# The three cells that may hold anything: x_j with w_j = 0 and v = 0 in every case enters only
# through w_j * x_j in the margin and v * x_j in the update.
HARMLESS = {("dense-relu-dense", "destructive_nand", step, x) for step, x in ((18, "x1"), (24, "x1"), (24, "x2"))}


def features(mutant: Mutant) -> tuple[object, ...]:
    kind = mutant.cell and mutant.cell.field.strip("0123456789")  # x, y, before, after and so on
    return mutant.kind.removeprefix("returns "), kind


@pytest.mark.parametrize("part", sampled(range(4), 4))
@pytest.mark.parametrize("key", sampled(paper().tables, 5, lambda key: key[:1]), ids="-".join)
def test_no_spoiled_table_survives(key: tuple[str, str], part: int) -> None:
    table, model = paper().tables[key], paper().models[key[0]]
    verdicts: Counter[str] = Counter()
    bad = []
    for mutant in sampled(list(mutants(table, model))[part::4], 200, features):
        verdict = mutate_tables.judge(mutant, paper())
        verdicts[verdict] += 1
        if verdict in mutate_tables.BAD:
            bad.append(f"{verdict}: {describe(mutant)}")
        if verdict == "harmless":
            assert mutant.cell and (*key, mutant.step, mutant.cell.field) in HARMLESS
    assert not bad
    assert verdicts["restored"] > 0


@in_full
def test_the_sweep_spoils_every_cell() -> None:
    for key, table in paper().tables.items():
        spoiled = {mutant.cell for mutant in mutants(table, paper().models[key[0]])}
        assert set(cells(table)) <= spoiled

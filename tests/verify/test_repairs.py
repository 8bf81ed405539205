"""What "must be" and "could be" mean: all changes of one cell are tried, with values of a grid.

Random small tables of every rule, each with one spoiled cell: a few of each rule unless --all is given.
"""

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from brute_force import MODELS, holds_everywhere, library, number, random_table, repairs, spoiled

import conftest
from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.cached_check import RepeatedCheck
from ogd_exact.gadgets.findings.settle import RELATIONS
from ogd_exact.gadgets.findings.single_repairs import SingleRepair, single_repairs
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import BEYOND

TABLES = 150 if conftest.everything else 6


def verified(model: Model, table: Table) -> bool:
    return not list(violations(TableCheck(table, library(model, table))))


def wrong_table(chance: random.Random, kind: str) -> Table:
    """A table of which one cell is spoiled."""
    model = MODELS[kind]
    while True:
        right = random_table(chance, kind)
        if right is not None and holds_everywhere(right, model):
            wrong = spoiled(chance, right, model)
            if verified(model, right) and wrong is not None and not verified(model, wrong):
                return wrong
            assert verified(model, right) or model.symbols  # some hold at the points tried, and not everywhere


def same(model: Model, table: Table, cell: Cell, first: str, second: str) -> bool:
    if cell.kind in ("call", "on"):
        return first == second
    names = model.environment(table)
    return bool(model.arithmetic.read(first, names) == model.arithmetic.read(second, names))


def is_of(repair: SingleRepair, model: Model, table: Table, cell: Cell, text: str) -> bool:
    """Whether this is the change, or one of the range."""
    if repair.cell != cell:
        return False
    if not repair.many or model.symbols:
        return same(model, table, cell, repair.text, text)
    value = number(text, {name: number(constant, {}) for name, constant in table.constants.items()})
    return all(RELATIONS[sign](value, bound) for sign, bound in repair.bounds)


@pytest.mark.parametrize("kind", MODELS)
def test_where_a_cell_must_be_something_no_other_change_of_one_cell_repairs_the_table(kind: str) -> None:
    model, chance, words = MODELS[kind], random.Random(kind), Counter[str]()
    for _ in range(TABLES):
        table = wrong_table(chance, kind)
        findings = verify_table(table, library(model, table)).findings
        certain = [finding for finding in findings if finding.certain]
        assert len(findings) == 1 or not certain, (table, findings)
        words[findings[0].repair] += 1
        check = RepeatedCheck(table, library(model, table))
        known = single_repairs(check, list(violations(check)))
        for repair in known.found:
            assert holds_everywhere(table.put(repair.cell, repair.text), model), (table, repair)
        for cell, text in repairs(table, model):
            if model.symbols and not verified(model, table.put(cell, text)):
                continue  # it holds at the points tried, and not everywhere
            for finding in certain:
                right = cell == finding.cell and same(model, table, cell, text, finding.suggested or "")
                assert right, (table, finding, cell, text)
            if known.complete:
                assert any(is_of(repair, model, table, cell, text) for repair in known.found), (table, cell, text)
    assert words["must"] > 0


ONE_STEP = 'gadget = "g"\nlabel = "tab:g"\ncoordinates = ["i1"]\ncases = [["{}"]]\n'
ONE_STEP += '[[step]]\nx = ["{}"]\ny = "1"\nafter = [["{}"]]'


def test_other_cells_and_values_for_which_the_example_does_not_fire_are_named(verify: Any, tmp_path: Path) -> None:
    """Worked by hand.

    From 0 to 7 by x = 1: x = 7 adds 7; 1 is where it leads; and from 7 on the margin is 6, so that nothing changes.
    From 2 to 2 by x = -1: it does not fire for y = -1, nor for x > 1/2, and adds nothing for x = 0; it leads to 1, and
    from 3 to 2.
    """
    (tmp_path / "svm").mkdir()
    more = ["x1 = 0", "x1 > 1/2", "w_i1 = 1 in case 1", "w_i1 = 3 in case 1 at the start"]
    for cells, field, suggested, others in (
        (("0", "1", "7"), "x1", "7", ["w_i1 = 1 in case 1", "w_i1 = 7 in case 1 at the start"]),
        (("2", "-1", "2"), "y", "-1", more),
    ):
        (tmp_path / "svm" / "g.toml").write_text(ONE_STEP.format(*cells))
        (finding,) = json.loads(verify("--tables", tmp_path, "--format", "json").out)["tables"][0]["findings"]
        assert (finding["field"], finding["suggested"], finding["certain"]) == (field, suggested, False)
        assert sorted(finding["alternatives"]) == sorted(others)


ALIKE = [kind for kind, model in MODELS.items() if not model.symbols and not model.rule.state]
PAIRS = [pair for pair in itertools.permutations(ALIKE, 2) if len({MODELS[kind].momentum for kind in pair}) == 1]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_what_was_verified_before_changes_no_finding(first: str, second: str) -> None:
    """The same rows by another rule: many are wrong there, and one cell is here."""
    table = wrong_table(random.Random(first + second), second)
    verify_table(table, library(MODELS[first], table))
    (finding,) = verify_table(table, library(MODELS[second], table)).findings
    assert finding.suggested is None or holds_everywhere(table.put(finding.cell, finding.suggested), MODELS[second])


def test_a_misprint_beside_the_same_table_of_the_heavy_ball(verify: Any, tmp_path: Path) -> None:
    model, table = ((BEYOND / "svm-nesterov" / f"{name}.toml").read_text() for name in ("model", "reset"))
    assert "nesterov = true" in model
    spoiled_table = table.replace('x = ["-1/4"]', 'x = ["-1/2"]', 1)
    for name, text in (("a-heavy-ball", model.replace("nesterov = true", "nesterov = false")), ("nesterov", model)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.toml").write_text(text)
        (tmp_path / name / "reset.toml").write_text(spoiled_table)
    heavy, nesterov = json.loads(verify("--tables", tmp_path, "--format", "json").out)["tables"]
    assert len(heavy["findings"]) > 1
    (finding,) = nesterov["findings"]
    assert (finding["step"], finding["field"], finding["suggested"], finding["certain"]) == (1, "x1", "-1/4", True)

"""The second run of a table: it shares no rule with the checker, and agrees with it."""

import ast
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import mutate_tables
from conftest import sampled
from fuzz import independent_step
from fuzz.independent_step import Refuted
from fuzz.replayed import check_same
from fuzz.spoiled import describe, mutants
from ogd_exact.core.checker.conditions import violations
from ogd_exact.core.checker.table_check import TableCheck
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.findings.verify import verify_table
from ogd_exact.gadgets.reading.folder import paper

HARMLESS = ((18, "x1"), (24, "x1"), (24, "x2"))  # cells that may hold anything, which tests/verify/test_sweep.py knows


def verified(table: Table) -> bool:
    """By the checker, which explains nothing."""
    return not any(True for _ in violations(TableCheck(table, paper())))


def test_the_second_step_knows_nothing_of_the_package() -> None:
    tree = ast.parse(Path(independent_step.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"collections.abc", "fractions", "typing"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))


def test_the_second_run_knows_what_is_harmless() -> None:
    table = paper().tables["dense-relu-dense", "destructive_nand"]
    changed = [m for m in mutants(table, paper().models[table.model]) if m.cell and (m.step, m.cell.field) in HARMLESS]
    for mutant in changed:
        check_same(mutant.table, table, paper())
        assert verified(mutant.table)
    assert len(changed) >= 6


@pytest.mark.parametrize("key", [("svm", "copy"), *sampled(paper().tables, 100, lambda _: ())], ids="-".join)
def test_the_second_run_and_the_checker_agree(key: tuple[str, str]) -> None:
    table = paper().tables[key]
    check_same(table, table, paper())
    for mutant in Random(0).sample(list(mutants(table, paper().models[key[0]])), 8):
        assert not verified(mutant.table), describe(mutant)
        with pytest.raises(Refuted):
            check_same(mutant.table, table, paper())


@pytest.mark.parametrize(
    ("tables", "key", "verdict"),
    [("paper", ("svm", "not"), "survived"), ("rules", ("svm-nesterov", "nand"), "unknown")],
)
def test_what_a_blind_checker_verifies_is_bad(
    monkeypatch: pytest.MonkeyPatch, tables: str, key: tuple[str, str], verdict: str
) -> None:
    """No second run knows Nesterov's momentum."""
    library = mutate_tables.library_of(tables)
    blind = replace(verify_table(library.tables[key], library), findings=())
    monkeypatch.setattr(mutate_tables, "verify_table", lambda *_: blind)
    spoiled = [*mutants(library.tables[key], library.models[key[0]])]
    assert {mutate_tables.judge(mutant, library) for mutant in spoiled[:40]} == {verdict}
    assert verdict in mutate_tables.BAD and len(spoiled) > 20

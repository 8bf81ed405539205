"""The regions: the paper's range lies inside, the rows hold exactly there, and every bound has its witness."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from conftest import sampled
from ogd_exact.core.checker.evaluated_table import EvaluatedTable, region_bounds
from ogd_exact.core.checker.sign_oracle import SignOracle
from ogd_exact.core.checker.table_check import PROBLEMS, TableCheck
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.prover.proposals import Prover
from ogd_exact.gadgets.reading.folder import paper

SVM_REG = [t for t in paper().tables.values() if t.model == "svm-reg"]
MODEL = paper().models["svm-reg"]


def update(weights: dict[str, Fraction], x: dict[str, Fraction], y: Fraction, alpha: Fraction) -> dict[str, Fraction]:
    """The regularized step, written again from the formula: w' = alpha w, plus y x if y w.x < 1."""
    product = sum(weights[c] * x[c] for c in x)
    assert y * product != 1
    after = {c: alpha * w for c, w in weights.items()}
    return {c: w + y * x.get(c, Fraction(0)) for c, w in after.items()} if y * product < 1 else after


def value(text: str, names: dict[str, Fraction]) -> Fraction:
    plain = arithmetic(())
    return Fraction(str(plain.read(text, {name: rational(v) for name, v in names.items()})))


def examples(table: Table, names: dict[str, Fraction]) -> list[tuple[dict[str, Fraction], Fraction]]:
    """The training examples of a gadget at a point, its calls expanded."""
    result = []
    for step in table.steps:
        if step.x:
            x = {c: value(t, names) for c, t in zip(table.coordinates, step.x, strict=True)}
            result.append((x, value(step.y, names)))
            continue
        callee = paper().tables[table.model, step.call]
        inner = {"alpha": names["alpha"]} | {n: value(t, names) for n, t in step.magnitudes.items()}
        renamed = dict(zip(callee.coordinates, step.on, strict=True))
        result += [({renamed[c]: v for c, v in x.items()}, y) for x, y in examples(callee, inner)]
    return result


def random_point(chance: random.Random) -> dict[str, Fraction]:
    alpha = Fraction(chance.randint(1, 1400), 1000)
    return {"alpha": alpha, **{f"eps{i}": Fraction(chance.randint(1, 2500), 1000) for i in (1, 2, 3)}}


def inside(table: Table, point: dict[str, Fraction]) -> bool:
    reading = EvaluatedTable(table, MODEL, paper(), arithmetic(()), {n: rational(v) for n, v in point.items()})
    return all(reading.difference(bound) > 0 for bound in region_bounds(table, MODEL))


@pytest.mark.parametrize("table", SVM_REG, ids=lambda t: t.gadget)
def test_inside_the_region_an_independent_run_keeps_the_contract(table: Table) -> None:
    """Every case from the entry weights to the promised final weights, at random rational points."""
    chance, runs = random.Random(table.gadget), 0
    contract = MODEL.contracts[table.gadget]
    signs = {"true": 1, "false": -1, "unset": 0}
    while runs < 40:
        point = random_point(chance)
        if not inside(table, point):
            continue
        runs += 1
        for assignment in contract.assignments():
            weights = {
                c: signs[truth] * point.get(contract.magnitudes.get(c, ""), Fraction(1))
                for c, truth in assignment.items()
            } | {"elsewhere": Fraction(7)}
            steps = examples(table, point)
            for x, y in steps:
                weights = update(weights, x, y, point["alpha"])
            for c in contract.coordinates:
                truth = contract.effect(c, assignment)
                returned = value(table.returns[c], point) if c in table.returns else Fraction(1)
                assert weights[c] == signs[truth] * returned
            assert weights["elsewhere"] == 7 * point["alpha"] ** len(steps)


@pytest.mark.parametrize("table", sampled(SVM_REG, 3), ids=lambda t: t.gadget)
def test_the_region_is_the_weakest_the_rows_hold_at_a_point_only_if_it_is_inside(table: Table) -> None:
    chance, counts = random.Random(table.gadget), {True: 0, False: 0}
    for _ in range(400):
        point = random_point(chance)
        names = {name: rational(v) for name, v in point.items()}
        reading = EvaluatedTable(table, MODEL, paper(), arithmetic(()), names)
        holds = True
        for i, step in enumerate(table.steps):
            for before, after in zip(table.before(i), step.after, strict=True):
                try:
                    holds &= reading.run(step, reading.line(before), sign) == reading.line(after)
                except PROBLEMS:
                    holds = False
        assert holds == inside(table, point), point
        counts[holds] += 1
    assert min(counts.values()) > 20, "both sides were met"


@pytest.mark.parametrize("table", SVM_REG, ids=lambda t: t.gadget)
def test_the_papers_range_of_alpha_lies_in_the_region(table: Table) -> None:
    """1/sqrt2 < alpha < 1 and the bounds on magnitudes imply every bound, by certificate."""
    assumed = [Bound(t) for t in ("alpha > 0", "2*alpha^2 > 1", "alpha < 1", "eps1 > 0", "eps2 > 0", "eps3 > 0")]
    assumed += [b for b in region_bounds(table, MODEL) if "eps" in b.text]
    reading = EvaluatedTable(table, MODEL, paper(), MODEL.arithmetic, MODEL.arithmetic.environment)
    sides = SignOracle(MODEL.arithmetic, [reading.difference(b).numer for b in assumed], Prover)
    assert all(sides.proved(reading.difference(b)) == 1 for b in region_bounds(table, MODEL))


def test_every_bound_has_a_witness_at_which_a_named_row_fails(verify: Any) -> None:
    tables = json.loads(verify("--format", "json").out)["tables"]
    for table in tables:
        assert [w["bound"] for w in table["witnesses"]] == table["region"]
        assert all(w["row"].startswith("step ") for w in table["witnesses"])
        assert bool(table["region"]) == (table["model"] in ("svm-reg", "svm-eta"))


def test_witnesses_are_shown_as_text_on_request(verify: Any) -> None:
    assert "at alpha = 707/1000, eps1 = 1: step 1, case 2" in verify("--model", "svm-reg", "--witnesses").out
    assert "707/1000" not in verify("--model", "svm-reg").out


def test_a_bound_that_a_table_needs_and_does_not_state_is_missed(verify: Any) -> None:
    """Without its bound on eps1, set_false_if_unset fails, and a point shows it."""
    from dataclasses import replace

    table = paper().tables["svm-reg", "set_false_if_unset"]
    weaker = replace(table, region=tuple(b for b in table.region or () if b.text != "eps1^2 < alpha"))
    failed = TableCheck(weaker, paper()).failures(1, TableCheck(weaker, paper()).oracle.proved)
    assert failed and all(failure.problem is not None for failure in failed)

"""Where a learner leaves the exact run is found and named: learners that err on purpose, at a known step."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import sampled
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.libraries.compare import NearestBits, compare
from ogd_exact.libraries.exact import Exact
from ogd_exact.libraries.replay_report import report_json, report_text
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation

Spoil = Callable[[int, list[float]], None]  # given the step, of all passes, changes the weights


def asked_for(circuit: str = "counter:2", model: str = "svm") -> Reduction:
    return reduced(request(parsed("reduce", [circuit, "--model", model])))


class Spoiled:
    """Plain descent in doubles, which are exact here, but for one wrong move."""

    name, version = "a learner of our own", "1"

    def __init__(self, reduction: Reduction, spoil: Spoil) -> None:
        examples = reduction.training.examples()
        self.examples = [([(int(c), float(x)) for c, x in e.x.items()], float(e.y)) for e in examples]
        self.found, self.spoil, self.steps = [0.0] * reduction.program.dimension, spoil, 0

    def one_pass(self) -> None:
        for _ in self.stepwise():
            pass

    def stepwise(self) -> Iterator[None]:
        for x, y in self.examples:
            if y * sum(self.found[c] * value for c, value in x) < 1:
                for c, value in x:
                    self.found[c] += y * value
            self.steps += 1
            self.spoil(self.steps, self.found)
            yield

    def weights(self) -> list[float]:
        return list(self.found)


FAITHFUL = Spoiled(asked_for(), lambda step, weights: None)


def add(step: int, coordinate: int, amount: float) -> Spoil:
    def spoil(now: int, weights: list[float]) -> None:
        if now == step:
            weights[coordinate] += amount

    return spoil


def test_without_a_wrong_move_all_is_equal() -> None:
    reduction = asked_for()
    found = compare(reduction, lambda: Spoiled(reduction, lambda step, weights: None), None)
    assert (found.passes, found.equal, found.right, found.accepted) == (4, 4, 4, 4) and found.agreed
    assert found.unequal is found.astray is found.wrong is None


@pytest.mark.parametrize(("where", "coordinate"), sampled(product([1, 156, 157, 158, 300], range(12)), 5))
def test_a_small_error_is_found_at_its_very_step(where: int, coordinate: int) -> None:
    """Far below the nearest margin, 1/4, it changes no decision, so that every step repeats the error."""
    reduction = asked_for()
    found = compare(reduction, lambda: Spoiled(reduction, add(where, coordinate, 2.0**-30)), None)
    assert found.unequal is not None
    instant, key = found.unequal
    exact = Simulation(reduction)
    moments = exact.stepwise()
    for _ in range(where):
        last = next(moments)
    assert (instant.step, instant.frame, key) == (where, (where - 1) // 157, str(coordinate))
    assert instant.exact == exact.weights and instant.margin == last.margin
    assert instant.library[coordinate] == exact.weights[key] + 2.0**-30
    assert found.equal == (where - 1) // 157


def test_a_large_error_makes_a_wrong_bit() -> None:
    reduction = asked_for()
    bit = reduction.program.signal(0)
    # It is true, as it is 1 then, and becomes false.
    found = compare(reduction, lambda: Spoiled(reduction, add(157, bit, -2.0)), None)
    assert (found.equal, found.right, found.passes) == (0, 0, 4) and not found.agreed
    assert found.wrong == str(bit) and found.unequal is not None and found.unequal.instant.step == 157
    assert found.astray is None  # no decision of that pass was wrong
    text = report_text(reduction, FAITHFUL, "float64", found)
    assert "wrong bit   first after pass 1: x0" in text and "astray" not in text


def test_a_wrong_decision_is_told_with_both_margins() -> None:
    reduction = asked_for()
    bit = reduction.program.signal(0)
    found = compare(reduction, lambda: Spoiled(reduction, add(158, bit, -2.0)), None)  # in pass 2 false becomes -3
    assert found.right == 1 and found.astray is not None
    assert found.astray.frame == 1 and found.astray.step > 158
    assert (found.astray.margin > 0) != (found.astray.library_margin > 0)
    text = report_text(reduction, FAITHFUL, "float64", found)
    assert f"pass 2, step {found.astray.step} (" in text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_no_weight(value: float) -> None:
    reduction = asked_for("counter:1")

    def spoil(step: int, weights: list[float]) -> None:
        if step == 3:
            weights[reduction.program.signal(0)] = value

    found = compare(reduction, lambda: Spoiled(reduction, spoil), None)
    assert not found.agreed and found.equal == found.right == 0
    assert found.unequal is not None and found.unequal.instant.step == 3
    assert "off by" not in report_text(reduction, FAITHFUL, "float64", found)
    report_json(reduction, FAITHFUL, "float64", found)


def test_a_yes_too_early_is_a_wrong_bit() -> None:
    reduction = asked_for()
    accept = reduction.program.special(reduction.program.construction.accept)

    def spoil(step: int, weights: list[float]) -> None:
        if step == 157:
            weights[accept] = 1.0

    found = compare(reduction, lambda: Spoiled(reduction, spoil), None)
    assert found.accepted == 1 and found.right == 0 and found.wrong == str(accept)


@pytest.mark.parametrize("model", ["svm", "svm-bias", "svm-reg"])
def test_the_nearest_margin_is_the_least_that_the_kernel_meets(model: str) -> None:
    """To the end of the last pass, to which a library goes as well."""
    reduction = asked_for("counter:1", model)
    run, least = Simulation(reduction), None
    for example in [*reduction.training.examples()] * 2:  # the counter of one bit answers in its second frame
        margin = plain(run.step(example).margin)
        least = abs(margin) if least is None else min(least, abs(margin))
    exact = Exact(reduction)
    assert len(list(exact.passes(None))) == 2
    assert exact.nearest is not None and exact.nearest.margin == least != 0


@given(st.fractions(-3, 3, max_denominator=64))
def test_a_bit_is_read_as_the_nearest_code(value: Fraction) -> None:
    codes = [Fraction(-1), Fraction(0), Fraction(1)]
    near = NearestBits.nearest(codes, value)
    assert near in codes and abs(near - value) == min(abs(code - value) for code in codes)

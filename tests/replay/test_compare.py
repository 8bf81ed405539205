"""Where a learner leaves the exact run is found and named: learners that err on purpose, at a known step."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import sampled
from ogd_exact.reduce import parser
from ogd_exact.reduction.powers import plain
from ogd_exact.reduction.problem import Problem, problem
from ogd_exact.replay.compare import Reader, compare
from ogd_exact.replay.exact import Exact
from ogd_exact.replay.report import report_json, report_text
from ogd_exact.simulate.simulation import Simulation

Spoil = Callable[[int, list[float]], None]  # given the step, of all passes, changes the weights


def asked_for(circuit: str = "counter:2", model: str = "svm") -> Problem:
    return problem(parser().parse_args([circuit, "--model", model]))


class Spoiled:
    """Plain descent in doubles, which are exact here, but for one wrong move."""

    name, version = "a learner of our own", "1"

    def __init__(self, asked: Problem, spoil: Spoil) -> None:
        self.examples = [([(int(c), float(x)) for c, x in e.x.items()], float(e.y)) for e in asked.training.examples()]
        self.found, self.spoil, self.steps = [0.0] * asked.program.dimension, spoil, 0

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
    asked = asked_for()
    found = compare(asked, lambda: Spoiled(asked, lambda step, weights: None), None)
    assert (found.passes, found.equal, found.right, found.accepted) == (4, 4, 4, 4) and found.agreed
    assert found.unequal is found.astray is found.wrong is None


@pytest.mark.parametrize(("where", "coordinate"), sampled(product([1, 156, 157, 158, 300], range(12)), 5))
def test_a_small_error_is_found_at_its_very_step(where: int, coordinate: int) -> None:
    """Far below the nearest margin, 1/4, it changes no decision, so that every step repeats the error."""
    asked = asked_for()
    found = compare(asked, lambda: Spoiled(asked, add(where, coordinate, 2.0**-30)), None)
    assert found.unequal is not None
    instant, key = found.unequal
    exact = Simulation(asked)
    moments = exact.stepwise()
    for _ in range(where):
        last = next(moments)
    assert (instant.step, instant.frame, key) == (where, (where - 1) // 157, str(coordinate))
    assert instant.exact == exact.weights and instant.margin == last.margin
    assert instant.library[coordinate] == exact.weights[key] + 2.0**-30
    assert found.equal == (where - 1) // 157


def test_a_large_error_makes_a_wrong_bit() -> None:
    asked = asked_for()
    bit = asked.program.signal(0)
    found = compare(asked, lambda: Spoiled(asked, add(157, bit, -2.0)), None)  # true, as it is 1 then, becomes false
    assert (found.equal, found.right, found.passes) == (0, 0, 4) and not found.agreed
    assert found.wrong == str(bit) and found.unequal is not None and found.unequal.instant.step == 157
    assert found.astray is None  # no decision of that pass was wrong
    text = report_text(asked, FAITHFUL, "float64", found)
    assert "wrong bit   first after pass 1: input0" in text and "astray" not in text


def test_a_wrong_decision_is_told_with_both_margins() -> None:
    asked = asked_for()
    bit = asked.program.signal(0)
    found = compare(asked, lambda: Spoiled(asked, add(158, bit, -2.0)), None)  # in pass 2 false becomes -3
    assert found.right == 1 and found.astray is not None
    assert found.astray.frame == 1 and found.astray.step > 158
    assert (found.astray.margin > 0) != (found.astray.library_margin > 0)
    text = report_text(asked, FAITHFUL, "float64", found)
    assert f"pass 2, step {found.astray.step} (" in text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_no_weight(value: float) -> None:
    asked = asked_for("counter:1")

    def spoil(step: int, weights: list[float]) -> None:
        if step == 3:
            weights[asked.program.signal(0)] = value

    found = compare(asked, lambda: Spoiled(asked, spoil), None)
    assert not found.agreed and found.equal == found.right == 0
    assert found.unequal is not None and found.unequal.instant.step == 3
    assert "off by" not in report_text(asked, FAITHFUL, "float64", found)
    report_json(asked, FAITHFUL, "float64", found)


def test_a_yes_too_early_is_a_wrong_bit() -> None:
    asked = asked_for()
    accept = asked.program.special(asked.program.construction.accept)

    def spoil(step: int, weights: list[float]) -> None:
        if step == 157:
            weights[accept] = 1.0

    found = compare(asked, lambda: Spoiled(asked, spoil), None)
    assert found.accepted == 1 and found.right == 0 and found.wrong == str(accept)


@pytest.mark.parametrize("model", ["svm", "svm-bias", "svm-reg"])
def test_the_nearest_margin_is_the_least_that_the_kernel_meets(model: str) -> None:
    """To the end of the last pass, to which a library goes as well."""
    asked = asked_for("counter:1", model)
    run, least = Simulation(asked), None
    for example in [*asked.training.examples()] * 2:  # the counter of one bit answers in its second frame
        margin = plain(run.step(example).margin)
        least = abs(margin) if least is None else min(least, abs(margin))
    exact = Exact(asked)
    assert len(list(exact.passes(None))) == 2
    assert exact.nearest is not None and exact.nearest.margin == least != 0


@given(st.fractions(-3, 3, max_denominator=64))
def test_a_bit_is_read_as_the_nearest_code(value: Fraction) -> None:
    codes = [Fraction(-1), Fraction(0), Fraction(1)]
    near = Reader.nearest(codes, value)
    assert near in codes and abs(near - value) == min(abs(code - value) for code in codes)

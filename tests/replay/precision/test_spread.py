"""How errors are carried, against evaluations that do not use the same shortcuts."""

from itertools import islice
from typing import Any

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import in_full
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import RULES
from ogd_exact.robustness.precision.course import Course, doublings
from ogd_exact.robustness.precision.doubles import double_run
from ogd_exact.robustness.precision.forms import Form, RoundedForm, Roundings
from ogd_exact.robustness.precision.needed import REACH, Runs, least
from ogd_exact.robustness.precision.rounded import Rounded, fraction
from ogd_exact.robustness.precision.spread import Spread, short
from ogd_exact.training.numbers.field import sign_of
from ogd_exact.training.numbers.powers import plain
from reductions import reduction

NUMBERS = st.fractions(-4, 4, max_denominator=9).map(rational)


@given(st.sampled_from(sorted(RULES)), st.lists(NUMBERS, min_size=7, max_size=7), st.sampled_from([-1, 1]))
def test_a_form_moves_with_each_weight_as_the_rule_does(rule: str, values: list[Any], side: int) -> None:
    """Against the difference of two exact steps, which for polynomials is as near as the square of their distance."""
    names, tiny = ("a", "b", *(RULES[rule].state or ("c",))), rational(1, 10**9)
    weights = dict(zip(names, values[:3], strict=True))
    example = Example({"a": values[3], "b": values[4]}, rational(1) if RULES[rule].labels else values[5])
    regularizer = rational(1, 4) if RULES[rule].regularized else rational(0)
    roundings = Roundings(lambda value: True)
    forms = {c: RoundedForm(w, {c: 1}, roundings) for c, w in weights.items()}
    shapes = Example(
        {c: RoundedForm(x, {}, roundings) for c, x in example.x.items()}, RoundedForm(example.y, {}, roundings)
    )
    step = Step(RULES[rule], rational(1, 2), regularizer)
    found = step.take(forms, shapes, lambda margin: side)
    for c in names:
        ends = [step.take(weights | {c: weights[c] + d}, example, lambda margin: side) for d in (-tiny, tiny)]
        for after in names:
            slope = (ends[1].weights[after] - ends[0].weights[after]) / (2 * tiny)
            assert abs(slope - (found.weights[after].parts.get(c, 0) if found.weights[after].parts else 0)) < tiny
        assert abs((ends[1].margin - ends[0].margin) / (2 * tiny) - found.margin.parts.get(c, 0)) < tiny


@pytest.mark.parametrize("model", ["svm-reg", "dense-relu-dense"])
def test_covariances_are_those_of_all_roundings_kept_apart(model: str) -> None:
    """Weights that keep every rounding since the start, without any covariance, spread the same."""
    problem = reduction("counter:1", "--model", model)
    spread, roundings = Spread(problem), Roundings(short)
    decay = plain(spread.values.rate), plain(spread.values.regularizer)
    weights = {c: RoundedForm(plain(w), {}, roundings) for c, w in problem.start().items()}
    for carried, example in zip(spread.steps(), islice(problem.training.examples(), 60), strict=False):
        x = {c: roundings.form(plain(value), {}) for c, value in example.x.items()}
        given = Example(x, roundings.form(plain(example.y), {}))
        rates = [roundings.form(value, {}) for value in decay]
        step = Step(problem.model.rule, *rates).take(weights, given, lambda margin: sign_of(margin.value))
        weights = step.weights
        assert close(variance(step.margin), carried.error**2)
        assert all(close(variance(form), spread.error(c) ** 2) for c, form in weights.items())


def variance(form: Form) -> Any:
    return sum((gmpy2.mpfr(fraction(rational(part))) ** 2 for part in form.parts.values()), gmpy2.mpfr(0))


def close(a: Any, b: Any) -> bool:
    return bool(abs(a - b) <= gmpy2.mpfr("1e-6") * max(a, b))


@in_full
@pytest.mark.parametrize(("model", "luck"), [("svm-reg", 30), ("dense-relu-dense", 12)])
def test_predictions_are_near_what_is_measured(model: str, luck: int) -> None:
    """A margin of svm-reg that rounds to 0 counts as negative, which is right by luck where it is."""
    runs = Runs(Course(Rounded(reduction("counter:1", "--model", model)), 2))
    for needed in runs.table():
        assert -luck < needed.decisions.bits - needed.decisions.predicted < 4
        assert needed.bits.bits <= needed.bits.predicted + 4  # a wrong decision need not cost a bit
        for least_bits, place, wanted in ((needed.bits, 0, needed.passes), (needed.decisions, 1, None)):
            enough = wanted or needed.passes * len(runs.rounded.examples)
            assert runs.outcome(least_bits.bits - 1)[place] < enough
            assert all(runs.outcome(p)[place] >= enough for p in range(least_bits.bits, least_bits.top + 1))


@given(st.integers(1, 300), st.integers(1, 300), st.sets(st.integers(1, 300)))
def test_luck_below_the_least_number_of_bits_is_not_taken_for_enough(true: int, guess: int, lucky: set[int]) -> None:
    found = least(lambda p: p >= true or p in lucky, guess)
    enough = [p >= true or p in lucky for p in range(found.top + 2)]
    assert all(enough[found.bits : found.top + 1]) and found.top - found.bits >= REACH - 1
    assert found.bits == 1 or not enough[found.bits - 1]
    if guess >= true:
        assert found.bits <= true and found.top >= guess


def test_passes_double() -> None:
    assert [doublings(k) for k in (1, 2, 5, 8)] == [[1], [1, 2], [1, 2, 4, 5], [1, 2, 4, 8]]


def test_in_doubles_one_row_of_dense_relu_dense_does_not_round_back() -> None:
    """Its other quotients times what they divide by round to the exact integer, so that the first pass is exact."""
    moments = double_run(Course(Rounded(reduction("counter:2", "--model", "dense-relu-dense")), 2))
    first = next(moment for moment in moments if moment.after is not None)
    assert first.exact.frame == 1 and first.exact.place.text == "set_false_if_unset row 9"
    assert not moments[-1].right and all(moment.right for moment in moments[:-1])
    # Large enough for new roundings not to count, and small enough to be of first order.
    grown = [m for m in moments if m.before is not None and m.after is not None and m.before > -38 and m.after < -6]
    assert len(grown) > 20 and all(m.after - m.before < m.exact.factor + 0.1 for m in grown)
    assert max(m.after - m.before for m in grown) > 2

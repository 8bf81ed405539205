"""Sums of powers of alpha over such sums, against fractions: arithmetic, order, ties, texts; and sizes that stay."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables import expressions
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.rules import RULES
from ogd_exact.training.numbers.powers import Powers, plain, power_of
from ogd_exact.training.numbers.sums import MODULUS, Base

ALPHAS = [Fraction(3, 4), Fraction(6, 7), Fraction(1, 2), Fraction(99, 100), Fraction(1, MODULUS), Fraction(2, 3)]
alphas = st.sampled_from(ALPHAS)
coefficients = st.fractions(min_value=-9, max_value=9, max_denominator=12)
terms = st.dictionaries(st.integers(-12, 12), coefficients, max_size=4)
Terms = dict[int, Fraction]


def ours(alpha: Fraction, terms: Terms) -> Any:
    """Built by the operators, as every other number is."""
    power = power_of(rational(alpha))
    return sum((rational(c) * power**e for e, c in terms.items()), rational(0))


def theirs(alpha: Fraction, terms: Terms) -> Fraction:
    return sum((c * alpha**e for e, c in terms.items()), Fraction(0))


def exact(value: Any) -> Fraction:
    value = plain(value)
    return Fraction(int(value.numerator), int(value.denominator))


@given(alpha=alphas, left=terms, right=terms, exponent=st.integers(0, 4))
def test_arithmetic_and_order_agree_with_fractions(alpha: Fraction, left: Terms, right: Terms, exponent: int) -> None:
    a, b, u, v = ours(alpha, left), ours(alpha, right), theirs(alpha, left), theirs(alpha, right)
    for found, wanted in ((a + b, u + v), (a - b, u - v), (a * b, u * v), (-a, -u), (a**exponent, u**exponent)):
        assert exact(found) == wanted
    assert (a == b, a != b, a < b, a > b) == (u == v, u != v, u < v, u > v)
    assert sign(a) == sign(u) and hash(a) == hash(u)
    assert (a == rational(v)) == (u == v) == (rational(v) == a)
    assume(v != 0)
    assert exact(a / b) == u / v
    assert exact(1 / b) == 1 / v and exact(b**-2) == v**-2
    assert sign(a / b) == sign(u / v) and hash(a / b) == hash(u / v)
    assert (a / b == a, a / b < b) == (u / v == u, u / v < v)
    assert exact((a / b) * b) == u and exact(a / b + 1 / b) == (u + 1) / v and exact(a / b * (a / b)) == (u / v) ** 2


@given(alpha=alphas, terms=terms, shift=st.integers(-3000, 3000), gap=st.integers(1, 3000), nudge=st.integers(-1, 1))
def test_ties_and_what_is_nearly_one(alpha: Fraction, terms: Terms, shift: int, gap: int, nudge: int) -> None:
    """q*alpha - p is 0 and no sum without terms; beside it a power so small that only many digits show it."""
    power = power_of(rational(alpha))
    zero = (alpha.denominator * power - alpha.numerator) * power**shift
    assert isinstance(zero, Powers)
    assert zero == 0 and sign(zero) == 0 and hash(zero) == 0 and not zero > 0 and not zero < 0
    value = ours(alpha, terms)
    assert value + zero == value and hash(value + zero) == hash(value)
    assert sign(zero + nudge * power ** (shift + gap)) == nudge
    assert sign(zero * power**gap - nudge * power**shift) == -nudge
    with pytest.raises(ZeroDivisionError):
        1 / zero


def test_exponents_of_forty_digits() -> None:
    power = power_of(rational(3, 4))
    huge = 10**40
    assert 3 * power**huge - 2 * power ** (huge + 1) > 0
    assert power**huge - 10**9 * power ** (huge + 500) > 0 > power**huge - 10**9 * power ** (huge + 5)
    assert power**huge < power ** (huge - 1) and power**huge != power ** (huge - 1)
    assert 1 / (power**-huge - power**huge) > 0
    assert 1 - (1 - power) == power


def test_what_would_take_too_many_digits_is_refused() -> None:
    power = power_of(rational(3, 4))
    zero = (4 * power - 3) * power ** (10**12) + (4 * power - 3)
    with pytest.raises(InputError, match="is not decided: it has some 5000000000.* bits"):
        sign(zero)


@given(alpha=alphas, exponent=st.integers(0, 3000), precision=st.integers(8, 300))
def test_a_ball_holds_the_power_and_is_narrow(alpha: Fraction, exponent: int, precision: int) -> None:
    below, above = Base(rational(alpha)).power(exponent, precision)
    assert below <= alpha**exponent * 2**precision <= above <= below + 4 * exponent + 2


@given(alpha=alphas, over=terms, under=terms)
def test_texts_are_expressions_of_alpha(alpha: Fraction, over: Terms, under: Terms) -> None:
    assume(theirs(alpha, under) != 0)
    value = ours(alpha, over) / ours(alpha, under)
    read = expressions.evaluate(
        expressions.parse(str(value)), {"alpha": rational(alpha)}, arithmetic(()).number, limited=False
    )
    assert exact(read) == exact(value)


def test_how_texts_look() -> None:
    power = power_of(rational(3, 4))
    assert str(1 / (2 * power**4123)) == "1/(2*alpha^4123)"
    assert str(power**5 / 2 - 1 / power**3) == "-1/alpha^3 + alpha^5/2"
    assert str(1 / (power**2 - power**5)) == "(1/alpha^2)/(1 - alpha^3)"
    assert str(power - power + 3) == "3" and not isinstance(power / power, Powers)


def test_a_sum_times_its_inverse_is_gone() -> None:
    """Or the numbers of a gadget within a gadget would grow at each step."""
    power = power_of(rational(6, 7))
    magnitude = power / 5 - 3 * power**90
    half = 1 / (2 * magnitude)
    assert magnitude * half == rational(1, 2) and not isinstance(magnitude * half, Powers)
    assert half - magnitude - half == -magnitude and str(half - magnitude - half + magnitude) == "0"


def test_the_kernel_steps_on_them() -> None:
    power = power_of(rational(3, 4))
    weights, example = {"0": power**-7, "1": rational(0)}, Example({"0": 1 / (2 * power**900), "1": power}, rational(1))
    step = Step(RULES["hinge"], rational(1), 1 - power).take(weights, example, sign)
    same = Step(RULES["hinge"], rational(1), rational(1, 4)).take(
        {c: plain(w) for c, w in weights.items()},
        Example({c: plain(x) for c, x in example.x.items()}, example.y),
        sign,
    )
    assert step.fired == same.fired and step.margin == same.margin and step.weights == same.weights


def test_other_numbers_are_refused() -> None:
    power = power_of(rational(3, 4))
    for other in (0.5, "1", None):
        assert power != other
        with pytest.raises(TypeError):
            power + other
        with pytest.raises(TypeError):
            power * other

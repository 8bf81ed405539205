"""Intervals enclose what they say: compared with MPFR's and Arb's numbers, which share nothing with them."""

import random
from fractions import Fraction

import pytest

from conftest import examples, needs
from ogd_exact.training.logistic.enclosure import BITS, ONE, Enclosure

R = random.Random(0)
NUMBERS = [
    Fraction(R.uniform(-size, size)) for size in (2.0**-60, 1e-9, 0.5, 1.0, 40.0, 520.0, 900.0) for _ in range(100)
] + [Fraction(n, 8) for n in range(-12, 13)]
WIDEST = 2  # in units of the last bit


@pytest.mark.parametrize("x", R.sample(NUMBERS, examples(len(NUMBERS))))
def test_sigmoids_are_those_of_arb_and_mpmath(x: Fraction) -> None:
    found = Enclosure.of(x).sigmoid()
    mpmath, flint = needs("mpmath", "mpmath"), needs("flint", "python-flint")
    with mpmath.workprec(900):
        exact = mpmath.mpf(ONE) / (1 + mpmath.exp(-mpmath.mpf(x.numerator) / x.denominator))
        assert found.low <= exact <= found.high
    assert found.high - found.low <= WIDEST
    before, flint.ctx.prec = flint.ctx.prec, 1500
    try:
        ball = flint.arb(ONE) / (1 + (-flint.arb(flint.fmpq(x.numerator, x.denominator))).exp())
        assert flint.arb(found.low) <= ball <= flint.arb(found.high)
    finally:
        flint.ctx.prec = before


def test_sums_and_products_enclose_those_of_all_numbers_within() -> None:
    for _ in range(examples(300)):
        a, b, c, d = sorted(R.choices(NUMBERS, k=2)) + sorted(R.choices(NUMBERS, k=2))
        left, right = (Enclosure(Enclosure.of(x).low, Enclosure.of(y).high) for x, y in ((a, b), (c, d)))
        for x, y in ((a, c), (a, d), (b, c), (b, d), ((a + b) / 2, (c + d) / 2)):
            for found, value in (
                (left.plus(right), x + y),
                (left.minus(right), x - y),
                (left.times(right), x * y),
            ):
                assert found.low <= value * ONE <= found.high
        assert left.times(right).high - max(a * c, a * d, b * c, b * d) * ONE < 2000  # and hardly more


def test_an_enclosure_of_a_rational_is_the_least() -> None:
    third = Enclosure.of(Fraction(1, 3))
    assert third.high - third.low == 1 and third.low < Fraction(1 << BITS, 3) < third.high
    assert Enclosure.of(Fraction(3, 4)) == (3 << BITS - 2, 3 << BITS - 2)

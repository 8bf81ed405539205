"""Exact numbers with a square root, against sympy's."""

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.numbers.field import sign_of
from ogd_exact.training.numbers.surd import Surd, square_root

numbers = st.fractions(min_value=-20, max_value=20, max_denominator=30)


def ours(a: Fraction, b: Fraction, d: int) -> Any:
    value = rational(a)
    return value if b == 0 else Surd(value, rational(b), d)


def theirs(a: Fraction, b: Fraction, d: int) -> Any:
    return sympy.Rational(str(a)) + sympy.Rational(str(b)) * sympy.sqrt(d)


def same(value: Any, wanted: Any) -> bool:
    a, b, d = (value.a, value.b, value.d) if isinstance(value, Surd) else (value, 0, 2)
    return bool(sympy.expand(theirs(a, b, d) - wanted) == 0)


@given(a=numbers, b=numbers, c=numbers, e=numbers, d=st.sampled_from([2, 3, 6, 10]))
def test_arithmetic_and_order_agree_with_sympy(a: Any, b: Any, c: Any, e: Any, d: int) -> None:
    x, y, u, v = ours(a, b, d), ours(c, e, d), theirs(a, b, d), theirs(c, e, d)
    assert same(x + y, u + v) and same(x - y, u - v) and same(x * y, u * v)
    assert sign_of(x) == sympy.sign(u)
    if b != 0 or e != 0:
        assert (x > y) == bool(u > v) and (x < y) == bool(u < v)
    assume(c != 0 or e != 0)
    assert same(x / y, sympy.radsimp(u / v))


@given(a=numbers, b=numbers, d=st.sampled_from([2, 3, 10]), shift=st.integers(-1000, 900))
def test_a_double_is_the_nearest(a: Any, b: Any, d: int, shift: int) -> None:
    assume(b != 0)
    scale = Fraction(2) ** shift
    wanted = sympy.N(theirs(a * scale, b * scale, d), 60)
    near = float(Surd(rational(a * scale), rational(b * scale), d))
    assert near == float(sympy.Rational(wanted))


def test_a_double_whose_parts_are_beyond_doubles() -> None:
    huge = Surd(rational(0), rational(1), 2 * 100**300)
    assert float(huge) == 1.4142135623730951e300 and float(1 / huge) == 7.071067811865475e-301
    with pytest.raises(OverflowError):
        float(huge * 10**9)
    assert float(1 / (huge * 10**30)) == 0
    # What is left where two huge parts almost cancel: sqrt(10^400 + 1) - 10^200 is 1/(2 * 10^200), nearly.
    assert float(Surd(rational(-(10**200)), rational(1), 10**400 + 1)) == 5e-201


@given(st.fractions(min_value="1/1000", max_value=1000, max_denominator=1000))
def test_a_square_root_squares_to_its_number(value: Any) -> None:
    root = square_root(rational(value))
    assert root * root == value and root > 0

"""The grammar of cells against Python's own fractions, and against input that means harm."""

import re
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import examples
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.arithmetic import Arithmetic, polynomial_at
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.value_text import value_text
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.training.annealed.schedule import value_at

PLAIN = Arithmetic(())
SYMBOLIC = Arithmetic(("alpha", "eps1", "eps2"))
POINT = {"alpha": Fraction(4, 5), "eps1": Fraction(3, 7), "eps2": Fraction(2, 9)}


def trees() -> st.SearchStrategy[str]:
    atoms = st.one_of(st.integers(0, 99).map(str), st.sampled_from(["alpha", "eps1", "eps2"]))

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pairs = st.tuples(inner, st.sampled_from("+-*/"), inner)
        powers = st.tuples(atoms, st.integers(-3, 3))
        return st.one_of(
            pairs.map(lambda p: f"{p[0]} {p[1]} {p[2]}"),
            pairs.map(lambda p: f"({p[0]}{p[1]}{p[2]})"),
            inner.map(lambda t: f"-({t})"),
            powers.map(lambda p: f"{p[0]}^{p[1]}"),
        )

    return st.recursive(atoms, grow, max_leaves=6)


def by_python(text: str) -> Fraction:
    """An independent evaluation: Python's own parser and precedence, on fractions."""
    code = re.sub(r"(?<![\w^])(?<!\^-)\d+", lambda m: f"F({m[0]})", text).replace("^", "**")
    return Fraction(eval(code, {"F": Fraction, **POINT}))  # noqa: S307  text from the strategy above


@settings(max_examples=examples(300))
@given(trees())
def test_values_agree_with_python_at_a_point_and_survive_a_round_trip(text: str) -> None:
    try:
        value = SYMBOLIC.read(text)
    except ExpressionError as error:
        assert "division by zero" in str(error) or "at most" in str(error)
        return
    point = {name: rational(v.numerator, v.denominator) for name, v in POINT.items()}
    try:
        wanted = by_python(text)
    except ZeroDivisionError:
        return  # undefined at this point, though not everywhere
    assert value_at(value, point) == wanted
    assert SYMBOLIC.read(value_text(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1 + 2*3", 7), ("-2^2", -4), ("2^-2", Fraction(1, 4)), ("7/2/2", Fraction(7, 4)), ("1 - 2 - 3", -4),
     ("8/4*2", 4), ("-2*3 - 1", -7),
     ("--3", 3), ("+3", 3), ("2*-3", -6), ("(1 + 1)^3", 8), (" 1\t", 1), ("0^0", 1)],
)  # fmt: skip
def test_precedence(text: str, value: Fraction) -> None:
    assert PLAIN.read(text) == value


HOSTILE = [
    ("", "the expression ends too early", 0),
    ("1 +", "the expression ends too early", 3),
    ("1 1", "unexpected '1'", 2),
    ("2alpha", "unexpected 'alpha'", 1),
    ("(1", "missing )", 2),
    ("1)", "unexpected ')'", 1),
    ("()", "expected a number or a symbol", 1),
    ("beta", "unknown symbol 'beta'; declared here: alpha, eps1, eps2", 0),
    ("1/0", "division by zero", 1),
    ("1/(alpha - alpha)", "division by zero", 1),
    ("0^-1", "division by zero", 1),
    ("9^9^9", "a power of a power needs parentheses", 3),
    ("9^999", "an exponent is at most 200", 2),
    ("9^alpha", "an exponent is an integer", 2),
    ("2^(1/2)", "an exponent is an integer", 2),
    ("2^integer", "an exponent is an integer", 2),
    ("1 end", "unexpected 'end'; write * between factors", 2),
    ("((9^200)^200)^200", "bits", 8),
    ("(alpha + eps1 + eps2 + 1)^200", "at most 24 terms", 25),
    ("(alpha^200 + 1)^2", "the degree is at most 60", 11),
    ("1" * 61, "a number has at most 60 digits", 0),
    ("1+" * 300 + "1", "an expression has at most 400 characters", 0),
    ("(" * 50 + "1" + ")" * 50, "nests at most 30 deep", 30),
    ("-" * 60 + "1", "nests at most 30 deep", 30),
    ("__import__('os')", "unexpected character '_'", 0),
    ("alpha.real", "unexpected character '.'", 5),
    ("0.5", "unexpected character '.'", 1),
    ("1e5", "unexpected 'e5'", 1),
    ("alpha[0]", "unexpected character '['", 5),
    ("lambda: 0", "unexpected character ':'", 6),
    ("1;2", "unexpected character ';'", 1),
    ("1**2", "expected a number or a symbol, found '*'", 2),
    ("١", "unexpected character", 0),
    ("½", "unexpected character", 0),
    ("1 − 2", "unexpected character", 2),
    ("\x001", "unexpected character", 0),
]


@pytest.mark.parametrize(("text", "reason", "offset"), HOSTILE)
def test_anything_else_is_an_error_with_its_place_and_takes_no_time(text: str, reason: str, offset: int) -> None:
    started = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        SYMBOLIC.read(text)
    assert reason in str(caught.value) and caught.value.offset == offset
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("text", "below"),
    [("alpha^0", []), ("alpha^2", []), ("alpha^-1", ["alpha"]), ("1/alpha + eps1", ["alpha"]),
     ("eps1/(1/alpha)", ["1/alpha", "alpha"]), ("-(2*(1/eps2))", ["eps2"])],
)  # fmt: skip
def test_an_expression_is_defined_where_nothing_it_divides_by_is_zero(text: str, below: list[str]) -> None:
    expected = [SYMBOLIC.read(divisor) for divisor in below]
    assert SYMBOLIC.divisors(text, SYMBOLIC.environment) == expected


def test_fractions_are_numbers_among_symbols_too() -> None:
    half = SYMBOLIC.number(rational(1, 2))
    assert half + half == SYMBOLIC.number(1) and half * SYMBOLIC.number(4) == SYMBOLIC.number(2)


def test_a_point_need_not_have_symbols_that_a_polynomial_lacks() -> None:
    assert polynomial_at(SYMBOLIC.read("3*alpha^2 + 1/2").numer, {"alpha": rational(1, 3)}) == rational(5, 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/2^2", "3/4"),
        ("2*3^2", "18"),
        ("-2^2", "-4"),
        ("12/2*3", "18"),
        ("12/2/3", "2"),
        ("7-3-2", "2"),
        ("1+2*3", "7"),
    ],
)
def test_operators_bind_as_in_print(text: str, value: str) -> None:
    assert PLAIN.read(text) == Fraction(value)


@pytest.mark.parametrize("text", ["x*x", "x^2"])
def test_only_numbers_of_our_own_making_may_be_large(text: str) -> None:
    large = rational(2) ** 100_000
    assert exactly(text, {"x": large}) == large * large
    with pytest.raises(ExpressionError, match="at most 12000 bits"):
        PLAIN.read(text, {"x": large})

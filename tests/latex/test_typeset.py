"""Expressions keep their form and their value when they are typeset."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ogd_exact.core.tables.expressions import evaluate, parse
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.documents.notation.latex_notation import escaped, latex_of, latex_of_bound, symbol

VALUES = {"alpha": Fraction(2, 3), "eps1": Fraction(-5, 7), "rho": Fraction(11), "sqrt_eta": Fraction(1, 13)}
NAMES = {symbol(name): name for name in VALUES}


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("alpha/eps1 - eps1*alpha^2", r"\frac{\alpha}{\epsilon_1} - \epsilon_1 \alpha^2"),
        ("-2*alpha^12/eps2", r"-\frac{2 \alpha^{12}}{\epsilon_2}"),
        ("-91821/2", r"-\tfrac{91821}{2}"),
        ("47 + 1/3", r"47 + \tfrac{1}{3}"),
        ("47*(1/3)", r"47 \cdot \tfrac{1}{3}"),
        ("(rho + 1)/(2)", r"\frac{\rho + 1}{2}"),
        ("a - (b - c)", r"a - \left(b - c\right)"),
        ("1/sqrt_eta", r"\frac{1}{\sqrt{\eta}}"),
        ("x*-2", r"x \left(-2\right)"),
        ("(1/2)^-2", r"\left(\tfrac{1}{2}\right)^{-2}"),
    ],
)
def test_the_form_is_kept(text: str, latex: str) -> None:
    assert latex_of(text) == latex


def test_a_bound_is_typeset_on_both_sides() -> None:
    assert latex_of_bound("2*alpha^2 > 1") == r"2 \alpha^2 > 1"


def test_different_names_look_different() -> None:
    names = [
        "eps1",
        "epsilon1",
        "x",
        "x1",
        "x_1",
        "x01",
        "x11",
        "sqrt_x1",
        "sqrt_x",
        "alpha",
        "alpha1",
        "alpha_1",
        "al",
    ]
    assert len({symbol(name) for name in names}) == len(names)


def test_plain_text_is_escaped() -> None:
    assert escaped(r"50% of \x_1 {#}") == r"50\% of \textbackslash{}x\_1 \{\#\}"


leaves = st.integers(0, 30).map(str) | st.sampled_from(sorted(VALUES))
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map("({0[0]}){0[1]}({0[2]})".format),
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), leaves).map("{0[0]}{0[1]}{0[2]}".format),
        st.tuples(inner, st.integers(-3, 3)).map("({0[0]})^{0[1]}".format),
        inner.map("-{}".format),
    ),
    max_leaves=8,
)


@given(expressions)
def test_the_value_is_kept(text: str) -> None:
    try:
        value = evaluate(parse(text), VALUES, Fraction)
    except ExpressionError:  # division by zero, or too long
        return
    assert Meaning(latex_of(text)).sum() == value, latex_of(text)


class Meaning:
    """Another reading of LaTeX: side by side means times, except for numbers, which may not stand so."""

    def __init__(self, latex: str) -> None:
        self.words = re.findall(r"\\sqrt\{\\\w+\}|\\epsilon_1|\\\w+|\d+|[-+^{}()]", latex.replace(r"\left", ""))
        self.words = [word for word in self.words if word != r"\right"]

    def next(self, *words: str) -> bool:
        found = bool(self.words) and self.words[0] in words
        return found and bool(self.words.pop(0))

    def sum(self) -> Fraction:
        total = -self.product() if self.next("-") else self.product()
        while self.words and self.words[0] in ("+", "-"):
            total += self.product() if self.next("+") else (-1 if self.next("-") else 1) * self.product()
        return total

    def product(self) -> Fraction:
        result = self.power()
        while self.words and self.words[0] not in ("+", "-", "}", ")"):
            dotted = self.next(r"\cdot")
            assert dotted or not (self.words[0].isdigit() or self.words[0] == r"\tfrac"), "reads as another number"
            result *= self.power()
        return result

    def power(self) -> Fraction:
        base = self.atom()
        if not self.next("^"):
            return base
        digits = self.words.pop(0)
        if digits == "{":
            digits = "".join(iter(lambda: self.words.pop(0), "}"))
        assert not (self.words and self.words[0] == "^")
        return base ** int(digits)

    def atom(self) -> Fraction:
        word = self.words.pop(0)
        if word in (r"\frac", r"\tfrac"):
            above, below = self.braces(), self.braces()
            return above / below
        if word == "(":
            value = self.sum()
            assert self.next(")")
            return value
        return Fraction(word) if word.isdigit() else VALUES[NAMES[word]]

    def braces(self) -> Fraction:
        assert self.next("{")
        value = self.sum()
        assert self.next("}")
        return value

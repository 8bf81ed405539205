"""Polynomials in one unknown cell of a table; the coefficients are rationals, or functions, as its other cells are."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from math import isqrt
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.arithmetic import Arithmetic
from ogd_exact.core.tables.expressions import evaluate, parse
from ogd_exact.core.tables.limits import ExpressionError, check_size

MAX_DEGREE = 12


@dataclass(frozen=True)
class Univariate:
    """The lowest coefficient comes first, and the last is not 0; with its + - * it is as good a weight as a number."""

    coefficients: tuple[Any, ...]

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    def __add__(self, other: Any) -> "Univariate":
        pairs = zip_longest(self.coefficients, lifted(other).coefficients, fillvalue=0)
        return univariate([a + b for a, b in pairs])

    def __mul__(self, other: Any) -> "Univariate":
        factor = lifted(other)
        product: list[Any] = [0] * (len(self.coefficients) + len(factor.coefficients))
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(factor.coefficients):
                product[i + j] += a * b
        return univariate(product)

    def __neg__(self) -> "Univariate":
        return univariate([-c for c in self.coefficients])

    def __sub__(self, other: Any) -> "Univariate":
        return self + -lifted(other)

    def __rsub__(self, other: Any) -> "Univariate":
        return lifted(other) - self

    def __truediv__(self, other: Any) -> "Univariate":
        if other.degree > 0:
            raise ExpressionError("divided by an unknown")
        return univariate([c / other.coefficients[0] for c in self.coefficients])

    def __eq__(self, other: object) -> bool:
        return self.coefficients == lifted(other).coefficients

    __radd__, __rmul__, __hash__ = __add__, __mul__, None  # type: ignore[assignment]


def univariate(coefficients: list[Any]) -> Univariate:
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    if len(coefficients) > MAX_DEGREE + 1:
        raise ExpressionError("the degree is too high")
    for coefficient in coefficients:
        check_size(coefficient, 0)
    return Univariate(tuple(coefficients))


def lifted(value: Any) -> Univariate:
    """A number or a function as a polynomial."""
    return value if isinstance(value, Univariate) else univariate([value])


class Univariates(Arithmetic):
    """The arithmetic of cells that may depend on the unknown."""

    def __init__(self, numbers: Arithmetic) -> None:
        self.numbers, self.symbols = numbers, numbers.symbols

    @property
    def unknown(self) -> Univariate:
        return univariate([self.numbers.number(0), self.numbers.number(1)])

    def number(self, value: Any) -> Univariate:
        return lifted(self.numbers.number(value))

    def read(self, text: str, environment: Mapping[str, Any] | None = None) -> Any:
        return evaluate(
            parse(text), environment or {}, self.number, limited=False
        )  # each polynomial is of bounded size


def rational_roots(of: Univariate) -> list[Any] | None:
    """Where a polynomial that is not constant vanishes, as far as an expression can say; None if that is not known."""
    if of.degree == 1:
        c, b = of.coefficients
        return [-c / b]
    c, b, *_, a = of.coefficients
    square = b * b - 4 * a * c
    if of.degree > 2 or not hasattr(square, "numerator"):
        return None
    root = rational(isqrt(abs(int(square.numerator))), isqrt(int(square.denominator)))
    return [(-b + s * root) / (2 * a) for s in (1, -1)] if root * root == square else []

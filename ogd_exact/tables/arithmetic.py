"""The two arithmetics a table can be read in: rationals, or rational functions of its symbols."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.numbers.text import sum_text
from ogd_exact.tables.expressions import ExpressionError, divisors, evaluate, parse


class Arithmetic:
    """Exact values over some symbols; with no symbols, plain rationals."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = tuple(symbols)
        if symbols:
            # Imported late: tables without symbols, and all error paths, do not need it.
            from sympy import QQ, field

            self.field, *generators = field(list(symbols), QQ)
            self.environment: dict[str, Any] = dict(zip(symbols, generators, strict=True))
        else:
            self.environment = {}
        self.known: dict[str, Any] = {}  # values of texts over the symbols alone

    def number(self, value: Any) -> Any:
        exact = rational(value)
        if not self.symbols:
            return exact
        domain = self.field.domain
        return self.field(domain(int(exact.numerator)) / domain(int(exact.denominator)))

    def read(self, text: str, environment: Mapping[str, Any] | None = None) -> Any:
        """The value of an expression, of the symbols or of the names given; raises ExpressionError."""
        if environment is not None:
            return evaluate(parse(text), environment, self.number)
        if text not in self.known:
            self.known[text] = evaluate(parse(text), self.environment, self.number)
        return self.known[text]

    def exactly(self, text: str, environment: Mapping[str, Any]) -> Any:
        """The value of an expression of a verified table at numbers of our own making, however large."""
        return evaluate(parse(text), environment, self.number, limited=False)

    def divisors(self, text: str, environment: Mapping[str, Any]) -> list[Any]:
        """The values that the expression divides by: it is defined where none of them is zero."""
        return [evaluate(node, environment, self.number) for node in divisors(parse(text))]

    def at(self, value: Any, point: Mapping[str, Any]) -> Any:
        """The value at a rational point; raises ExpressionError where it is not defined."""
        if not self.symbols:
            return value
        denominator = polynomial_at(value.denom, point)
        if denominator == 0:
            raise ExpressionError("division by zero")
        return polynomial_at(value.numer, point) / denominator

    def text(self, value: Any) -> str:
        """The value in the grammar of cells, as an author would write it."""
        if not self.symbols:
            return str(value)
        return function_text(value)


@cache
def arithmetic(symbols: tuple[str, ...]) -> Arithmetic:
    """One shared arithmetic for each tuple of symbols."""
    return Arithmetic(symbols)


def polynomial_at(polynomial: Any, point: Mapping[str, Any]) -> Any:
    names = [symbol.name for symbol in polynomial.ring.symbols]
    total = rational(0)
    for monomial, coefficient in polynomial.terms():
        term = rational(int(coefficient.numerator), int(coefficient.denominator))
        for name, exponent in zip(names, monomial, strict=True):
            if exponent:
                term = term * point[name] ** exponent
        total += term
    return total


def function_text(value: Any) -> str:
    if len(value.denom) > 1:
        one = value.denom.ring.one
        return f"({polynomial_text(value.numer, one)})/({polynomial_text(value.denom, one)})"
    return polynomial_text(value.numer, value.denom)


def polynomial_text(numerator: Any, denominator: Any) -> str:
    """numerator / denominator, where the denominator is a single term, as a sum of terms.

    Terms in rising powers of the first symbol, magnitudes before alpha, as the paper writes them.
    """
    names = [symbol.name for symbol in numerator.ring.symbols]
    ((below, scale),) = denominator.terms()
    scale = rational(int(scale.numerator), int(scale.denominator))
    terms = []
    for monomial, coefficient in sorted(numerator.terms()):
        c = rational(int(coefficient.numerator), int(coefficient.denominator))
        powers = [(n, up - down) for n, up, down in zip(names, monomial, below, strict=True)][::-1]
        terms.append((c / scale, powers))
    return sum_text(terms)

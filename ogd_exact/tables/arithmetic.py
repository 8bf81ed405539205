"""The two arithmetics a table can be read in: rationals, or rational functions of its symbols."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.tables.expressions import divisors, evaluate, parse
from ogd_exact.tables.value_text import function_text


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

    def text(self, value: Any) -> str:
        """The value in the grammar of cells, as an author would write it."""
        return function_text(value) if self.symbols else str(value)


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

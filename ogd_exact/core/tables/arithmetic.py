"""The two arithmetics a table can be read in: rationals, or rational functions of its symbols."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.expressions import divisors, evaluate, parse


class Arithmetic:
    """Exact values over some symbols; with no symbols, plain rationals."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols, self.environment = tuple(symbols), dict[str, Any]()
        if symbols:
            # Imported late: tables without symbols, and all error paths, do not need it.
            from sympy import QQ, field

            self.field, *generators = field(list(symbols), QQ)
            self.environment |= zip(symbols, generators, strict=True)
        # Most cells of tables are alike.
        self.known = lru_cache(10_000)(lambda text: evaluate(parse(text), self.environment, self.number))

    def number(self, value: Any) -> Any:
        exact = rational(value)
        if not self.symbols:
            return exact
        domain = self.field.domain
        return self.field(domain(int(exact.numerator)) / domain(int(exact.denominator)))

    def read(self, text: str, environment: Mapping[str, Any] | None = None) -> Any:
        """The value of an expression, of the symbols or of the names given; raises ExpressionError."""
        if environment is None or environment is self.environment:
            return self.known(text)
        return evaluate(parse(text), environment, self.number)

    def divisors(self, text: str, environment: Mapping[str, Any]) -> list[Any]:
        """The values that the expression divides by: it is defined where none of them is zero."""
        return [evaluate(node, environment, self.number) for node in divisors(parse(text))]


arithmetic = cache(Arithmetic)  # one for each tuple of symbols


def polynomial_at(polynomial: Any, point: Mapping[str, Any]) -> Any:
    values, total = [point.get(symbol.name) for symbol in polynomial.ring.symbols], rational(0)
    for monomial, coefficient in polynomial.terms():
        powers = (value**exponent for value, exponent in zip(values, monomial, strict=True) if exponent)
        total += prod(powers, start=rational(int(coefficient.numerator), int(coefficient.denominator)))
    return total

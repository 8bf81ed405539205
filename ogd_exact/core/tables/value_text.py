"""Rationals and rational functions in the grammar of cells, as an author would write them."""

from typing import Any

from ogd_exact.core.kernel.numbers import Rational, rational
from ogd_exact.core.kernel.sum_text import sum_text


def value_text(value: Any) -> str:
    if isinstance(value, Rational | int):
        return str(value)
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

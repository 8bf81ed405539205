"""Exact rationals, from one of two backends chosen here and nowhere else.

OGD_EXACT_NUMBERS=gmpy2 (the default) or OGD_EXACT_NUMBERS=fraction. Both must give the same verdicts.
"""

import fractions
import numbers
import os
from typing import Any, Protocol

from ogd_exact.core.kernel.errors import InputError

BACKEND = os.environ.get("OGD_EXACT_NUMBERS", "gmpy2")

if BACKEND == "gmpy2":
    import gmpy2

    Rational: Any = gmpy2.mpq
elif BACKEND == "fraction":
    Rational = fractions.Fraction
else:
    raise InputError(f"OGD_EXACT_NUMBERS is {BACKEND!r}; set it to gmpy2 or fraction, or unset it")


def rational(numerator: Any, denominator: Any = 1) -> Any:
    """The exact quotient of two integers (or a rational as it is); floats are refused, not rounded."""
    for part in (numerator, denominator):
        if not isinstance(part, numbers.Rational):
            raise TypeError(f"{part!r} is a {type(part).__name__}, not an exact number; give integers")
    return Rational(numerator.numerator, numerator.denominator) / Rational(denominator)


def sign(value: Any) -> int:
    """-1, 0 or +1."""
    return int(value > 0) - int(value < 0)


class Number(Protocol):
    """An exact number: a rational, or one of the fields that hold them."""

    def __neg__(self) -> "Number": ...
    def __add__(self, other: Any, /) -> "Number": ...
    def __radd__(self, other: Any, /) -> "Number": ...
    def __sub__(self, other: Any, /) -> "Number": ...
    def __rsub__(self, other: Any, /) -> "Number": ...
    def __mul__(self, other: Any, /) -> "Number": ...
    def __rmul__(self, other: Any, /) -> "Number": ...
    def __truediv__(self, other: Any, /) -> "Number": ...
    def __rtruediv__(self, other: Any, /) -> "Number": ...
    def __pow__(self, exponent: int, /) -> "Number": ...
    def __lt__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...

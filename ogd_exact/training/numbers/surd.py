"""Exact numbers a + b*sqrt(d), for learning rates whose square root is not rational."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.training.numbers.field import FieldElement


@dataclass(frozen=True)
class Surd(FieldElement):
    """a + b*sqrt(d) with b not 0, and d a positive integer that is not a square; results without a root are plain."""

    a: Any
    b: Any
    d: int

    def parts(self, other: Any) -> tuple[Any, Any]:
        if isinstance(other, Surd):
            if other.d != self.d:
                raise ValueError("one root in one computation")
            return other.a, other.b
        return other, 0

    def made(self, a: Any, b: Any) -> Any:
        return Surd(a, b, self.d) if b != 0 else a

    def __add__(self, other: Any) -> Any:
        a, b = self.parts(other)
        return self.made(self.a + a, self.b + b)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self.made(-self.a, -self.b)

    def __mul__(self, other: Any) -> Any:
        a, b = self.parts(other)
        return self.made(self.a * a + self.b * b * self.d, self.a * b + self.b * a)

    __rmul__ = __mul__

    def inverse(self) -> Any:
        norm = self.a * self.a - self.b * self.b * self.d  # not 0, since d is not a square
        return self.made(self.a / norm, -self.b / norm)

    def sign(self) -> int:
        """The sign of a or of b*sqrt(d), whichever has the larger square."""
        larger = self.a if self.a * self.a > self.b * self.b * self.d else self.b
        return sign(larger)

    def __float__(self) -> float:
        """The nearest double: bounds on both sides, closer and closer until both round to the same."""
        a, b = (Fraction(int(part.numerator), int(part.denominator)) for part in (self.a, self.b))
        square, bits = b * b * self.d, 64
        while True:
            root = isqrt((square.numerator << 2 * bits) // square.denominator)
            ends = [float(a + sign(b) * Fraction(end, 1 << bits)) for end in (root, root + 1)]
            if ends[0] == ends[1]:
                return ends[0]
            bits *= 2

    def __str__(self) -> str:
        return f"{self.b}*sqrt({self.d})" if self.a == 0 else f"{self.a} + {self.b}*sqrt({self.d})"


def square_root(value: Any) -> Any:
    """The exact square root of a positive rational."""
    product, below = int(value.numerator) * int(value.denominator), int(value.denominator)
    root = isqrt(product)
    return rational(root, below) if root * root == product else Surd(rational(0), rational(1, below), product)

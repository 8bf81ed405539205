"""Intervals with outward rounding, by integers alone: what encloses sums, products and sigmoids of real numbers.

An end is an integer times 2^-200. Nothing here depends on a backend, or on what a machine does with floats.
"""

from typing import Any, NamedTuple

BITS = 200
ONE = 1 << BITS
GUARD = 64  # more bits within exp, in which its errors drown
FLAT = 512  # beyond which exp(-x) is less than the last bit


class Enclosure(NamedTuple):
    """All real numbers from low to high, both included, in units of 2^-200."""

    low: int
    high: int

    @staticmethod
    def of(value: Any) -> "Enclosure":
        """The least enclosure of a rational."""
        above, below = int(value.numerator) << BITS, int(value.denominator)
        return Enclosure(above // below, -(-above // below))

    def plus(self, other: "Enclosure") -> "Enclosure":
        return Enclosure(self.low + other.low, self.high + other.high)

    def negated(self) -> "Enclosure":
        return Enclosure(-self.high, -self.low)

    def minus(self, other: "Enclosure") -> "Enclosure":
        return self.plus(other.negated())

    def times(self, other: "Enclosure") -> "Enclosure":
        if ZERO in (self, other):
            return ZERO
        ends = [a * b for a in self for b in other]
        return Enclosure(min(ends) >> BITS, -(-max(ends) >> BITS))

    def inverse(self) -> "Enclosure":
        """Of numbers above 0."""
        if not self.low > 0:
            raise ZeroDivisionError
        return Enclosure((ONE << BITS) // self.high, -(-(ONE << BITS) // self.low))

    def wider(self, by: int) -> "Enclosure":
        return Enclosure(self.low - by, self.high + by)

    def within(self, other: "Enclosure") -> bool:
        return other.low <= self.low and self.high <= other.high

    def common(self, other: "Enclosure") -> "Enclosure":
        """What lies in both, if one number that is enclosed does."""
        return Enclosure(max(self.low, other.low), min(self.high, other.high))

    @property
    def size(self) -> int:
        """What no absolute value in it exceeds."""
        return max(-self.low, self.high)

    def sigmoid(self) -> "Enclosure":
        """Of 1/(1 + exp(-x)), which increases with x."""
        return Enclosure(sigmoid_of(self.low).low, sigmoid_of(self.high).high)


ZERO, UNIT = Enclosure(0, 0), Enclosure(ONE, ONE)


def sigmoid_of(x: int) -> Enclosure:
    """The sigmoid of one number."""
    tail = tail_of(abs(x))
    return Enclosure(ONE - tail.high, ONE - tail.low) if x > 0 else tail


def tail_of(x: int) -> Enclosure:
    """1/(1 + exp(x)) where x is not negative."""
    if x > FLAT << BITS:
        return Enclosure(0, 1)
    halvings = max(0, x.bit_length() - BITS + 1)
    scale = BITS + GUARD + halvings
    low, high = exp_of(x << GUARD, scale)  # of x / 2^halvings, which is less than 1/2
    for _ in range(halvings):
        low, high = low * low >> scale, -(-high * high >> scale)
    one = 1 << scale
    return Enclosure((one << BITS) // (one + high), -(-(one << BITS) // (one + low)))


def exp_of(x: int, scale: int) -> tuple[int, int]:
    """Bounds of exp of x * 2^-scale, which lies between 0 and 1/2: each term of the series is below by less than 4."""
    term, total, count = 1 << scale, 0, 0
    while term:
        total, count = total + term, count + 1
        term = (term * x >> scale) // count
    return total, total + 4 * count + 8

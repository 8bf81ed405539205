"""The regularizer of a training set, chosen so that a pass leaves a given part of every weight."""

from functools import cache
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.logistic.enclosure import BITS, ONE

DIGITS = 24  # of a regularizer in bits, so that it is a float32
SLACK = ONE >> 20  # how far what a pass leaves may be from that part, as the regularizer is rounded


@cache
def regularizer(rate: Any, keeps: Any, examples: int) -> Any:
    """The number of 24 bits nearest to (1 - keeps^(1/examples)) / rate; it never grows as passes do.

    It is right within a part of 2^-24, and so is what a pass leaves where that is at least 1/2.
    """
    goal, low, high = (int(keeps.numerator) << BITS) // int(keeps.denominator), 0, ONE
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if power(ONE - middle, examples) >= goal else (low, middle)
    units = low * int(rate.denominator) // int(rate.numerator)
    dropped = max(1, units.bit_length() - DIGITS)
    return rational((units + (1 << dropped - 1)) >> dropped << dropped, ONE)


def power(of: int, exponent: int) -> int:
    """Of a number of at most 1, in units of 2^-200, hardly below what it is."""
    result = ONE
    for digit in bin(exponent)[2:]:
        result = result * result >> BITS
        if digit == "1":
            result = result * of >> BITS
    return result

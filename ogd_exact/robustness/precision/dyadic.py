"""Numbers that binary floating point holds exactly: an integer of few bits times a power of two."""

from dataclasses import dataclass
from numbers import Rational
from typing import Any


@dataclass(frozen=True)
class Format:
    """A binary floating-point format: a significand of so many bits, the largest number, and the smallest unit."""

    name: str
    bits: int
    top: int  # all finite numbers are below 2^top
    unit: int  # and multiples of 2^unit, where subnormal numbers end

    def holds(self, value: Any) -> bool:
        """Whether the number is one of the format."""
        bits = bits_of(value)
        if bits is None or bits > self.bits:
            return False
        over, under = abs(int(value.numerator)), int(value.denominator)
        place = (over & -over).bit_length() - under.bit_length() if over else 0  # the exponent of its last bit
        return place >= self.unit and bits + place <= self.top


FORMATS = (
    Format("bfloat16", 8, 128, -133),
    Format("float16", 11, 16, -24),
    Format("float32", 24, 128, -149),
    Format("float64", 53, 1024, -1074),
)


def bits_of(value: Any) -> int | None:
    """The bits of the significand that holds the number, 1 for a power of two or 0; None if it is not dyadic."""
    if not isinstance(value, Rational):
        return None  # a root
    over, under = abs(int(value.numerator)), int(value.denominator)
    if under & (under - 1):
        return None
    return (over // (over & -over)).bit_length() if over else 1

"""Functions of some variables over a box, enclosed with their slopes: what the mean value theorem speaks of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.training.logistic.enclosure import ONE, UNIT, ZERO, Enclosure

LARGEST = ONE << 300  # of what is multiplied


@dataclass(slots=True)
class BoxFunction:
    """What a function is at the middle of the box, what anywhere in it, and its slopes there along each variable."""

    middle: Enclosure
    all: Enclosure
    slopes: tuple[Enclosure, ...]

    def __add__(self, other: "BoxFunction") -> "BoxFunction":
        slopes = tuple(a.plus(b) for a, b in zip(self.slopes, other.slopes, strict=True))
        return BoxFunction(self.middle.plus(other.middle), self.all.plus(other.all), slopes)

    def __neg__(self) -> "BoxFunction":
        return BoxFunction(self.middle.negated(), self.all.negated(), tuple(slope.negated() for slope in self.slopes))

    def __sub__(self, other: "BoxFunction") -> "BoxFunction":
        return self + -other

    def __mul__(self, other: "BoxFunction") -> "BoxFunction":
        if max(self.all.size, other.all.size) > LARGEST:
            raise OverflowError
        both = zip(self.slopes, other.slopes, strict=True)
        slopes = tuple(a.times(other.all).plus(b.times(self.all)) for a, b in both)
        return BoxFunction(self.middle.times(other.middle), self.all.times(other.all), slopes)

    def __truediv__(self, other: "BoxFunction") -> "BoxFunction":
        """The quotient; raises ZeroDivisionError unless the divisor is above 0 everywhere."""
        middle, all = other.middle.inverse(), other.all.inverse()
        falls = all.times(all).negated()
        return self * BoxFunction(middle, all, tuple(falls.times(slope) for slope in other.slopes))

    def wider(self, by: int) -> "BoxFunction":
        return BoxFunction(self.middle.wider(by), self.all.wider(by), self.slopes)

    def fires(self) -> "BoxFunction":
        """The sigmoid of its opposite, whose slope is that times itself less 1."""
        middle, all = self.middle.negated().sigmoid(), self.all.negated().sigmoid()
        falls = all.times(all.minus(UNIT))
        return BoxFunction(middle, all, tuple(falls.times(slope) for slope in self.slopes))


def constant(value: Any, count: int) -> BoxFunction:
    """A number, or an enclosure of one, as a function of so many variables."""
    found = value if isinstance(value, Enclosure) else Enclosure.of(value)
    return BoxFunction(found, found, (ZERO,) * count)


def variables(boxes: Sequence[Enclosure]) -> list[BoxFunction]:
    """Numbers that may lie anywhere within their boxes, as functions of themselves."""
    places, middles = range(len(boxes)), [(box.low + box.high) // 2 for box in boxes]
    along = [tuple(UNIT if i == j else ZERO for j in places) for i in places]
    return [BoxFunction(Enclosure(m, m), box, slopes) for m, box, slopes in zip(middles, boxes, along, strict=True)]

"""Functions of w.x that are polynomials between breaks, as losses are."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sympy

from ogd_exact.kernel.errors import InputError

P = sympy.Symbol("p")  # w.x
Interval = tuple[Any, Any]  # its ends, None where there is none


def sign(value: Any) -> int:
    """The sign of an expression, if it is the same for all values of its symbols."""
    value = sympy.expand(value)
    if value.is_zero:
        return 0
    if value.is_positive or value.is_negative:
        return 1 if value.is_positive else -1
    raise InputError(f"the sign of {value} depends on its symbols, and breaks on that sign")


def inside(point: Any, interval: Interval) -> bool:
    low, high = interval
    return (low is None or sign(point - low) > 0) and (high is None or sign(high - point) > 0)


def root(part: Any) -> Any:
    """Where an affine function of p is 0; None if it does not depend on p."""
    slope = sympy.diff(part, P)
    if P in slope.free_symbols:
        raise InputError(f"{part} is not affine in w.x, so that its sign is not known; write the loss otherwise")
    return None if slope == 0 else sympy.cancel(P - part / slope)


def sign_on(part: Any, interval: Interval) -> int:
    """The sign of a function that is affine in p and does not vanish between two points."""
    zero = root(part)
    if zero is None:
        return sign(part)
    above = interval[1] is None or (interval[0] is not None and sign(interval[0] - zero) >= 0)
    return sign(sympy.diff(part, P)) * (1 if above else -1)


@dataclass(frozen=True)
class Pieces:
    """Breaks in increasing order, and a polynomial for each interval between them."""

    breaks: tuple[Any, ...]
    parts: tuple[Any, ...]

    @staticmethod
    def of(value: Any) -> "Pieces":
        return Pieces((), (value + sympy.Integer(0),))

    @property
    def intervals(self) -> list[Interval]:
        return list(zip((None, *self.breaks), (*self.breaks, None), strict=True))

    def at(self, interval: Interval) -> Any:
        """The polynomial in an interval that has no break inside."""
        return self.parts[sum(interval[0] is not None and sign(interval[0] - b) >= 0 for b in self.breaks)]

    def split(self, points: Iterable[Any]) -> "Pieces":
        """The same, with more breaks."""
        breaks = list(self.breaks)
        for point in points:
            if all(sign(point - b) for b in breaks):
                breaks.insert(sum(sign(point - b) > 0 for b in breaks), point)
        bare = Pieces(tuple(breaks), ())
        return Pieces(bare.breaks, tuple(self.at(interval) for interval in bare.intervals))

    def joined(self, other: "Pieces", combined: Callable[[Any, Any], Any]) -> "Pieces":
        left, right = self.split(other.breaks), other.split(self.breaks)
        return Pieces(left.breaks, tuple(map(combined, left.parts, right.parts)))

    def by_sign(self, negative: Callable[[Any], Any]) -> "Pieces":
        """The function where it is positive, and what is made of it where it is negative: as max(0, f), and |f|."""
        zeros = [(root(part), interval) for part, interval in zip(self.parts, self.intervals, strict=True)]
        cut = self.split(zero for zero, interval in zeros if zero is not None and inside(zero, interval))
        found = zip(cut.parts, cut.intervals, strict=True)
        return Pieces(cut.breaks, tuple(f if sign_on(f, where) > 0 else negative(f) for f, where in found))

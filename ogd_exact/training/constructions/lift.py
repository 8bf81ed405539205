"""A weight that several coordinates hold: W lies along v as W v/|v|^2, and an entry x as x v.

Then w.x is what it was, and a step that moves weights by rate * move * x moves W by rate * |v|^2 * move * x: what is
verified of one coordinate at the rate times |v|^2 holds of these. It rests on steps along x, and on nothing after them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational


@dataclass(frozen=True)
class Lift:
    """The first of its numbers is positive, so that the first coordinate is where the weight is."""

    v: tuple[Number, ...] = (rational(1),)

    @property
    def width(self) -> int:
        return len(self.v)

    @property
    def square(self) -> Number:
        return sum((v * v for v in self.v), rational(0))

    def weights(self, weight: Number) -> tuple[Number, ...]:
        """What the coordinates hold of a weight."""
        return tuple(weight * v / self.square for v in self.v) if self.width > 1 else (weight,)

    def entries(self, entry: Number) -> tuple[Number, ...]:
        """What an example has at them."""
        return tuple(entry * v for v in self.v) if self.width > 1 else (entry,)

    def places(self, firsts: Iterable[int]) -> tuple[int, ...]:
        """All coordinates of weights, by the first of each."""
        return tuple(first + k for first in firsts for k in range(self.width))

    def refuse(self, what: str) -> None:
        """Raises InputError where weights are held by several coordinates, for what reads one of each."""
        if self.width > 1:
            raise InputError(f"{what} is not for constructions that hold a weight on several coordinates (lift)")

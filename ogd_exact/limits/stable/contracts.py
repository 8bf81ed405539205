"""Contracts that no stable steps keep: two cases whose states are driven apart, or turned at the same distance.

Stable steps do not increase the distance of two states, and where they keep it, they keep the difference itself.
Weights that a contract does not name are the same in both cases before, and can only add to the distance after.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ogd_exact.limits.barrier.checker import positive
from ogd_exact.limits.barrier.requirement import Requirement


@dataclass(frozen=True)
class Pair:
    """Two cases that no stable steps can follow, with the squares of their distances."""

    cases: tuple[int, int]
    before: Any
    after: Any  # at least
    turned: bool  # the distance stays, and the difference does not

    @property
    def why(self) -> str:
        return "turned" if self.turned else "driven apart"


def excluded(required: Requirement) -> Pair | None:
    """A pair of cases that excludes stable steps; those that are driven apart first."""
    turned = None
    for i, j in combinations(range(len(required.before)), 2):
        before = [required.exact(a - b) for a, b in zip(required.before[i], required.before[j], strict=True)]
        after = [
            required.exact(0) if a is None or b is None else required.exact(a - b)
            for a, b in zip(required.after[i], required.after[j], strict=True)
        ]
        squares = [sum((d * d for d in differences), required.exact(0)) for differences in (before, after)]
        if positive(squares[1] - squares[0]):
            return Pair((i, j), squares[0], squares[1], False)
        moved = any(positive(a - b) or positive(b - a) for a, b in zip(before, after, strict=True))
        if squares[0] == squares[1] and moved and turned is None:
            turned = Pair((i, j), squares[0], squares[1], True)
    return turned

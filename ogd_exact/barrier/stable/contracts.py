"""Contracts that no stable steps keep: two cases whose states are driven apart, or turned at the same distance.

Stable steps do not increase the distance of two states, and where they keep it, they keep the difference itself.
Weights that a contract does not name are the same in both cases before, and can only add to the distance after.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ogd_exact.barrier.task import Task
from ogd_exact.kernel.numbers import Rational


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


def excluded(task: Task) -> Pair | None:
    """A pair of cases that excludes stable steps; those that are driven apart first."""
    turned = None
    for i, j in combinations(range(len(task.before)), 2):
        before = [task.exact(a - b) for a, b in zip(task.before[i], task.before[j], strict=True)]
        after = [
            task.exact(0) if a is None or b is None else task.exact(a - b)
            for a, b in zip(task.after[i], task.after[j], strict=True)
        ]
        squares = [sum((d * d for d in differences), task.exact(0)) for differences in (before, after)]
        if positive(squares[1] - squares[0]):
            return Pair((i, j), squares[0], squares[1], False)
        moved = any(positive(a - b) or positive(b - a) for a, b in zip(before, after, strict=True))
        if squares[0] == squares[1] and moved and turned is None:
            turned = Pair((i, j), squares[0], squares[1], True)
    return turned


def positive(value: Any) -> bool:
    """Whether a number is above 0; with symbols, whether it is so for all of their values at once, and plainly so."""
    if isinstance(value, Rational | int):
        return value > 0
    parts = [[c for _, c in polynomial.terms()] for polynomial in (value.numer, value.denom)]
    return all(part and all(c > 0 for c in part) for part in parts)

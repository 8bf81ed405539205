"""A library's own least squares on the training set of a formula, pass by pass, beside what is proved."""

from dataclasses import dataclass
from typing import Protocol

from ogd_exact.limits.sat.run import read_weight, weights_before
from ogd_exact.limits.sat.training import Plan

MOST_STEPS = 2_000_000


class Library(Protocol):
    name: str
    version: str

    def learn(self, first: int, last: int) -> None:
        """Feeds these examples of a pass, the last excluded."""

    def weights(self) -> list[float]:
        """The weights as they are now."""


@dataclass(frozen=True)
class Replayed:
    name: str
    version: str
    passes: int
    equal: int  # passes, from the first on, in which all weights are the exact ones
    positive: int | None  # the first pass in which the library's own weight 0 is above 0


def replayed(plan: Plan, library: Library, passes: int) -> Replayed:
    """Weight 0 is looked at after the first example of each pass, all weights after the last."""
    todo, equal, positive = min(passes, max(1, MOST_STEPS // plan.examples)), 0, None
    for number in range(todo):
        library.learn(0, 1)
        read = library.weights()[0]
        library.learn(1, plan.examples)
        same = read == read_weight(plan, number) and library.weights() == [*weights_before(plan, number + 1)]
        equal += same and equal == number
        if positive is None and read > 0:
            positive = number
    return Replayed(library.name, library.version, todo, equal, positive)

"""The fewest bits with which a run in floating point still does what the exact run does, found by trying.

Below the bits that it takes a run may be right by luck, so that no bisection finds them. From a guess on, numbers of
bits are tried upwards until REACH of them in a row are enough, then downwards until one is not.
"""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import NamedTuple

from ogd_exact.robustness.precision.course import Course, doublings

REACH = 16


class Least(NamedTuple):
    """So many bits are enough, as is all that was tried up to top; one less is not. So many were predicted."""

    bits: int
    top: int
    predicted: float


class Needed(NamedTuple):
    """The bits that so many passes take for a right state, and for right decisions."""

    passes: int
    bits: Least
    decisions: Least


class Runs:
    """Runs of the same passes with different numbers of bits, each made once."""

    def __init__(self, course: Course, tell: Callable[[int], None] = lambda bits: None) -> None:
        self.course, self.rounded, self.tell = course, course.rounded, tell
        self.outcome = cache(self.run)

    def run(self, bits: int) -> tuple[int, int]:
        """How many passes end with the right bits, and how many steps decide rightly, before the first that do not."""
        self.tell(bits)
        middles, steps, exact_steps = self.rounded.middles(bits), self.rounded.steps(bits), iter(self.course.steps)
        decided, wrong = 0, False
        for done, frame in enumerate(self.course.frames):
            for exact, step in zip(islice(exact_steps, len(self.rounded.examples)), steps, strict=False):
                wrong = wrong or (step.margin > 0) != (exact.value > 0)
                decided += not wrong
            if not self.rounded.agree(step.weights, middles, frame):
                return done, decided
        return len(self.course.frames), decided

    def needed(self, passes: int, guess: int | None = None) -> Needed:
        steps = passes * len(self.rounded.examples)
        bits = least(lambda p: self.outcome(p)[0] >= passes, self.course.bits(passes), guess)
        decisions = least(lambda p: self.outcome(p)[1] >= steps, self.course.decisions(passes).bits, guess)
        return Needed(passes, bits, decisions)

    def table(self, guess: int | None = None) -> list[Needed]:
        return [self.needed(passes, guess) for passes in doublings(len(self.course.frames))]


def least(enough: Callable[[int], bool], predicted: float, guess: int | None = None) -> Least:
    top, row = max(guess or round(predicted), 1), 0
    while row < REACH:
        row = row + 1 if enough(top) else 0
        top += 1
    bits = top - row
    while bits > 1 and enough(bits - 1):
        bits -= 1
    return Least(bits, top - 1, predicted)

"""Plain steps of OGD, one after the other: what every faster way to the weights is checked against."""

from typing import Any

from ogd_exact.quadratic.sizes import Sizes
from ogd_exact.quadratic.training import QuadraticTraining

MOST_STEPS, MOST_BITS = 1000, 100_000


def stepped(training: QuadraticTraining, steps: int) -> list[Any]:
    """The exact weights after so many steps."""
    weights = list(training.initial)
    for number in range(steps):
        weights = training.examples[number % len(training.examples)].step(weights, training.rate)
    return weights


def within_reach(training: QuadraticTraining, steps: int) -> int:
    """As many of these steps as can be taken one by one in a moment."""
    sizes, most = Sizes(training), min(steps, MOST_STEPS)
    while most and sizes.bits(most) > MOST_BITS:
        most //= 2
    return most

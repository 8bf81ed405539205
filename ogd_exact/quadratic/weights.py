"""The weights after any number of steps, in one of four arithmetics, checked by plain steps as far as these reach."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.quadratic.powering import Weights, balls, exactly, modulo, modulo_primes, residue
from ogd_exact.quadratic.sizes import Sizes
from ogd_exact.quadratic.training import QuadraticTraining

MOST_STEPS, MOST_BITS = 1000, 100_000  # of plain steps


class WrongPower(Exception):
    """Powers and plain steps disagree: a defect of this project, never of the input."""


@dataclass(frozen=True)
class Arithmetic:
    """In which numbers: modulo a prime, modulo so many primes, in balls of so many bits, or else exactly."""

    modulo: int | None = None
    primes: int | None = None
    balls: int | None = None

    def weights(self, training: QuadraticTraining, steps: int) -> Weights:
        if self.modulo:
            return modulo(training, steps, self.modulo)
        if self.primes:
            return modulo_primes(training, steps, self.primes)
        return balls(training, steps, self.balls) if self.balls else exactly(training, steps)


def checked_weights(training: QuadraticTraining, steps: int, arithmetic: Arithmetic) -> Weights:
    """The weights after so many steps; raises WrongPower where plain steps lead elsewhere."""
    sizes, reach = Sizes(training), min(steps, MOST_STEPS)
    while reach and sizes.bits(reach) > MOST_BITS:
        reach //= 2
    found = arithmetic.weights(training, steps)
    early = found if reach == steps else arithmetic.weights(training, reach)
    if not agree(early, stepped(training, reach)):
        raise WrongPower(f"after {reach} steps the weights are not those of plain stepping; please report it")
    return replace(found, stepped=reach)


def stepped(training: QuadraticTraining, steps: int) -> list[Any]:
    """The exact weights after so many steps of OGD, one after the other."""
    weights = list(training.initial)
    for number in range(steps):
        weights = training.examples[number % len(training.examples)].step(weights, training.rate)
    return weights


def agree(found: Weights, exact: Sequence[Any]) -> bool:
    """Whether they are these exact weights, as far as they tell."""
    pairs = zip(found.weights, exact, strict=True)
    if "modulus" in found.about:
        return all(fast == residue(value, found.about["modulus"]) for fast, value in pairs)
    if found.method == "balls":
        return all(holds(fast, value) for fast, value in pairs)
    return all(str(fast) == str(value) for fast, value in pairs)


def holds(ball: Any, value: Any) -> bool:
    """Whether a rational lies in a ball, decided exactly."""
    parts = (ball.mid().man_exp(), ball.rad().man_exp())
    centre, radius = (rational(int(mantissa)) * rational(2) ** int(power) for mantissa, power in parts)
    return bool(abs(centre - value) <= radius)

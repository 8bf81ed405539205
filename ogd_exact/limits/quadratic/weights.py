"""The weights after any number of steps, in one of four arithmetics, checked by plain steps as far as these reach."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.quadratic.powering import Weights, balls, exactly, modulo, modulo_primes, residue
from ogd_exact.limits.quadratic.sizes import Sizes
from ogd_exact.limits.quadratic.training import QuadraticTraining

MOST_STEPS, MOST_BITS = 1000, 100_000  # of plain steps


class WrongPower(Exception):
    """Powers and plain steps disagree: a defect of this project, never of the input."""


def checked_weights(
    training: QuadraticTraining,
    steps: int,
    prime: int | None = None,
    primes: int | None = None,
    bits: int | None = None,
) -> Weights:
    """The weights modulo a prime, modulo so many primes, in balls of so many bits, or else exactly.

    Raises WrongPower where plain steps lead elsewhere.
    """

    def after(steps: int) -> Weights:
        if prime:
            return modulo(training, steps, prime)
        if primes:
            return modulo_primes(training, steps, primes)
        return balls(training, steps, bits) if bits else exactly(training, steps)

    sizes, reach = Sizes(training), min(steps, MOST_STEPS)
    while reach and sizes.bits(reach) > MOST_BITS:
        reach //= 2
    found = after(steps)
    if not agree(found if reach == steps else after(reach), stepped(training, reach)):
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

"""The weights after any number of steps, in one of four arithmetics, checked by plain steps as far as these reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.quadratic.powering import balls, exactly, holds, modulo, residue
from ogd_exact.quadratic.remainders import remaindered
from ogd_exact.quadratic.stepping import stepped, within_reach
from ogd_exact.quadratic.training import QuadraticTraining


class WrongPower(Exception):
    """Powers and plain steps disagree: a defect of this project, never of the input."""


@dataclass(frozen=True)
class Arithmetic:
    """In which numbers: modulo a prime, modulo so many primes, in balls of so many bits, or else exactly."""

    modulo: int | None = None
    primes: int | None = None
    balls: int | None = None


@dataclass(frozen=True)
class Weights:
    method: str
    about: dict[str, Any]  # the numbers that say which arithmetic it was, by name
    products: int  # of matrices
    weights: Sequence[Any]  # rationals, residues or balls
    stepped: int = 0  # how many steps were taken one by one, to compare

    def agree(self, slow: Sequence[Any]) -> bool:
        """Whether they are these exact weights, as far as they tell."""
        pairs = zip(self.weights, slow, strict=True)
        if "modulus" in self.about:
            return all(fast == residue(value, self.about["modulus"]) for fast, value in pairs)
        if self.method == "balls":
            return all(holds(fast, value) for fast, value in pairs)
        return all(str(fast) == str(value) for fast, value in pairs)


def checked_weights(training: QuadraticTraining, steps: int, arithmetic: Arithmetic) -> Weights:
    """The weights after so many steps; raises WrongPower where plain steps lead elsewhere."""
    reach = within_reach(training, steps)
    found = powered(training, steps, arithmetic)
    early = found if reach == steps else powered(training, reach, arithmetic)
    if not early.agree(stepped(training, reach)):
        raise WrongPower(f"after {reach} steps the weights are not those of plain stepping; please report it")
    return Weights(found.method, found.about, found.products, found.weights, reach)


def powered(training: QuadraticTraining, steps: int, arithmetic: Arithmetic) -> Weights:
    if arithmetic.modulo:
        found = modulo(training, steps, arithmetic.modulo)
        return Weights("modulo", {"modulus": arithmetic.modulo}, found.products, found.weights)
    if arithmetic.primes:
        many = remaindered(training, steps, arithmetic.primes)
        about = {"primes": arithmetic.primes} | ({} if many.exact else {"modulus": many.modulus})
        return Weights("exact by primes" if many.exact else "modulo primes", about, many.products, many.weights)
    if arithmetic.balls:
        found = balls(training, steps, arithmetic.balls)
        return Weights("balls", {"bits": arithmetic.balls}, found.products, found.weights)
    found = exactly(training, steps)
    return Weights("exact", {}, found.products, found.weights)

"""Chinese remaindering: the weights modulo many primes at once, and exactly where a bound on their size says so."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.quadratic.powering import LARGEST, flint, modulo
from ogd_exact.quadratic.sizes import Sizes
from ogd_exact.quadratic.training import QuadraticTraining


@dataclass(frozen=True)
class Remaindered:
    weights: list[Any]  # rationals if exact, else residues
    modulus: int
    exact: bool
    products: int  # for each prime


def remaindered(training: QuadraticTraining, steps: int, count: int) -> Remaindered:
    """Residues modulo several primes made one; exact where the modulus exceeds twice the bound on the numerators."""
    library, sizes = flint(), Sizes(training)
    denominators = {common for (common, _), _ in sizes.factors(steps)}
    numbers = (p for p in range(LARGEST - 1, 1, -1) if all(common % p for common in denominators))
    primes = (p for p in numbers if library.fmpz(p).is_prime())
    weights, modulus, products = [0] * training.dimension, 1, 0
    for prime in islice(primes, count):
        found = modulo(training, steps, prime)
        back, products = pow(modulus, -1, prime), found.products
        weights = [w + modulus * ((r - w) * back % prime) for w, r in zip(weights, found.weights, strict=True)]
        modulus *= prime
    if sizes.bits(steps) > 4 * modulus.bit_length() or 2 * sizes.numerator(steps) >= modulus:
        return Remaindered(weights, modulus, False, products)
    denominator = sizes.denominator(steps)
    numerators = [w * denominator % modulus for w in weights]
    signed = [n - modulus if 2 * n > modulus else n for n in numerators]
    return Remaindered([rational(n, denominator) for n in signed], modulus, True, products)

"""The weights after any number of steps, by powers of the affine map of a pass: O(T + log steps) products.

The matrices act on (w, 1). Their entries are rationals, residues modulo a prime, or balls that hold the true value.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.quadratic.sizes import Sizes
from ogd_exact.limits.quadratic.step import Matrix
from ogd_exact.limits.quadratic.training import QuadraticTraining
from ogd_exact.text.extras import install
from ogd_exact.text.wording import argument

MAX_EXACT_BITS = 1 << 28  # of all entries of a matrix together
MAX_BALL_BITS = 1 << 35  # of all numbers that all products multiply
LARGEST = 1 << 63  # primes are taken below it
FlintMatrix = Any  # a matrix of flint


def flint() -> Any:
    try:
        return importlib.import_module("flint")
    except ImportError:
        raise InputError(f"matrix powers need python-flint; {install('barrier')}") from None


@dataclass(frozen=True)
class Weights:
    method: str
    about: dict[str, Any]  # the numbers that say which arithmetic it was, by name
    weights: list[Any]  # rationals, residues or balls
    products: int  # of matrices
    stepped: int = 0  # how many steps were taken one by one, to compare


def powered(
    training: QuadraticTraining, steps: int, kind: Callable[..., FlintMatrix], entry: Callable[[Any], Any], *more: Any
) -> tuple[list[Any], int]:
    """The product of a pass, its power applied to the start by repeated squaring, then the steps that remain.

    Returns the weights, and how many matrices were multiplied; `kind` is flint's, and `entry` makes its entries.
    """

    def matrix(rows: Matrix) -> FlintMatrix:
        return kind(len(rows), len(rows[0]), [entry(value) for row in rows for value in row], *more)

    passes, rest = divmod(steps, len(training.examples))
    weights = matrix([[value] for value in (*training.initial, rational(1))])
    whole: FlintMatrix = None
    head: FlintMatrix = None
    products = 0
    for number, example in enumerate(training.examples[: None if passes else rest], 1):
        step = matrix(example.rows(training.dimension, training.rate))
        products += whole is not None
        whole = step if whole is None else step * whole
        head = whole if number == rest else head
    while passes:
        if passes & 1:
            weights = whole * weights
        passes >>= 1
        if passes:
            whole, products = whole * whole, products + 1
    weights = head * weights if rest else weights
    return [weights[i, 0] for i in range(training.dimension)], products


def exactly(training: QuadraticTraining, steps: int) -> Weights:
    bits = Sizes(training).bits(steps)
    if bits * (training.dimension + 1) ** 2 > MAX_EXACT_BITS:
        others = f"{argument('modulo')}, {argument('primes')} or {argument('balls')}"
        raise InputError(f"exact weights may have {bits:.1e} bits each, too many; give {others}")
    return Weights("exact", {}, *powered(training, steps, flint().fmpq_mat, fraction))


def modulo(training: QuadraticTraining, steps: int, prime: int) -> Weights:
    library = flint()
    if not 1 < prime < LARGEST * 2 or not library.fmpz(prime).is_prime():
        raise InputError(f"{prime} is not a prime below 2^64; try 1000000007")
    weights, products = powered(training, steps, library.nmod_mat, lambda value: residue(value, prime), prime)
    return Weights("modulo", {"modulus": prime}, [int(value) for value in weights], products)


def modulo_primes(training: QuadraticTraining, steps: int, count: int) -> Weights:
    """Residues modulo several primes made one; exact where the modulus exceeds twice the bound on the numerators."""
    library, sizes = flint(), Sizes(training)
    denominators = {common for (common, _), _ in sizes.factors(steps)}
    numbers = (p for p in range(LARGEST - 1, 1, -1) if all(common % p for common in denominators))
    primes = (p for p in numbers if library.fmpz(p).is_prime())
    weights, modulus, products = [0] * training.dimension, 1, 0
    for prime in islice(primes, count):
        found = modulo(training, steps, prime)
        back, products = pow(modulus, -1, prime), found.products  # as many for each prime
        weights = [w + modulus * ((r - w) * back % prime) for w, r in zip(weights, found.weights, strict=True)]
        modulus *= prime
    if sizes.bits(steps) > 4 * modulus.bit_length() or 2 * sizes.numerator(steps) >= modulus:
        return Weights("modulo primes", {"primes": count, "modulus": modulus}, weights, products)
    denominator = sizes.denominator(steps)
    numerators = [w * denominator % modulus for w in weights]
    signed = [n - modulus if 2 * n > modulus else n for n in numerators]
    return Weights("exact by primes", {"primes": count}, [rational(n, denominator) for n in signed], products)


def fraction(value: Any) -> Any:
    return flint().fmpq(int(value.numerator), int(value.denominator))


def residue(value: Any, prime: int) -> int:
    numerator, denominator = int(value.numerator), int(value.denominator)
    if denominator == 1:
        return numerator % prime
    if denominator % prime == 0:
        raise InputError(f"a denominator of the training set is divisible by {prime}; choose another prime")
    return numerator * pow(denominator, -1, prime) % prime


def balls(training: QuadraticTraining, steps: int, bits: int) -> Weights:
    products = len(training.examples) + steps.bit_length()
    if bits * products * (training.dimension + 1) ** 3 > MAX_BALL_BITS:
        remedy = f"give fewer {argument('balls')} bits"
        raise InputError(f"{products} products of balls of {bits} bits are too many; {remedy}")
    library = flint()
    before, library.ctx.prec = library.ctx.prec, bits
    try:
        found = powered(training, steps, library.arb_mat, lambda value: library.arb(fraction(value)))
        return Weights("balls", {"bits": bits}, *found)
    finally:
        library.ctx.prec = before

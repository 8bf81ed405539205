"""The weights after any number of steps, by powers of the affine map of a pass: O(T + log steps) products.

The matrices act on (w, 1). Their entries are rationals, residues modulo a prime, or balls that hold the true value.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.kernel.quadratic import Rows
from ogd_exact.output.extras import install
from ogd_exact.output.wording import argument
from ogd_exact.quadratic.sizes import Sizes
from ogd_exact.quadratic.training import QuadraticTraining

MAX_EXACT_BITS = 1 << 28  # of all entries of a matrix together
MAX_BALL_BITS = 1 << 35  # of all numbers that all products multiply
LARGEST = 1 << 63  # primes are taken below it
Matrix = Any


def flint() -> Any:
    try:
        return importlib.import_module("flint")
    except ImportError:
        raise InputError(f"matrix powers need python-flint; {install('barrier')}") from None


@dataclass(frozen=True)
class Powered:
    weights: list[Any]  # as entries of flint's matrices
    products: int  # of matrices


def powered(training: QuadraticTraining, steps: int, matrix: Callable[[Rows], Matrix]) -> Powered:
    """The product of a pass, its power applied to the start by repeated squaring, then the steps that remain."""
    passes, rest = divmod(steps, len(training.examples))
    weights = matrix([[value] for value in (*training.initial, rational(1))])
    whole: Matrix = None
    head: Matrix = None
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
    return Powered([weights[i, 0] for i in range(training.dimension)], products)


def exactly(training: QuadraticTraining, steps: int) -> Powered:
    bits = Sizes(training).bits(steps)
    if bits * (training.dimension + 1) ** 2 > MAX_EXACT_BITS:
        others = f"{argument('modulo')}, {argument('primes')} or {argument('balls')}"
        raise InputError(f"exact weights may have {bits:.1e} bits each, too many; give {others}")
    library = flint()

    def matrix(rows: Rows) -> Matrix:
        entries = [library.fmpq(int(v.numerator), int(v.denominator)) for row in rows for v in row]
        return library.fmpq_mat(len(rows), len(rows[0]), entries)

    return powered(training, steps, matrix)


def modulo(training: QuadraticTraining, steps: int, prime: int) -> Powered:
    library = flint()
    if not 1 < prime < LARGEST * 2 or not library.fmpz(prime).is_prime():
        raise InputError(f"{prime} is not a prime below 2^64; try 1000000007")

    def matrix(rows: Rows) -> Matrix:
        return library.nmod_mat(len(rows), len(rows[0]), [residue(v, prime) for row in rows for v in row], prime)

    found = powered(training, steps, matrix)
    return Powered([int(value) for value in found.weights], found.products)


def residue(value: Any, prime: int) -> int:
    numerator, denominator = int(value.numerator), int(value.denominator)
    if denominator == 1:
        return numerator % prime
    if denominator % prime == 0:
        raise InputError(f"a denominator of the training set is divisible by {prime}; choose another prime")
    return numerator * pow(denominator, -1, prime) % prime


def balls(training: QuadraticTraining, steps: int, bits: int) -> Powered:
    products = len(training.examples) + steps.bit_length()
    if bits * products * (training.dimension + 1) ** 3 > MAX_BALL_BITS:
        remedy = f"give fewer {argument('balls')} bits"
        raise InputError(f"{products} products of balls of {bits} bits are too many; {remedy}")
    library = flint()
    before, library.ctx.prec = library.ctx.prec, bits

    def matrix(rows: Rows) -> Matrix:
        entries = [library.arb(library.fmpq(int(v.numerator), int(v.denominator))) for row in rows for v in row]
        return library.arb_mat(len(rows), len(rows[0]), entries)

    try:
        return powered(training, steps, matrix)
    finally:
        library.ctx.prec = before


def holds(ball: Any, value: Any) -> bool:
    """Whether a rational lies in a ball, decided exactly."""
    centre, radius = (
        rational(int(part[0])) * rational(2) ** int(part[1]) for part in (ball.mid().man_exp(), ball.rad().man_exp())
    )
    return bool(abs(centre - value) <= radius)

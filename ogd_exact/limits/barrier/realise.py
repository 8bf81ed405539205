"""Finds an affine map that does what is asked, and one or two quadratic examples that act as it.

Nothing here is trusted: the checker steps through what is found.
"""

import random
from dataclasses import dataclass
from typing import Any

from ogd_exact.limits.barrier.linear import contradiction, inverse, kernel, product, solve
from ogd_exact.limits.barrier.requirement import Requirement
from ogd_exact.limits.quadratic.step import Matrix, Quadratic, Vector

RATE = 1  # of the examples found; for another, divide A and b, or the weights of least squares, by it


@dataclass(frozen=True)
class Obstruction(Exception):
    """Multiples of the cases that cancel before, and do not cancel in this coordinate after."""

    coordinate: int
    coefficients: Vector


def affine_map(required: Requirement, free: int = 1) -> tuple[Matrix, Vector]:
    """A map w -> Mw + c that does what is asked; raises Obstruction if there is none.

    What the cases do not determine stays as it is, or with free = 0 becomes 0.
    """
    size, one = len(required.coordinates), required.exact(1)
    matrix, shift = [], []
    for k in range(size):
        cases = [i for i, line in enumerate(required.after) if line[k] is not None]
        points = [[one, *required.before[i]] for i in cases]
        moves = [required.after[i][k] - free * required.before[i][k] for i in cases]
        row = solve(points, moves) if cases else [0] * (size + 1)
        if row is None:
            multiples = dict(zip(cases, contradiction(points, moves), strict=True))
            raise Obstruction(k, [multiples.get(i, 0) for i in range(len(required.before))])
        matrix.append([required.exact(value + free * int(j == k)) for j, value in enumerate(row[1:])])
        shift.append(required.exact(row[0]))
    return matrix, shift


def symmetric_map(required: Requirement) -> tuple[Matrix, Vector] | None:
    """A map that does what is asked with a symmetric M, which one example can have; or None if there is none."""
    size, zero, one = len(required.coordinates), required.exact(0), required.exact(1)
    pairs = [(i, j) for i in range(size) for j in range(i, size)]
    rows, moves = [], []
    for before, after in zip(required.before, required.after, strict=True):
        for k, value in enumerate(after):
            if value is not None:
                row = [zero] * (len(pairs) + size)
                for place, (i, j) in enumerate(pairs):
                    row[place] = before[j] if i == k else before[i] if j == k else zero
                row[len(pairs) + k] = one
                rows.append(row)
                moves.append(value - before[k])
    solution = solve(rows, moves) if rows else [zero] * (len(pairs) + size)
    if solution is None:
        return None
    entry = dict(zip(pairs, solution, strict=False))
    matrix = [[required.exact(entry[min(i, j), max(i, j)] + int(i == j)) for j in range(size)] for i in range(size)]
    return matrix, [required.exact(value) for value in solution[len(pairs) :]]


def quadratic_examples(required: Requirement, matrix: Matrix, shift: Vector) -> list[Quadratic]:
    """One example if a symmetric map will do, else two: every square matrix is a product of two symmetric ones."""
    single = symmetric_map(required)
    if single is not None:
        example = symmetric_example(*single)
        return [example] if example.a or example.b else []
    last, first = symmetric_factors(matrix, required.exact(1))
    return [symmetric_example(first, [0 * value for value in shift]), symmetric_example(last, shift)]


def symmetric_factors(matrix: Matrix, one: Any) -> tuple[Matrix, Matrix]:
    """M = (MX) X^-1, for an invertible symmetric X with MX = XM': there always is one (Frobenius)."""
    size = len(matrix)
    pairs = [(i, j) for i in range(size) for j in range(i, size)]
    zero = one - one
    equations = []
    for p in range(size):
        for q in range(p + 1, size):  # (MX)_pq = (MX)_qp
            row = [zero] * len(pairs)
            for place, (i, j) in enumerate(pairs):
                for a, b in {(i, j), (j, i)}:  # an entry of X at (a, b)
                    row[place] += (matrix[p][a] if b == q else zero) - (matrix[q][a] if b == p else zero)
            equations.append(row)
    basis = kernel(equations or [[zero] * len(pairs)])
    choose = random.Random(1)
    while True:  # a polynomial that is not 0 is not 0 at nearly all points
        parts = [choose.randint(-3, 3) for _ in basis]
        entry = {pair: sum(c * v[k] for c, v in zip(parts, basis, strict=True)) for k, pair in enumerate(pairs)}
        x = [[one * entry[min(i, j), max(i, j)] for j in range(size)] for i in range(size)]
        back = inverse(x)
        if back is not None:
            return product(matrix, x), back


def symmetric_example(matrix: Matrix, shift: Vector) -> Quadratic:
    """The example whose step is w -> Sw + c: A = (1 - S)/(2 rate) and b = -c/rate."""
    a = {(i, j): (int(i == j) - v) / (2 * RATE) for i, row in enumerate(matrix) for j, v in enumerate(row)}
    b = {i: -value / RATE for i, value in enumerate(shift)}
    return Quadratic({k: v for k, v in a.items() if v != 0}, {k: v for k, v in b.items() if v != 0})

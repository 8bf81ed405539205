"""Exact bounds on how far a step, or a step on the whole batch, can turn a difference: below 2, it is stable."""

from collections.abc import Sequence
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import BadCertificate, InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.limits.stable.examples import Smooth, Training
from ogd_exact.text.example_files import Row
from ogd_exact.text.wording import argument

EDGE = 2
MOST_WEIGHTS = 200  # of a batch whose eigenvalues are compared with 2
Matrix = list[list[Number]]


@dataclass(frozen=True)
class Steps:
    """Bounds for steps on one example at a time."""

    bounds: tuple[Number, ...]  # eta L |x|^2, for each example
    unstable: int
    largest: Row
    rate_below: Number | None  # every rate below this one is stable; None if every rate is

    @property
    def stable(self) -> bool:
        return not self.unstable


@dataclass(frozen=True)
class Batch:
    """Bounds for a step on all examples at once."""

    trace: Number  # the sum of all eigenvalues
    pivots: tuple[Number, ...]  # of 2 - A, all above 0, if the trace does not decide
    direction: dict[int, Number] | None  # along which A stretches by 2 or more

    @property
    def stable(self) -> bool:
        return self.direction is None


def size(row: Row) -> Number:
    total: Number = row.weight * sum((value * value for value in row.x.values()), rational(0))
    return total


def steps(rows: Training, loss: Smooth, rate: Number) -> Steps:
    bounds = tuple(rate * loss.lipschitz * size(row) for row in rows.rows)
    most = max(range(len(bounds)), key=lambda k: bounds[k])
    below = rate * EDGE / bounds[most] if bounds[most] > 0 else None
    return Steps(bounds, sum(not bound < EDGE for bound in bounds), rows.rows[most], below)


def batch(rows: Training, loss: Smooth, rate: Number) -> Batch:
    """Whether all eigenvalues of A, the sum of eta L x x^T, are below 2; the rate is that of the sum of losses."""
    factor = rate * loss.lipschitz
    trace: Number = factor * sum((size(row) for row in rows.rows), rational(0))
    if trace < EDGE:
        return Batch(trace, (), None)
    names = rows.coordinates
    if len(names) > MOST_WEIGHTS:
        most = f"a batch is decided for at most {MOST_WEIGHTS} weights, not {len(names)}"
        raise InputError(f"{most}; drop {argument('batch')}")
    place = {name: k for k, name in enumerate(names)}
    zero = rational(0)
    two_less: Matrix = [[rational(EDGE) if i == j else zero for j in range(len(names))] for i in range(len(names))]
    for row in rows.rows:
        for i, left in row.x.items():
            scaled = factor * row.weight * left
            for j, right in row.x.items():
                two_less[place[i]][place[j]] = two_less[place[i]][place[j]] - scaled * right
    pivots, direction = definite(two_less)
    if direction is None:
        return Batch(trace, tuple(pivots), None)
    return Batch(trace, (), {names[k]: value for k, value in enumerate(direction) if value != 0})


def definite(matrix: Matrix) -> tuple[list[Number], list[Number] | None]:
    """The pivots D of a symmetric M = L D L^T, if all are above 0; else a v with v.Mv <= 0. Either is checked."""
    count, zero, one = len(matrix), rational(0), rational(1)
    lower: Matrix = [[one if i == j else zero for j in range(count)] for i in range(count)]
    pivots: list[Number] = []
    rest = [row[:] for row in matrix]
    for k in range(count):
        if not rest[k][k] > 0:
            direction = solved(lower, k)
            if form(matrix, direction) > 0:
                raise BadCertificate("the direction does not show what it should")
            return pivots, direction
        pivots.append(rest[k][k])
        for i in range(k + 1, count):
            lower[i][k] = rest[i][k] / rest[k][k]
            if lower[i][k] != 0:
                for j in range(k + 1, count):
                    rest[i][j] = rest[i][j] - lower[i][k] * rest[k][j]
    for i in range(count):
        for j in range(i + 1):
            made = sum((lower[i][k] * pivots[k] * lower[j][k] for k in range(j + 1)), zero)
            if made != matrix[i][j] or matrix[i][j] != matrix[j][i]:
                raise BadCertificate("the factors do not multiply to the matrix")
    return pivots, None


def solved(lower: Matrix, k: int) -> list[Number]:
    """The v with L^T v = e_k, of which the form is the k-th pivot."""
    v: list[Number] = [rational(0)] * len(lower)
    v[k] = rational(1)
    for i in range(k - 1, -1, -1):
        v[i] = -sum((lower[j][i] * v[j] for j in range(i + 1, k + 1)), rational(0))
    return v


def form(matrix: Matrix, v: Sequence[Number]) -> Number:
    total: Number = rational(0)
    for row, left in zip(matrix, v, strict=True):
        if left != 0:
            total = total + left * sum((value * right for value, right in zip(row, v, strict=True)), rational(0))
    return total

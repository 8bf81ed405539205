"""Least squares examples that act as a given affine map: there are some for every map.

Nothing here is trusted: the checker steps through what is found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd, isqrt, lcm
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.barrier.linear import kernel, pivots
from ogd_exact.limits.barrier.realise import RATE, affine_map
from ogd_exact.limits.barrier.requirement import Requirement
from ogd_exact.limits.quadratic.step import LeastSquares, Matrix, Vector


@dataclass(frozen=True)
class Dilation:
    """Moves w along a direction v, so that t = w.v becomes factor t + shift."""

    direction: tuple[Any, ...]  # whole numbers without a common factor, the first of them above 0
    factor: Any
    shift: Any


def least_squares_examples(required: Requirement) -> list[LeastSquares]:
    """The fewest examples found, for two choices of what is free and three ways; the last always leads there."""
    found = []
    for matrix, shift in (affine_map(required), affine_map(required, free=0)):
        ways = at_once(matrix, shift), by_points(required.before, matrix, shift), list(by_shears(matrix, shift))
        for parts in ways:
            if parts is not None:
                found.append([example for part in merged(parts) for example in dilation_examples(part)])
    return min(found, key=len)


def at_once(matrix: Matrix, shift: Vector) -> list[Dilation] | None:
    """The map as one dilation, if it is one: M = 1 + vv'/scale, and a shift along v."""
    changes = [[value - int(i == j) for j, value in enumerate(row)] for i, row in enumerate(matrix)]
    k = next((k for k, row in enumerate(changes) if row[k] != 0), None)
    if k is None:
        return None
    v, scale, far = changes[k], changes[k][k], shift[k] / changes[k][k]
    outer = [[a * b / scale for b in v] for a in v]
    if changes != outer or shift != [far * value for value in v]:
        return None
    return [along(v, 1 + square(v) / scale, far * square(v))]


def by_points(points: Sequence[Sequence[Any]], matrix: Matrix, shift: Vector) -> list[Dilation] | None:
    """Moves the points of a frame one by one, while the others stay; None where one would have to go aslant."""
    frame = pivots(list(zip(*([rational(1), *point] for point in points), strict=True)))
    now, parts = [list(points[i]) for i in frame], list[Dilation]()
    for k, start in enumerate(now):
        goal = [dot(row, points[frame[k]]) + c for row, c in zip(matrix, shift, strict=True)]
        others = now[:k] + now[k + 1 :]
        if start != goal and not others:
            parts.append(along(minus(start, goal), rational(1), -square(minus(start, goal))))
        elif start != goal:
            stops = stops_between(start, goal, others)
            if stops is None:
                return None
            for a, b in zip([start, *stops], stops, strict=False):
                v = minus(a, b)
                fixed = dot(others[0], v)
                factor = (dot(b, v) - fixed) / (dot(a, v) - fixed)
                parts.append(along(v, factor, (1 - factor) * fixed))
        now[k] = goal
    return parts


def stops_between(start: Vector, goal: Vector, others: Matrix) -> Matrix | None:
    """The goal, or a stop and the goal: moves at right angles to what the others span, and not within it."""
    span = [minus(other, others[0]) for other in others[1:]] or [[rational(0)] * len(start)]
    v, height = minus(start, goal), minus(start, others[0])
    if any(dot(v, side) != 0 for side in span):
        return None
    if dot(v, height) != 0:
        return [goal]
    for u in kernel(span):
        stop = minus(start, [2 * dot(u, height) / square(u) * value for value in u])
        if stop != start and dot(minus(stop, goal), minus(stop, others[0])) != 0:
            return [stop, goal]
    return None


def by_shears(matrix: Matrix, shift: Vector) -> Iterator[Dilation]:
    """M = R D C, with shears R and C and a diagonal D: in time C comes first."""
    size, work = len(matrix), [list(row) for row in matrix]
    left, right = list[tuple[int, int, Any]](), list[tuple[int, int, Any]]()

    def add_row(i: int, j: int, t: Any) -> None:  # row i += t row j, undone on the left
        work[i] = [a + t * b for a, b in zip(work[i], work[j], strict=True)]
        left.append((i, j, -t))

    def add_column(i: int, j: int, t: Any) -> None:  # column j += t column i, undone on the right
        for row in work:
            row[j] = row[j] + t * row[i]
        right.append((i, j, -t))

    for k in range(size):
        if work[k][k] == 0:
            beside = next((j for j in range(k + 1, size) if work[k][j] != 0), None)
            below = next((i for i in range(k + 1, size) if work[i][k] != 0), None)
            if beside is not None:
                add_column(beside, k, rational(1))
            elif below is not None:
                add_row(k, below, rational(1))
        for other in range(k + 1, size):
            if work[other][k] != 0:
                add_row(other, k, -work[other][k] / work[k][k])
            if work[k][other] != 0:
                add_column(k, other, -work[k][other] / work[k][k])
    for i, j, t in right:
        yield from shear(size, i, j, t)
    for i in range(size):
        yield along(axis(size, i), work[i][i], rational(0))
    for i, j, t in reversed(left):
        yield from shear(size, i, j, t)
    for i, value in enumerate(shift):
        yield along(axis(size, i), rational(1), value)


def shear(size: int, i: int, j: int, t: Any) -> Iterator[Dilation]:
    """w_i += t w_j as three dilations; docs/barrier.md multiplies them out."""
    first, last = axis(size, j), axis(size, j)
    first[i], last[i] = -2 * t / 3, t / 3
    yield along(first, 9 / (18 + 4 * t * t), rational(0))
    yield along(axis(size, j), rational(-2), rational(0))
    yield along(last, -1 - 2 * t * t / 9, rational(0))


def along(v: Vector, factor: Any, shift: Any) -> Dilation:
    scale = lcm(*(int(value.denominator) for value in v))
    scale = rational(scale, gcd(*(int(value * scale) for value in v)))
    scale = scale if next(value for value in v if value != 0) > 0 else -scale
    return Dilation(tuple(value * scale for value in v), factor, shift * scale)


def merged(parts: list[Dilation]) -> list[Dilation]:
    """The same map with dilations along one direction made one, where only orthogonal ones lie between them."""
    result: list[Dilation] = []
    for part in parts:
        for place in range(len(result) - 1, -1, -1):
            known = result[place]
            if known.direction == part.direction:
                both = part.factor * known.factor, part.factor * known.shift + part.shift
                result[place] = Dilation(part.direction, *both)
                break
            if dot(known.direction, part.direction) != 0:
                result.append(part)
                break
        else:
            result.append(part)
    return [part for part in result if part.factor != 1 or part.shift != 0]


def dilation_examples(part: Dilation) -> Iterator[LeastSquares]:
    """The example of a factor below 1; else two, the first of which turns the line around, about what stays."""
    v, factor, shift = part.direction, part.factor, part.shift
    if factor >= 1:
        turned = 2 * shift / (1 - factor) if factor > 1 else rational(0)
        yield from dilation_examples(Dilation(v, rational(-1), turned))
        yield from dilation_examples(Dilation(v, -factor, shift + factor * turned))
        return
    weight, y = (1 - factor) / (2 * RATE * square(v)), shift / (1 - factor)
    root = rational(isqrt(int(weight.numerator)), isqrt(int(weight.denominator)))
    if root * root == weight:  # a plain example, without a weight
        yield LeastSquares({i: value * root for i, value in enumerate(v) if value != 0}, y * root)
    else:
        yield LeastSquares({i: value for i, value in enumerate(v) if value != 0}, y, weight)


def axis(size: int, i: int) -> Vector:
    return [rational(int(k == i)) for k in range(size)]


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


def square(a: Sequence[Any]) -> Any:
    return dot(a, a)


def minus(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    return [x - y for x, y in zip(a, b, strict=True)]

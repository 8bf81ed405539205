"""Proves that weights minimise lambda/2 |w|^2 + the mean of max(0, 1 - y w.x) over T examples; no search here.

A certificate gives each example a share s, the part of its slope that counts at w. With

    0 <= s <= 1,   s = 1 where y w.x < 1,   s = 0 where y w.x > 1,   and   T lambda w = sum of s y x

zero is a subgradient of the objective at w, which is strictly convex: so w is its minimum, and the only one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ogd_exact.core.kernel.numbers import rational

Row = Mapping[int, Any]  # y x of an example, without zeros


class Optimum(NamedTuple):
    weights: Sequence[Any]
    shares: Sequence[Any]  # one for each example


def product(row: Row, weights: Sequence[Any]) -> Any:
    return sum((value * weights[i] for i, value in row.items()), rational(0))


def problems(rows: Sequence[Row], regularizer: Any, optimum: Optimum) -> Iterator[str]:
    """Every condition that does not hold; without any, the optimum is proved."""
    weights, shares = optimum
    if not regularizer > 0 or len(shares) != len(rows):
        yield "the regularizer is positive, and each example has a share"
        return
    slope = [-regularizer * len(rows) * weight for weight in weights]
    for number, (row, share) in enumerate(zip(rows, shares, strict=True), 1):
        margin = product(row, weights) - 1
        if not 0 <= share <= 1 or (margin < 0 and share != 1) or (margin > 0 and share != 0):
            yield f"example {number} has share {share} at margin {margin}"
        for i, value in row.items():
            slope[i] += share * value
    yield from (f"the slope in coordinate {i} is {rest}, not 0" for i, rest in enumerate(slope) if rest != 0)


def objective(rows: Sequence[Row], regularizer: Any, weights: Sequence[Any]) -> Any:
    loss = sum((max(0, 1 - product(row, weights)) for row in rows), rational(0))
    return regularizer / 2 * squared(weights) + loss / len(rows)


def squared(weights: Sequence[Any]) -> Any:
    return sum((weight * weight for weight in weights), rational(0))

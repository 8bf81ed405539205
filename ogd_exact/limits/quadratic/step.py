"""Examples of a loss that is quadratic in the weights: what a step of OGD does to them, and its affine map.

`step` follows the gradient at a weight vector; `rows` writes the same step as a matrix on (w, 1). The two are written
down separately, so that each is a check on the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.core.kernel.numbers import rational

Vector = list[Any]
Matrix = list[list[Any]]


@dataclass(frozen=True)
class Quadratic:
    """The loss w'Aw + b'w + a constant; A need be neither symmetric nor definite."""

    a: Mapping[tuple[int, int], Any]
    b: Mapping[int, Any] = field(default_factory=dict)

    def step(self, weights: Sequence[Any], rate: Any) -> Vector:
        after = list(weights)
        for (i, j), value in self.a.items():
            after[i] = after[i] - rate * value * weights[j]
            after[j] = after[j] - rate * value * weights[i]
        for i, value in self.b.items():
            after[i] = after[i] - rate * value
        return after

    def rows(self, dimension: int, rate: Any) -> Matrix:
        """The identity less the rate times (A + A', b)."""
        rows = identity(dimension + 1)
        for (i, j), value in self.a.items():
            rows[i][j] -= rate * value
            rows[j][i] -= rate * value
        for i, value in self.b.items():
            rows[i][dimension] -= rate * value
        return rows


@dataclass(frozen=True)
class LeastSquares:
    """The loss weight (y - w.x)^2; a weight c > 0 is the plain loss at x and y times the root of c."""

    x: Mapping[int, Any]
    y: Any
    weight: Any = field(default_factory=lambda: rational(1))

    def changes(self, weights: Sequence[Any], rate: Any) -> dict[int, Any]:
        """What a step adds to weights."""
        slope = rate * 2 * self.weight * (self.y - sum(weights[i] * value for i, value in self.x.items()))
        return {i: slope * value for i, value in self.x.items()}

    def step(self, weights: Sequence[Any], rate: Any) -> Vector:
        after = list(weights)
        for i, change in self.changes(weights, rate).items():
            after[i] = after[i] + change
        return after

    def rows(self, dimension: int, rate: Any) -> Matrix:
        """The identity less 2 rate weight (x x', -y x)."""
        rows = identity(dimension + 1)
        for i, left in self.x.items():
            scaled = 2 * rate * self.weight * left
            for j, right in self.x.items():
                rows[i][j] -= scaled * right
            rows[i][dimension] += scaled * self.y
        return rows


Example = Quadratic | LeastSquares


def identity(size: int) -> Matrix:
    zero, one = rational(0), rational(1)
    return [[one if i == j else zero for j in range(size)] for i in range(size)]

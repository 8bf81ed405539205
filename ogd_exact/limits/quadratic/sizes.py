"""Bounds on the size of exact weights, proved from the training set before any of them is worked out."""

from collections.abc import Iterator
from math import lcm, prod

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.limits.quadratic.step import Matrix
from ogd_exact.limits.quadratic.training import QuadraticTraining


class Sizes:
    """How large exact weights can be: a common denominator, and a bound on the numerators over it.

    Let D be a common denominator of a step's matrix M, and R the largest sum of absolute values in a row of DM. Then
    the denominator grows by the factor D at most, and the largest numerator over it by the factor R.
    """

    def __init__(self, training: QuadraticTraining) -> None:
        self.steps = [self.of(example.rows(training.dimension, training.rate)) for example in training.examples]
        self.start = self.of([[value] for value in (*training.initial, rational(1))])

    def of(self, rows: Matrix) -> tuple[int, int]:
        common = lcm(*(int(v.denominator) for row in rows for v in row))
        return common, max(int(sum(abs(v) for v in row) * common) for row in rows)

    def factors(self, steps: int) -> Iterator[tuple[tuple[int, int], int]]:
        """(D, R) of each example and how often it is met; the start first."""
        yield self.start, 1
        passes, rest = divmod(steps, len(self.steps))
        yield from ((pair, passes + (i < rest)) for i, pair in enumerate(self.steps))

    def bits(self, steps: int) -> int:
        """A bound on the bits of any numerator or denominator, at most twice as many as their bounds have."""
        # The denominator's bound is never the larger one: D is the sum of the row of DM that keeps the 1.
        return 1 + sum((largest - 1).bit_length() * times for (_, largest), times in self.factors(steps))

    def denominator(self, steps: int) -> int:
        return prod(common**times for (common, _), times in self.factors(steps))

    def numerator(self, steps: int) -> int:
        return prod(largest**times for (_, largest), times in self.factors(steps))

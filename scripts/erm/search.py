"""Finds the optimum exactly by moving from edge to edge; what it finds is checked by the certificate.

The objective is quadratic wherever no example changes sides of its margin. From the current weights the search goes
to the minimum of the piece it is on, among weights that keep some examples exactly on their margin. Where an example
would change sides on the way it stops, and keeps that one on its margin, too. At a minimum it lets one go whose share
is not between 0 and 1; when there is none, it is done. Ties are broken by order, so that it cannot run in a circle.
"""

from collections.abc import Sequence
from typing import Any

from erm.certificate import Optimum, Row, product
from ogd_exact.core.kernel.numbers import rational

BELOW, ON, ABOVE = -1, 0, 1  # the margin


def find(rows: Sequence[Row], dimension: int, regularizer: Any) -> Optimum:
    """The optimum of a training set; examples that are alike are taken together, and share alike."""
    alike: dict[tuple[tuple[int, Any], ...], list[int]] = {}
    for number, row in enumerate(rows):
        alike.setdefault(tuple(sorted(row.items())), []).append(number)
    groups, counts = [dict(key) for key in alike], [len(numbers) for numbers in alike.values()]
    weights, parts = Search(groups, counts, dimension, regularizer * len(rows)).run()
    shares = [rational(0)] * len(rows)
    for numbers, part in zip(alike.values(), parts, strict=True):
        for number in numbers:
            shares[number] = part / len(numbers)
    return Optimum(weights, shares)


class Search:
    """strength w = sum of the parts of the rows; the part of a row of so many examples is between 0 and their count."""

    def __init__(self, rows: Sequence[Row], counts: Sequence[int], dimension: int, strength: Any) -> None:
        self.rows, self.counts, self.strength = rows, counts, strength
        self.weights = [rational(0)] * dimension
        self.sides = [BELOW] * len(rows)  # as all are at zero weights
        self.kept: list[int] = []  # the rows that are on their margin; they are independent

    def run(self) -> tuple[list[Any], list[Any]]:
        while True:
            goal, parts = self.goal()
            row, reach = self.first_edge(goal)
            if row is not None:
                self.weights = [w + reach * (g - w) for w, g in zip(self.weights, goal, strict=True)]
                self.sides[row] = ON
                self.kept.append(row)
                continue
            self.weights = goal
            loose = [k for k in sorted(self.kept) if not 0 <= parts[k] <= self.counts[k]]
            if not loose:
                return goal, parts
            self.sides[loose[0]] = ABOVE if parts[loose[0]] < 0 else BELOW
            self.kept.remove(loose[0])

    def goal(self) -> tuple[list[Any], list[Any]]:
        """The minimum of this piece among weights that keep the kept rows on their margin, and the parts there."""
        parts = [rational(n if side == BELOW else 0) for n, side in zip(self.counts, self.sides, strict=True)]
        fixed = self.total(parts)
        kept = [self.rows[k] for k in self.kept]
        gram = [[sum((v * b[i] for i, v in a.items() if i in b), rational(0)) for b in kept] for a in kept]
        for k, part in zip(self.kept, solved(gram, [self.strength - product(a, fixed) for a in kept]), strict=True):
            parts[k] = part
        return [total / self.strength for total in self.total(parts)], parts

    def total(self, parts: Sequence[Any]) -> list[Any]:
        total = [rational(0)] * len(self.weights)
        for row, part in zip(self.rows, parts, strict=True):
            for i, value in row.items() if part != 0 else ():
                total[i] += part * value
        return total

    def first_edge(self, goal: Sequence[Any]) -> tuple[int | None, Any]:
        """The first row that would change sides on the way to the goal, and how far along that is."""
        way = [g - w for g, w in zip(goal, self.weights, strict=True)]
        first, reach = None, rational(1)
        for k, row in enumerate(self.rows):
            change = product(row, way)
            if self.sides[k] * change < 0:
                edge = (1 - product(row, self.weights)) / change
                if edge < reach:
                    first, reach = k, edge
        return first, reach


def solved(matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> list[Any]:
    """The solution of a regular system, by elimination."""
    lines = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(lines)):
        pivot = next(k for k in range(i, len(lines)) if lines[k][i] != 0)
        lines[i], lines[pivot] = lines[pivot], lines[i]
        lines[i] = [value / lines[i][i] for value in lines[i]]
        for k, line in enumerate(lines):
            if k != i and line[i] != 0:
                lines[k] = [a - line[i] * b for a, b in zip(line, lines[i], strict=True)]
    return [line[-1] for line in lines]

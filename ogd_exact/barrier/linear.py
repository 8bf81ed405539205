"""Linear equations over any field, by elimination; what it finds is checked elsewhere."""

from collections.abc import Sequence
from typing import Any

Row = list[Any]


def reduced(rows: Sequence[Sequence[Any]], columns: int) -> tuple[list[Row], list[int]]:
    """The reduced row echelon form with pivots among the first columns, and the column of each pivot."""
    work, pivots = [list(row) for row in rows], list[int]()
    for column in range(columns):
        top = len(pivots)
        found = next((i for i in range(top, len(work)) if work[i][column] != 0), None)
        if found is None:
            continue
        work[top], work[found] = work[found], work[top]
        pivot = work[top][column]
        if isinstance(pivot, int):
            raise TypeError("elimination divides, so that it needs elements of a field; int is none")
        work[top] = [value / pivot for value in work[top]]
        for i, row in enumerate(work):
            if i != top and row[column] != 0:
                factor = row[column]
                work[i] = [a - factor * b for a, b in zip(row, work[top], strict=True)]
        pivots.append(column)
    return work, pivots


def solve(rows: Sequence[Sequence[Any]], right: Sequence[Any]) -> Row | None:
    """A solution, with 0 for whatever is free; None where there is none."""
    columns = len(rows[0])
    work, pivots = reduced([[*row, value] for row, value in zip(rows, right, strict=True)], columns)
    if any(row[columns] != 0 for row in work[len(pivots) :]):
        return None
    solution: Row = [0] * columns
    for row, pivot in zip(work, pivots, strict=False):
        solution[pivot] = row[columns]
    return solution


def contradiction(rows: Sequence[Sequence[Any]], right: Sequence[Any]) -> Row:
    """Multiples of equations without a solution that add up to 0 = something else."""
    for multiples in kernel(list(zip(*rows, strict=True))):
        if sum(m * value for m, value in zip(multiples, right, strict=True)) != 0:
            return multiples
    raise ValueError("these equations have a solution")


def kernel(rows: Sequence[Sequence[Any]]) -> list[Row]:
    """A basis of the vectors that all rows send to 0."""
    columns = len(rows[0])
    work, pivots = reduced(rows, columns)
    basis = []
    for free in (c for c in range(columns) if c not in pivots):
        vector: Row = [int(c == free) for c in range(columns)]
        for row, pivot in zip(work, pivots, strict=False):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis


def inverse(rows: Sequence[Sequence[Any]]) -> list[Row] | None:
    size = len(rows)
    work, pivots = reduced([[*row, *(int(i == k) for k in range(size))] for i, row in enumerate(rows)], size)
    return [row[size:] for row in work] if len(pivots) == size else None


def product(left: Sequence[Sequence[Any]], right: Sequence[Sequence[Any]]) -> list[Row]:
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]

"""Linear equations over the rationals, or over a field of symbols, by sympy; what it finds is checked elsewhere."""

import numbers
from collections.abc import Sequence
from typing import Any

from sympy import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from ogd_exact.core.kernel.numbers import rational

Equations = Sequence[Sequence[Any]]


def matrix(rows: Equations) -> DomainMatrix:
    fields = [value.field for row in rows for value in row if hasattr(value, "field")]
    domain = fields[0].to_domain() if fields else QQ

    def entry(value: Any) -> Any:
        plain = isinstance(value, numbers.Rational)
        return domain.convert(QQ(int(value.numerator), int(value.denominator))) if plain else value

    return DomainMatrix([[entry(value) for value in row] for row in rows], (len(rows), len(rows[0])), domain)


def rows_of(found: DomainMatrix) -> list[list[Any]]:
    """The rows of a matrix, with rationals of ours."""
    if found.domain != QQ:
        return [list(row) for row in found.to_list()]
    return [[rational(int(value.numerator), int(value.denominator)) for value in row] for row in found.to_list()]


def pivots(rows: Equations) -> tuple[int, ...]:
    """The first columns that span all of them."""
    return tuple(matrix(rows).rref()[1])


def solve(rows: Equations, right: Sequence[Any]) -> list[Any] | None:
    """A solution, with 0 for what is free; None where there is none."""
    columns = len(rows[0])
    reduced, places = matrix([[*row, value] for row, value in zip(rows, right, strict=True)]).rref()
    if columns in places:
        return None
    values = dict(zip(places, (row[-1] for row in rows_of(reduced)), strict=False))
    return [values.get(column, 0) for column in range(columns)]


def contradiction(rows: Equations, right: Sequence[Any]) -> list[Any]:
    """Multiples of equations without a solution that add up to 0 = something else."""
    for multiples in kernel(list(zip(*rows, strict=True))):
        if sum(m * value for m, value in zip(multiples, right, strict=True)) != 0:
            return multiples
    raise ValueError("these equations have a solution")


def kernel(rows: Equations) -> list[list[Any]]:
    """A basis of the vectors that all rows send to 0."""
    return rows_of(matrix(rows).nullspace(divide_last=True))


def inverse(rows: Equations) -> list[list[Any]] | None:
    try:
        return rows_of(matrix(rows).inv())
    except DMNonInvertibleMatrixError:
        return None


def product(left: Equations, right: Equations) -> list[list[Any]]:
    return rows_of(matrix(left) * matrix(right))

"""Exact feasibility of linear equations in non-negative unknowns. Untrusted: solutions are re-checked."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ogd_exact.core.kernel.numbers import rational

MAX_PIVOTS = 400
Column = Mapping[Hashable, Any]


def solve(columns: Sequence[Column], target: Column) -> dict[int, Any] | None:
    """Weights c >= 0 with sum of c[j] * columns[j] = target, the zero ones left out; or None.

    Phase one of the simplex method: each row starts with an artificial unknown (a negative index) and
    pivots drive these out, smallest index first, which cannot cycle.
    """
    names = {name for column in (*columns, target) for name in column}
    rows: list[dict[int, Any]] = []
    basis: list[int] = []
    right: list[Any] = []
    for i, name in enumerate(sorted(names, key=repr)):
        b = target.get(name, rational(0))
        flip = -1 if b < 0 else 1
        rows.append({j: flip * column[name] for j, column in enumerate(columns) if column.get(name)})
        right.append(flip * b)
        basis.append(-1 - i)
    for _ in range(MAX_PIVOTS):
        artificial = [i for i, j in enumerate(basis) if j < 0 and right[i] > 0]
        if not artificial:
            return {j: value for j, value in zip(basis, right, strict=True) if j >= 0 and value > 0}
        gain: dict[int, Any] = {}
        for i, j in enumerate(basis):
            if j < 0:
                for k, a in rows[i].items():
                    gain[k] = gain.get(k, 0) + a
        entering = min((k for k, g in gain.items() if g > 0 and k not in basis), default=None)
        if entering is None:
            return None
        leaving = min(
            (i for i in range(len(rows)) if rows[i].get(entering, 0) > 0),
            key=lambda i: (right[i] / rows[i][entering], basis[i]),
        )
        pivot(rows, right, leaving, entering)
        basis[leaving] = entering
    return None


def pivot(rows: list[dict[int, Any]], right: list[Any], leaving: int, entering: int) -> None:
    """Make the entering unknown appear in the leaving row only, with coefficient 1."""
    scale = rows[leaving][entering]
    row = rows[leaving] = {k: a / scale for k, a in rows[leaving].items()}
    right[leaving] = right[leaving] / scale
    for i, other in enumerate(rows):
        factor = other.get(entering)
        if i == leaving or not factor:
            continue
        for k, a in row.items():
            value = other.get(k, 0) - factor * a
            if value:
                other[k] = value
            else:
                other.pop(k, None)
        right[i] = right[i] - factor * right[leaving]

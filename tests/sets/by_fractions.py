"""Runs of OGD on training sets by fractions and plain dictionaries: nothing of the package but the JSON of a step."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from said_step import Weights, taken


class Found(NamedTuple):
    verdict: str
    step: int | None
    passes: int
    period: int | None
    preperiod: int | None
    weights: Weights


def followed(
    step: Any,
    start: Weights,
    examples: Sequence[tuple[dict[str, Fraction], Fraction]],
    accept: str | None,
    bound: Fraction | None,
    most_passes: int,
) -> Found:
    """Until the accepting weight is positive, the norm exceeds the bound, or what a pass ends with was there before."""
    weights, velocities = dict(start), dict.fromkeys(start, Fraction(0))

    def yes() -> bool:
        if bound is not None:
            return sum((w * w for w in weights.values()), Fraction(0)) > bound * bound
        return accept is not None and weights[accept] > 0

    if yes():
        return Found("accepted", 0, 0, None, None, weights)
    seen = [(dict(weights), dict(velocities))]
    done = 0
    for number in range(1, most_passes + 1):
        for x, y in examples:
            done += 1
            try:
                weights = taken(step, weights, x, y, velocities)
            except AssertionError:
                return Found("kink", done, number, None, None, weights)
            if yes():
                return Found("accepted", done, number, None, None, weights)
        now = (dict(weights), dict(velocities))
        if accept is None and bound is None and now == seen[-1]:
            return Found("accepted", done, number, None, None, weights)
        if now in seen:
            first = seen.index(now)
            return Found("never", None, number, number - first, first, weights)
        seen.append(now)
    return Found("undecided", None, most_passes, None, None, weights)

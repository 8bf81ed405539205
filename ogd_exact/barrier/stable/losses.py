"""Convex losses of w.x whose derivative is Lipschitz."""

from dataclasses import dataclass

from ogd_exact.kernel.number import Number
from ogd_exact.kernel.numbers import rational


@dataclass(frozen=True)
class Smooth:
    """By how much the derivative in z = w.x can change, at most, where z changes by 1."""

    formula: str
    lipschitz: Number
    signs: bool  # whether labels are -1 and 1


LOSSES = {
    "squared": Smooth("(y - w.x)^2", rational(2), False),
    "squared-hinge": Smooth("max(0, 1 - y w.x)^2", rational(2), True),
    "logistic": Smooth("log(1 + exp(-y w.x))", rational(1, 4), True),
    # With any delta > 0: r^2/2 where |r| <= delta, else delta (|r| - delta/2); its derivative is r, cut off at delta.
    "huber": Smooth("Huber of y - w.x", rational(1), False),
}

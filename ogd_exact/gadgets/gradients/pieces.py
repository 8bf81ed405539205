"""The polynomials that a function of w.x, such as a loss, is made of, and the breaks between them."""

from itertools import pairwise
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from ogd_exact.core.kernel.errors import InputError

P = sympy.Symbol("p")  # w.x
PART_ABOVE_0, SIZE = sympy.Function("max"), sympy.Function("abs")  # max(0, f) and |f|, not worked out yet
Interval = tuple[Any, Any]  # its ends, None where there is none


def sign(value: Any) -> int:
    """The sign of an expression, if it is the same for all values of its symbols."""
    value = sympy.expand(value)
    if value.is_zero:
        return 0
    if value.is_positive or value.is_negative:
        return 1 if value.is_positive else -1
    raise InputError(f"the sign of {value} depends on its symbols, and breaks on that sign")


def inside(point: Any, interval: Interval) -> bool:
    low, high = interval
    return (low is None or sign(point - low) > 0) and (high is None or sign(high - point) > 0)


def root(part: Any) -> Any:
    """The point where an affine function of p is 0; None if it does not depend on p."""
    slope = sympy.diff(part, P)
    if P in slope.free_symbols:
        raise InputError(f"{part} is not affine in w.x, so that its sign is not known; write the loss otherwise")
    return None if slope == 0 else sympy.cancel(P - part / slope)


def sign_on(part: Any, interval: Interval) -> int:
    """The sign of a function that is affine in p and does not vanish between two points."""
    zero = root(part)
    if zero is None:
        return sign(part)
    above = interval[1] is None or (interval[0] is not None and sign(interval[0] - zero) >= 0)
    return sign(sympy.diff(part, P)) * (1 if above else -1)


def pieces(value: Any, interval: Interval = (None, None)) -> list[tuple[Interval, Any]]:
    """The intervals in which a function of p is a polynomial, in order, with these polynomials.

    A break is where the argument of a PART_ABOVE_0 or a SIZE, which must be affine in p, changes its sign.
    """
    inner = next((node for node in sympy.postorder_traversal(value) if isinstance(node, AppliedUndef)), None)
    if inner is None:
        return [(interval, value)]
    argument = inner.args[0]
    zero = root(argument)
    ends = [interval[0], *([zero] if zero is not None and inside(zero, interval) else []), interval[1]]
    found = []
    for where in pairwise(ends):
        otherwise = -argument if inner.func == SIZE else sympy.Integer(0)
        chosen = argument if sign_on(argument, where) > 0 else otherwise
        found += pieces(value.xreplace({inner: chosen}), where)
    return found

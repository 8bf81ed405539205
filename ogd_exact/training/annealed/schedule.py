"""Learning rates by the number of the step: a formula in t with one square root at most, or a list in a file."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.arithmetic import arithmetic, polynomial_at
from ogd_exact.core.tables.limits import MAX_TEXT, ExpressionError
from ogd_exact.text.paths import contents
from ogd_exact.text.wording import argument
from ogd_exact.training.numbers.surd import square_root

MAX_BYTES = 1 << 26
Schedule = Callable[[int], Number]  # the rate of step t, from 1; rational, or a + b*sqrt(d)
ROOT = re.compile(r"\bsqrt\(((?:[^()]|\([^()]*\))*)\)")


def formula(text: str) -> Schedule:
    """Reads one such as 1/sqrt(t), in the grammar of cells: t is the step, and one root of it may stand."""
    if len(text) > MAX_TEXT:
        raise InputError(f"{argument('schedule')} has at most {MAX_TEXT} characters, this one has {len(text)}")
    below = list(dict.fromkeys(inner.replace(" ", "") for inner in ROOT.findall(text)))
    if len(below) > 1 or text.count("sqrt") != len(ROOT.findall(text)):
        raise InputError(f"{argument('schedule')} {text[:40]!r}: one square root of t is allowed, such as 1/sqrt(t)")
    numbers, plain = arithmetic(("t", "sqrt") if below else ("t",)), arithmetic(("t",))
    try:
        value = numbers.read(ROOT.sub("sqrt", text))
        radicand = plain.read(below[0]) if below else None
    except ExpressionError as error:
        raise InputError(f"{argument('schedule')} {text[:40]!r}: {error}") from None

    def rate(t: int) -> Any:
        point = {"t": rational(t)}
        try:
            if radicand is not None:
                square = value_at(radicand, point)
                if square < 0:
                    raise ExpressionError(f"the square root of {square}")
                point["sqrt"] = square_root(square)
            return value_at(value, point)
        except ExpressionError as error:
            raise InputError(f"{argument('schedule')} {text[:40]!r} is no number at step {t}: {error}") from None

    return rate


def value_at(function: Any, point: Mapping[str, Any]) -> Any:
    """A rational function at a point; raises ExpressionError where it is not defined."""
    below = polynomial_at(function.denom, point)
    if below == 0:
        raise ExpressionError("division by zero")
    return polynomial_at(function.numer, point) / below


def listed(path: str) -> Schedule:
    """The rates in a file, one rational in each line."""
    raw = contents(path, MAX_BYTES, "give a file with a rate in each line", "shorten it")
    lines = raw.decode("ascii", "replace").removesuffix("\n").split("\n")

    def rate(t: int) -> Any:
        if t > len(lines):
            raise InputError(f"has {len(lines)} rates, and step {t} needs another; add lines such as 1/4", path)
        try:
            return arithmetic(()).read(lines[t - 1], {})
        except ExpressionError as error:
            raise InputError(f"expected a rate, such as 1/4: {error}", path, t, error.offset + 1) from None

    return rate

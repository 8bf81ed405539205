"""What a training library's weights say, exactly or rounded."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.numbers.powers import plain

Weights = Iterable[Any] | Mapping[Any, Any]


def fraction(value: Any) -> Fraction:
    """An exact number of ours as Python's; raises ValueError where it is irrational."""
    value = plain(value)
    if not isinstance(value, Rational):
        raise ValueError(f"{one_line(str(value), 60)} is irrational")
    return Fraction(int(value.numerator), int(value.denominator))


def number(value: Any, name: str) -> Any:
    """The exact value of a weight, which may be a float; NaN and infinity are refused."""
    if isinstance(value, Rational):
        return rational(int(value.numerator), int(value.denominator))
    try:
        return rational(*float(value).as_integer_ratio())
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"the weight of {name} is {one_line(str(value), 40)}, which is no number") from None


def in_order(weights: Weights, names: Sequence[str], extra: int = 0) -> Sequence[Any]:
    """The weights of coordinates, in order; a row may have some more, such as the weight of a second layer."""
    if isinstance(weights, Mapping):
        found = [weights.get(name, weights.get(index)) for index, name in enumerate(names)]
        if (missing := next((name for name, w in zip(names, found, strict=True) if w is None), None)) is not None:
            raise InputError(f"there is no weight for {missing}; name all coordinates")
        return found
    found = list(weights)
    if len(found) not in (len(names), len(names) + extra):
        raise InputError(f"there are {len(found)} weights for {len(names)} coordinates; give one row, as in coef_[0]")
    return found


def absolute(value: Any) -> Any:
    return -value if value < 0 else value


def bit_of(weight: Any, latch: str, true: Any, *others: Any) -> bool:
    """Whether a weight, which may be rounded, is nearest to true; refused half way to the next code, or beyond."""
    value, codes = number(weight, latch), dict.fromkeys((true, *others))
    distances = {code: absolute(value - code) for code in codes}
    near = min(distances, key=lambda code: distances[code])
    gap = min(absolute(code - near) for code in codes if code != near)
    if not 2 * distances[near] < gap:
        raise InputError(f"the weight of {latch} is {one_line(str(weight), 40)}, which is no bit")
    return bool(near == true)

"""Numbers that remember, to first order, which errors went into them.

The kernel's rules use only + - *, so that they run on these as well. A form is a value, how far it moves with the
error of each weight before the step, and how far with each rounding on the way: each operation adds a rounding of
its own, as large as its result, in units of 2^-p.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

EXACT = (1, -1, 2)  # factors whose products need no rounding
Parts = Mapping[str | int, Any]  # by the coordinate whose error it is, or the number of the rounding


@dataclass
class Roundings:
    """Counts the roundings of a step."""

    short: Callable[[Any], bool]  # whether a number needs no rounding
    made: int = 0

    def form(self, value: Any, parts: Parts) -> "Form":
        if self.short(value):
            return Form(value, parts, self)
        self.made += 1
        return Form(value, {**parts, self.made: value}, self)


@dataclass(frozen=True)
class Form:
    value: Any
    parts: Parts
    roundings: Roundings = field(repr=False)

    def __add__(self, other: Any) -> "Form":
        value, parts = split(other)
        if not value and not parts:
            return self
        return self.roundings.form(self.value + value, combined(self.parts, 1, parts, 1))

    __radd__ = __add__

    def __neg__(self) -> "Form":
        return Form(-self.value, {name: -part for name, part in self.parts.items()}, self.roundings)

    def __sub__(self, other: Any) -> "Form":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Form":
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> "Form":
        value, parts = split(other)
        product, moved = self.value * value, combined(self.parts, value, parts, self.value)
        if any(value == factor or self.value == factor for factor in EXACT):
            return Form(product, moved, self.roundings)
        return self.roundings.form(product, moved)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Form) else other))


def split(number: Any) -> tuple[Any, Parts]:
    return (number.value, number.parts) if isinstance(number, Form) else (number, {})


def combined(a: Parts, of_a: Any, b: Parts, of_b: Any) -> Parts:
    """of_a * a + of_b * b, without parts that are 0."""
    result = {name: of_a * part for name, part in a.items()} if of_a else {}
    for name, part in b.items() if of_b else ():
        result[name] = result.get(name, 0) + of_b * part
    return {name: part for name, part in result.items() if part}

"""Numbers that remember, to first order, which errors went into them.

The kernel's rules use only + - *, so that they run on these as well. Errors that are the same cancel, which intervals
would forget.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

EXACT = (1, -1, 2)  # factors whose products need no rounding
Parts = Mapping[Any, Any]  # by the name of the error


@dataclass(eq=False, slots=True)
class Form:
    """A value, and how far it moves with each error, exactly: a product of two is not linear in errors, and refused."""

    value: Any
    parts: Parts

    def made(self, value: Any, parts: Parts) -> "Form":
        return Form(value, parts)

    def __add__(self, other: Any) -> "Form":
        value, parts = split(other)
        return self.made(self.value + value, combined(self.parts, 1, parts, 1)) if value or parts else self

    def __neg__(self) -> "Form":
        return self * -1

    def __sub__(self, other: Any) -> "Form":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Form":
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> "Form":
        if isinstance(other, Form):
            raise TypeError("a product of errors is not linear in them")
        return Form(self.value * other, combined(self.parts, other, {}, 0))

    __radd__, __rmul__ = __add__, __mul__


@dataclass
class Roundings:
    """Counts the roundings of a step: each is as large as its result, in units of 2^-p."""

    short: Callable[[Any], bool]  # whether a number needs no rounding
    count: int = 0

    def form(self, value: Any, parts: Parts) -> "RoundedForm":
        if self.short(value):
            return RoundedForm(value, parts, self)
        self.count += 1
        return RoundedForm(value, {**parts, self.count: value}, self)


@dataclass(eq=False, slots=True)
class RoundedForm(Form):
    """A form to which each operation adds a rounding of its own; products are of first order."""

    roundings: Roundings = field(repr=False)

    def made(self, value: Any, parts: Parts) -> Form:
        return self.roundings.form(value, parts)

    def __mul__(self, other: Any) -> Form:
        value, parts = split(other)
        product, moved = self.value * value, combined(self.parts, value, parts, self.value)
        if any(value == factor or self.value == factor for factor in EXACT):
            return RoundedForm(product, moved, self.roundings)
        return self.made(product, moved)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return bool(self.value == split(other)[0])


def split(number: Any) -> tuple[Any, Parts]:
    return (number.value, number.parts) if isinstance(number, Form) else (number, {})


def combined(a: Parts, of_a: Any, b: Parts, of_b: Any) -> Parts:
    """of_a * a + of_b * b, without parts that are 0."""
    result = {name: of_a * part for name, part in a.items()} if of_a else {}
    for name, part in b.items() if of_b else ():
        result[name] = result.get(name, 0) + of_b * part
    return {name: part for name, part in result.items() if part}

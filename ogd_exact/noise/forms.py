"""Numbers that are known up to errors: a centre and a sum of unknowns of size at most 1, with exact coefficients.

The kernel's steps use + - * alone, so that they run on these as on rationals. Errors that are the same unknown cancel,
which intervals would forget.
"""

from collections.abc import Hashable, Mapping
from typing import Any

from ogd_exact.kernel.number import Number


class Form:
    __slots__ = ("centre", "errors")

    def __init__(self, centre: Number, errors: Mapping[Hashable, Number]) -> None:
        self.centre, self.errors = centre, errors

    def __add__(self, other: Any) -> "Form":
        if not isinstance(other, Form):
            return Form(self.centre + other, self.errors)
        errors = dict(self.errors)
        for unknown, value in other.errors.items():
            errors[unknown] = errors[unknown] + value if unknown in errors else value
        return Form(self.centre + other.centre, errors)

    def __neg__(self) -> "Form":
        return self * -1

    def __sub__(self, other: Any) -> "Form":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Form":
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> "Form":
        if isinstance(other, Form):
            raise TypeError("a product of errors is not linear in them")
        return Form(self.centre * other, {unknown: value * other for unknown, value in self.errors.items()})

    __radd__, __rmul__ = __add__, __mul__

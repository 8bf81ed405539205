"""Exact numbers of few powers of alpha, for weights whose digits would grow with the training set.

A number is a sum of powers over another, at a known rational alpha between 0 and 1. Where gadgets are called weights
are single powers; on the way they are short, and divided by a sum where a gadget calls another at a magnitude that is
one. Equality and order are those of the values, however they are written.
"""

from numbers import Rational
from typing import Any

from ogd_exact.core.kernel.numbers import Rational as Exact
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.numbers.field import FieldElement
from ogd_exact.training.numbers.sums import MODULUS, ONE, Base, Terms, plus, text, times


def power_of(value: Any) -> Any:
    """A rational between 0 and 1 as the first power of itself."""
    if not 0 < value < 1:
        raise ValueError("powers fall as exponents grow")
    return Powers({1: rational(1)}, ONE, Base(value))


def plain(value: Any) -> Any:
    """The number as a rational where it has powers of alpha, else as it is: for all that is written for users."""
    return value.value() if isinstance(value, Powers) else value


def made(over: Terms, under: Terms, base: Base) -> Any:
    """over/under as a rational if it is constant; the lowest term of what it is divided by is made 1."""
    if not over:
        return rational(0)
    if under is not ONE:
        low = min(under)
        scale = {-low: 1 / under[low]}
        over, under = cancelled(times(over, scale), times(under, scale))
    return over[0] if under is ONE and len(over) == 1 and 0 in over else Powers(over, under, base)


def cancelled(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """A sum whose lowest term is 1 taken out of its multiples by a single term, or numbers would grow step by step."""
    if len(under) == 1:
        return over, ONE
    if len(over) == len(under):
        factor = {min(over): over[min(over)]}
        if times(under, factor) == over:
            return factor, ONE
    return over, under


class Powers(FieldElement):
    """over/under, not a constant; under is 1, or a sum whose lowest term is 1."""

    __slots__ = ("base", "over", "side_of_0", "under")

    def __init__(self, over: Terms, under: Terms, base: Base) -> None:
        self.over, self.under, self.base = over, under, base
        self.side_of_0: int | None = None  # once it is known: the kernel asks both whether it is above and below

    def parts(self, other: Any) -> tuple[Terms, Terms] | None:
        """The other operand; None if it is no number that we know."""
        if isinstance(other, Powers):
            if other.base is not self.base and other.base != self.base:
                raise ValueError("one alpha in one computation")
            return other.over, other.under
        if not isinstance(other, Exact):
            if not isinstance(other, Rational):
                return None
            other = rational(other)
        return {0: other} if other else {}, ONE

    def __add__(self, other: Any) -> Any:
        parts = self.parts(other)
        if parts is None:
            return NotImplemented
        over, under = parts
        if under == self.under:
            return made(plus(self.over, over), under, self.base)
        return made(plus(times(self.over, under), times(over, self.under)), times(self.under, under), self.base)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return Powers({e: -c for e, c in self.over.items()}, self.under, self.base)

    def __mul__(self, other: Any) -> Any:
        # A regularizer multiplies every weight by alpha at every step, so that this is what most of the time goes into.
        if type(other) is Exact and not other:
            return other
        if type(other) is Powers and len(other.over) == 1 and other.under is ONE and other.base is self.base:
            ((d, b),) = other.over.items()
            moved = {d + e: b * c for e, c in self.over.items()}
            constant = len(moved) == 1 and 0 in moved and self.under is ONE
            return moved[0] if constant else Powers(moved, self.under, self.base)
        parts = self.parts(other)
        if parts is None:
            return NotImplemented
        over, under = parts
        if under is ONE and self.under is ONE:
            return made(times(self.over, over), ONE, self.base)
        (a, below_a), (b, below_b) = cancelled(self.over, under), cancelled(over, self.under)
        return made(times(a, b), times(below_a, below_b), self.base)

    __rmul__ = __mul__

    def inverse(self) -> Any:
        if self.sign() == 0:
            raise ZeroDivisionError("division by a sum of powers of alpha that is 0")
        return made(self.under, self.over, self.base)

    def __pow__(self, exponent: int) -> Any:
        if exponent >= 0 and len(self.over) == 1 and self.under is ONE:
            ((e, c),) = self.over.items()
            return made({e * exponent: c if c == 1 else c**exponent}, ONE, self.base)
        return super().__pow__(exponent)

    def value(self) -> Any:
        """The number as a rational, however large."""
        over = self.base.value(self.over)
        return over if self.under is ONE else over / self.base.value(self.under)

    def sign(self) -> int:
        if self.side_of_0 is None:
            self.side_of_0 = self.base.sign(self.over) * (1 if self.under is ONE else self.base.sign(self.under))
        return self.side_of_0

    def __eq__(self, other: object) -> bool:
        parts = self.parts(other)
        if parts is None:
            return NotImplemented
        over, under = parts
        if under is self.under or under == self.under:
            if over == self.over:
                return True
            if len(over) == len(self.over) == 1 and [*over.values()] == [*self.over.values()]:
                return False  # c*alpha^d and c*alpha^e: a weight and what it was before
        # Residues cost less than a difference, and numbers that differ in theirs are not equal.
        one, two = self.residue, self.base.quotient_residue(over, under)
        if one is not None and two is not None and one != two:
            return False
        difference = self - other
        return not difference or (isinstance(difference, Powers) and difference.sign() == 0)

    @property
    def residue(self) -> int | None:
        return self.base.quotient_residue(self.over, self.under)

    def __hash__(self) -> int:
        """The hash of the equal rational."""
        found = self.residue
        if found is None:
            return hash(self.value())
        result = found if self.sign() >= 0 else -(-found % MODULUS)
        return -2 if result == -1 else result

    def __str__(self) -> str:
        return text(self.over) if self.under is ONE else f"({text(self.over)})/({text(self.under)})"

    __repr__ = __str__

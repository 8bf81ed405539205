"""Decides on which side of the kink a margin lies: over the rationals by comparison, else by a checked certificate."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from ogd_exact.core.kernel.certificate import Certificate, check
from ogd_exact.core.kernel.errors import InputError, SignVaries, Undecided
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.tables.arithmetic import Arithmetic, polynomial_at
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.library import MakeProver
from ogd_exact.core.tables.model import positive_part


class SignOracle:
    """The signs of values over one region; what the prover proposes counts once the kernel has checked it."""

    def __init__(self, numbers: Arithmetic, region: Sequence[Any], prover: MakeProver | None) -> None:
        self.numbers, self.region = numbers, tuple(region)
        if numbers.symbols:
            if prover is None:
                raise Undecided("tables with symbols need a prover")
            self.prover = prover(numbers, self.region)
        self.certificates: dict[Any, Certificate] = {}
        self.signs: dict[Any, int] = {}

    def check_inhabited(self, where: str) -> None:
        """Refuses an empty region, of which everything is true."""
        if self.numbers.symbols and not self.signs_inside(self.numbers.number(1)):
            raise InputError("no point of the region was found; it is empty, or state it more simply", where)

    def signs_inside(self, value: Any) -> set[int]:
        """The signs of a value at the prover's points, as far as these lie in the region."""
        points = [{name: rational(number) for name, number in point.items()} for point in self.prover.points]
        inside = [point for point in points if all(polynomial_at(bound, point) > 0 for bound in self.region)]
        return {sign(polynomial_at(value.numer, p)) * sign(polynomial_at(value.denom, p)) for p in inside}

    def guessed(self, value: Any) -> int:
        """The sign that the prover expects: for explanations, never for verdicts."""
        return self.prover.guess(value) if self.numbers.symbols else sign(value)

    def proved(self, value: Any) -> int:
        """The sign on the whole region; 0 only for the zero function; raises Undecided or SignVaries."""
        if not self.numbers.symbols:
            return sign(value)
        value = value + self.numbers.number(0)
        if value == 0:
            return 0
        if value not in self.signs:
            try:
                self.prover.guess(value)  # raises SignVaries with a point to show
                self.signs[value] = self.of_polynomial(value.numer) * self.of_polynomial(value.denom)
            except SignVaries as claim:  # which counts if points show it
                raise claim if len(self.signs_inside(value)) > 1 else Undecided(*claim.args) from None
        return self.signs[value]

    def of_polynomial(self, polynomial: Any) -> int:
        if polynomial not in self.certificates:
            self.certificates[polynomial] = self.prover.certificate(polynomial)
        return check(polynomial, self.region, self.certificates[polynomial])


@cache
def shared_oracle(numbers: Arithmetic, bounds: tuple[str, ...], prover: MakeProver | None) -> SignOracle:
    """One for each region, so that a margin met before is not searched for again."""
    region = [positive_part(Bound(text), numbers) for text in bounds] if numbers.symbols else []
    return SignOracle(numbers, region, prover)

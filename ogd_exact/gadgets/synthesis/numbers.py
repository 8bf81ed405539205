"""Short numbers for the unknowns of a pattern that z3 can satisfy: each in turn is set to the simplest that does."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ogd_exact.gadgets.synthesis.solver import Solver

QUICK = 0.2  # seconds for one number; a longer one will do as well
MOST_ASKED = 400  # times, before a pattern is given up
SIMPLE = (0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2), 3, -3, 4, -4)


@dataclass(frozen=True)
class Numbers:
    """Which numbers examples may have; small tries more of them before it takes a longer one."""

    denominator: int = 0  # a multiple of every denominator, or 0 for any
    dyadic: bool = False
    small: bool = False

    def allow(self, number: Fraction) -> bool:
        below = number.denominator
        return (not self.denominator or self.denominator % below == 0) and (not self.dyadic or below & (below - 1) == 0)

    def candidates(self, near: Fraction | float) -> Iterator[Fraction]:
        """Simple ones first, then what is there, then ever closer to it."""
        seen: set[Fraction] = set()
        for number in self.proposals(near):
            if number not in seen and self.allow(number):
                seen.add(number)
                yield number

    def proposals(self, near: Fraction | float) -> Iterator[Fraction]:
        there = Fraction(near)
        simple = [Fraction(n) for n in SIMPLE]
        if self.small:
            fine = self.denominator or 4
            simple += sorted((Fraction(n, fine) for n in range(-8 * fine, 8 * fine + 1)), key=length)
        yield from simple
        if isinstance(near, Fraction):
            yield near
        for most in (1, 2, 4, 8, 16, 64, 1024):
            below = self.denominator or most
            yield from (Fraction(round(there * below) + k, below) for k in ((0, 1, -1, 2, -2) if most < 64 else (0,)))


def length(number: Fraction) -> tuple[int, int, bool]:
    return max(abs(number.numerator), number.denominator), number.denominator, number < 0


def short_values(solver: Solver, count: int, numbers: Numbers, until: float) -> list[Fraction] | None:
    """Values of the first so many unknowns; the solver has just said that there are some."""
    asked = 0

    def below(place: int, values: list[Fraction | float]) -> list[Fraction] | None:
        """Sets one unknown after the other, and the last ones anew where what is left has no rational solution."""
        nonlocal asked
        if place == count:
            return [Fraction(value) for value in values[:count]]
        for number in numbers.candidates(values[place]):
            known = isinstance(values[place], Fraction) and number == values[place]
            if asked > MOST_ASKED or time.monotonic() > until:
                return None
            solver.fix(place, number)
            try:
                asked += not known
                if known or solver.satisfiable(QUICK):
                    found = below(place + 1, values if known else solver.values())
                    if found is not None:
                        return found
            finally:
                solver.pop()
        return None

    return below(0, solver.values())

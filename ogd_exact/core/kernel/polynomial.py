"""Polynomials with rational coefficients in a few names: what rules are made of."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from operator import add, itemgetter, mul, sub
from typing import Any

from ogd_exact.core.kernel.numbers import rational

Names = tuple[str, ...]  # a product; a power is a name that comes several times
Function = Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Polynomial:
    """A sum of terms, each a coefficient other than 0 and a product of names that no other term has."""

    terms: tuple[tuple[Any, Names], ...] = ()

    @staticmethod
    def of(terms: Mapping[Names, Any]) -> "Polynomial":
        """The sum of products times their coefficients; whole numbers are integers, which serve every arithmetic."""
        kept = {names: int(c) if c.denominator == 1 else c for names, c in terms.items() if c != 0}
        return Polynomial(tuple((kept[names], names) for names in sorted(kept, reverse=True)))

    @staticmethod
    def number(value: Any) -> "Polynomial":
        return Polynomial.of({(): rational(value)})

    def __add__(self, other: "Polynomial") -> "Polynomial":
        found = {names: c for c, names in self.terms}
        return Polynomial.of(found | {names: found.get(names, 0) + c for c, names in other.terms})

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        found: dict[Names, Any] = {}
        for a, left in self.terms:
            for b, right in other.terms:
                names = tuple(sorted(left + right))
                found[names] = found.get(names, 0) + a * b
        return Polynomial.of(found)

    def __neg__(self) -> "Polynomial":
        return self * Polynomial.number(-1)

    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self + -other

    def __truediv__(self, other: "Polynomial") -> "Polynomial":
        if [names for _, names in other.terms] != [()]:
            raise ValueError("a polynomial is divided by numbers other than 0 alone")
        return self * Polynomial.number(1 / rational(other.terms[0][0]))

    @cached_property
    def at(self) -> Function:
        """The value where names have these, in any arithmetic with + - *; what all terms share is a factor of the sum.

        So 2*v*y - 2*p*v^2 is (2*y - 2*p*v)*v, and nothing is multiplied by 1, as some arithmetics would round.
        """
        shared = Counter(self.terms[0][1] if len(self.terms) > 1 else ())
        for _, names in self.terms:
            shared &= Counter(names)
        total: Function = lambda values: 0  # noqa: E731
        for k, (c, names) in enumerate(self.terms):
            term = product(abs(c), (Counter(names) - shared).elements())
            total = term if k == 0 and c > 0 else both(add if c > 0 else sub, total, term)
        return reduce(partial(both, mul), map(itemgetter, shared.elements()), total)

    def __getstate__(self) -> dict[str, Any]:
        return {"terms": self.terms}  # without functions, which cannot be sent to other processes


def product(coefficient: Any, names: Iterable[str]) -> Function:
    factors: list[Function] = [itemgetter(name) for name in names]
    if coefficient != 1 or not factors:
        factors.insert(0, lambda values: coefficient)
    return reduce(partial(both, mul), factors)


def both(operation: Callable[[Any, Any], Any], a: Function, b: Function) -> Function:
    return lambda values: operation(a(values), b(values))

"""Sums of powers of alpha, c1*alpha^e1 + c2*alpha^e2 + ..., at a known rational alpha between 0 and 1: their signs.

Exponents may have many digits, so that a sum is worked out as a rational only where nothing else decides.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.sum_text import sum_text

Terms = Mapping[int, Any]  # coefficients by exponent, none of them 0
ONE: Terms = {0: rational(1)}
NAME = "alpha"
MODULUS = sys.hash_info.modulus  # a prime; Python's hash of a rational is its residue
FIRST_PRECISION = 64
MAX_BITS = 1 << 23  # of a sum that is worked out only to know its sign


def plus(left: Terms, right: Terms) -> Terms:
    terms = dict(left)
    for e, c in right.items():
        total = terms[e] + c if e in terms else c
        if total == 0:
            del terms[e]
        else:
            terms[e] = total
    return terms


def times(left: Terms, right: Terms) -> Terms:
    if right is ONE or left is ONE:
        return left if right is ONE else right
    if len(right) == 1:
        ((d, b),) = right.items()
        return {d + e: b * c for e, c in left.items()}
    result: Terms = {}
    for e, c in left.items():
        result = plus(result, {d + e: b * c for d, b in right.items()})
    return result


@dataclass(frozen=True)
class Base:
    """The number that is raised to powers, and what sums of its powers are."""

    alpha: Any

    def value(self, terms: Terms) -> Any:
        """The sum as a rational, however large."""
        low = min(terms, default=0)
        total = sum((c * self.alpha ** (e - low) for e, c in terms.items()), rational(0))
        return total * self.alpha**low

    def size(self, terms: Terms) -> int:
        """About how many bits the value has, its lowest power taken out."""
        return (max(terms) - min(terms)) * bits(self.alpha) + sum(map(bits, terms.values()))

    def sign(self, terms: Terms) -> int:
        """-1, 0 or +1: by the lowest term if it outweighs all others, else by a ball, else exactly."""
        if not terms:
            return 0
        first = terms[min(terms)]
        leading = sign(first)
        # Powers fall as exponents grow, so that coefficients bound what the other terms can take away.
        if len(terms) == 1 or abs(sum(c for c in terms.values() if sign(c) != leading)) <= abs(first):
            return leading
        precision, size = FIRST_PRECISION, self.size(terms)
        while precision < size:
            found = self.ball_sign(terms, precision)
            if found:
                return found
            if self.residue(terms) == 0:
                break  # most likely it is 0, which no ball can tell
            precision *= 4
        if size > MAX_BITS:
            raise InputError(f"whether a sum of powers of alpha is 0 is not decided: it has some {size} bits")
        return sign(self.value({e - min(terms): c for e, c in terms.items()}))

    def ball_sign(self, terms: Terms, precision: int) -> int:
        """The sign if an interval around the value, the lowest power taken out, has one; else 0."""
        low, below, above = min(terms), 0, 0
        for e, c in terms.items():
            ends = self.power(e - low, precision)
            n, d = int(c.numerator), int(c.denominator)
            least, most = ends if n > 0 else ends[::-1]
            below, above = below + n * least // d, above - (-n * most // d)
        return int(below > 0) - int(above < 0)

    def power(self, exponent: int, precision: int) -> tuple[int, int]:
        """Bounds on alpha^exponent, in units of 1/2^precision, rounded down and up at each multiplication.

        As mpmath's iv does, at a fiftieth of its cost: powers are below 1, so that integers do.
        """
        n, d = int(self.alpha.numerator) << precision, int(self.alpha.denominator)
        below, above = 1 << precision, 1 << precision
        square = n // d, -(-n // d)
        while exponent:
            if exponent & 1:
                below, above = below * square[0] >> precision, -(-above * square[1] >> precision)
            square = square[0] * square[0] >> precision, -(-square[1] * square[1] >> precision)
            exponent >>= 1
        return below, above

    @cached_property
    def alpha_residue(self) -> int | None:
        return residue(self.alpha) or None  # 0 has no negative powers

    def residue(self, terms: Terms) -> int | None:
        """The value modulo a prime, where that is defined: numbers whose residues differ are not equal."""
        alpha, total = self.alpha_residue, 0
        for e, c in terms.items():
            coefficient = residue(c)
            if alpha is None or coefficient is None:
                return None
            total += coefficient * pow(alpha, e, MODULUS)
        return total % MODULUS

    def quotient_residue(self, over: Terms, under: Terms) -> int | None:
        above, below = self.residue(over), 1 if under is ONE else self.residue(under)
        return above * pow(below, -1, MODULUS) % MODULUS if above is not None and below else None


def bits(value: Any) -> int:
    return int(value.numerator).bit_length() + int(value.denominator).bit_length()


def residue(value: Any) -> int | None:
    if value.denominator == 1:
        return int(value.numerator) % MODULUS
    below = int(value.denominator) % MODULUS
    return int(value.numerator) * pow(below, -1, MODULUS) % MODULUS if below else None


def text(terms: Terms) -> str:
    return sum_text((c, [(NAME, e)]) for e, c in sorted(terms.items()))

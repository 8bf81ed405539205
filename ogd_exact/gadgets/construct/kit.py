"""What a case of the theorem makes of a rule: the weights of bits, and rows of examples for each gadget."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from ogd_exact.gadgets.construct.pieces import Pieces

ASK = "ask"
Row = tuple[tuple[Any, ...], Any]  # x, of the operands, then of the target, then of constants; and y


@dataclass(frozen=True)
class Kit:
    """Tables nand, not, copy and ask; without the last, copy serves: what it writes to is never positive by mistake."""

    case: str  # of the theorem, in words
    true: Fraction
    tables: dict[str, list[Row]]
    false: Fraction = Fraction(0)
    lift: tuple[int, ...] = (1,)  # along which each weight is held; tables are for the rate times its square
    constants: tuple[Fraction, ...] = ()  # weights that are the same before and after every call

    def each(self, change: Callable[[Row], Row]) -> "Kit":
        return replace(self, tables={name: [change(row) for row in rows] for name, rows in self.tables.items()})

    def reflected(self) -> "Kit":
        """The tables for -h(-u)."""
        return self.each(lambda row: (tuple(-e for e in row[0]), -row[1]))

    def with_label(self, label: Fraction) -> "Kit":
        return self.each(lambda row: (row[0], label))

    @property
    def cost(self) -> tuple[int, int, int]:
        """How many rows and coordinates, and how long the longest number is."""
        numbers = [Fraction(e) for rows in self.tables.values() for x, y in rows for e in (*x, y)]
        longest = max(max(abs(e.numerator), e.denominator).bit_length() for e in numbers)
        return sum(map(len, self.tables.values())), len(self.lift), longest


def works(kit: Kit, h: Pieces, rate: Fraction) -> bool:
    """Whether the tables do what they must under h; the verifier of tables says so of what is written."""
    rate *= sum(v * v for v in kit.lift)
    bits = (kit.false, kit.true)
    for name, rows in kit.tables.items():
        asks = name == ASK
        width = len(rows[0][0]) - 1 - len(kit.constants)
        for *found, old in product(*[bits] * width, (Fraction(0),) if asks else bits):
            weights = [*found, old, *kit.constants]
            for x, y in rows:
                move = h.at(y - sum(e * w for e, w in zip(x, weights, strict=True)))
                if move is None or asks and found == [kit.false] and weights[1] > 0:
                    return False
                weights = [w + rate * move * e for e, w in zip(x, weights, strict=True)]
            full = all(bit == kit.true for bit in found)
            if asks and full:  # what it read is spent, if need be
                if weights[1] != kit.true:
                    return False
            elif weights != [*found, old if asks else bits[full == (name == "copy")], *kit.constants]:
                return False
    return True


def shortest(kits: Iterable[Kit]) -> Kit | None:
    return min(kits, key=lambda kit: kit.cost, default=None)


def above(bound: Fraction) -> Fraction:
    """The least whole number above it."""
    return Fraction(bound.__floor__() + 1)


def doubled_until(holds: Callable[[Fraction], bool], start: Fraction = Fraction(1)) -> Fraction:
    """The first of start, 2 start, 4 start, ... at which it holds."""
    while not holds(start):
        start *= 2
    return start


def copied(K: Fraction, t: Fraction, base: Fraction, sign: int) -> list[Row]:
    """The target becomes base + sign * operand by three rows, whose residuals are near K, K and K t/(1 - t^2).

    Let e be the sign of K, and mu = e * sign. The first row makes e*c = e*base - K. The second has the residual
    q = K + mu*a, and takes mu*q from a; the third has t q/(1 - t^2), and gives mu*q back. Of both e*c keeps q.
    """
    e = 1 if K > 0 else -1
    mu, start, ratio, beta = e * sign, e * base - K, t / (1 - t * t), t * t / (1 - t * t)
    third = ratio * K - K / ratio + (start - beta * K) / t
    return [((0, -e), K - e * base), ((-mu, -e * beta), K - beta * start), ((mu / ratio, e / t), third)]

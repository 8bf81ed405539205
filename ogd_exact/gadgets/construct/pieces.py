"""A rule as one function of the residual: w moves by rate * h(u) * x, where h is affine between breaks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Rule
from ogd_exact.gadgets.properties.traits import Y, named

Line = tuple[Fraction, Fraction]  # slope, and value at 0
Numbers = Mapping[str, Fraction]
U = named("u")


@dataclass(frozen=True)
class Pieces:
    breaks: tuple[Fraction, ...]  # in increasing order
    lines: tuple[Line, ...]  # left of the first break, between, and right of the last

    def at(self, u: Fraction) -> Fraction | None:
        """The value at u; None on a jump."""
        k = sum(t < u for t in self.breaks)
        values = {value(line, u) for line in self.lines[k : k + 1 + (u in self.breaks)]}
        return values.pop() if len(values) == 1 else None

    def tidy(self) -> "Pieces":
        """The same without breaks at which nothing breaks."""
        kept = [k for k, (left, right) in enumerate(pairwise(self.lines)) if left != right]
        return Pieces(tuple(self.breaks[k] for k in kept), (self.lines[0], *(self.lines[k + 1] for k in kept)))

    def reflected(self) -> "Pieces":
        """The function -h(-u): the same rule, where every example (x, y) is written (-x, -y)."""
        return Pieces(tuple(-t for t in reversed(self.breaks)), tuple((a, -b) for a, b in reversed(self.lines)))

    @property
    def falls(self) -> bool:
        """Whether it never rises."""
        sides = zip(self.breaks, pairwise(self.lines), strict=True)
        jumps = [value(right, t) - value(left, t) for t, (left, right) in sides]
        return all(number <= 0 for number in (*jumps, *(slope for slope, _ in self.lines)))

    def inner(self) -> Iterator[Fraction]:
        """Points within every piece between two breaks: two of each, as an affine function may vanish at one."""
        for low, high in pairwise(self.breaks):
            yield from (low + (high - low) / 2, low + (high - low) / 3)


def value(line: Line, u: Fraction) -> Fraction:
    return line[0] * u + line[1]


def of_residual(rule: Rule, constants: Numbers) -> Pieces | None:
    """The h of a rule that depends on y - w.x alone, whatever the label."""
    return pieces(rule, constants, {"p": Y - U, "y": Y})


def at_label(rule: Rule, constants: Numbers, label: Fraction) -> Pieces | None:
    """The h of a rule whose examples have one label: a function of u = -w.x."""
    return pieces(rule, constants, {"p": -U, "y": Polynomial.number(label)})


def pieces(rule: Rule, constants: Numbers, of: Mapping[str, Polynomial]) -> Pieces | None:
    names = {**{name: Polynomial.number(number) for name, number in constants.items()}, **of}
    score = line(substituted(rule.score, names))
    lines = [line(substituted(dict(moves).get("x", Polynomial()), names)) for moves in rule.moves]
    if None in lines or (rule.kinks and (score is None or score[0] == 0)):
        return None
    kinks = [fraction(substituted(kink, names).at({})) for kink in rule.kinks]
    breaks = [(kink - score[1]) / score[0] for kink in kinks] if score else []
    turned = slice(None, None, -1 if kinks and score and score[0] < 0 else 1)
    return Pieces(tuple(breaks[turned]), tuple(found for found in lines[turned] if found)).tidy()


def is_affine(rule: Rule, constants: Numbers) -> bool:
    """Whether all moves are one affine function of w.x and the state, for every label that an example may have."""
    free = ("p", *rule.state)
    names = {name: Polynomial.number(number) for name, number in constants.items()} | {n: named(n) for n in free}
    for label in [Polynomial.number(label) for label in rule.labels] or [Y]:
        every = [{to: substituted(move, names | {"y": label}) for to, move in moves} for moves in rule.moves]
        found = {frozenset((to, move) for to, move in moves.items() if move.terms) for moves in every}
        terms = [names for moves in found for _, move in moves for _, names in move.terms]
        if len(found) > 1 or any(sum(map(names.count, free)) > 1 for names in terms):
            return False
    return rule.after is None


def substituted(polynomial: Polynomial, values: Mapping[str, Polynomial]) -> Polynomial:
    total = Polynomial()
    for coefficient, names in polynomial.terms:
        term = Polynomial.number(coefficient)
        for name in names:
            term *= values[name]
        total += term
    return total


def line(polynomial: Polynomial) -> Line | None:
    """The slope in u and the value at 0, of what is affine in u and has no other name."""
    found = {names: fraction(coefficient) for coefficient, names in polynomial.terms}
    zero = Fraction(0)
    return (found.get(("u",), zero), found.get((), zero)) if {*found} <= {("u",), ()} else None


def fraction(number: object) -> Fraction:
    return Fraction(str(number))

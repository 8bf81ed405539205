"""Checks the claim that no examples keep a contract: every firing pattern begins with one that cannot be.

Why it cannot be is an identity of polynomials in the unknown examples (docs/synthesis.md): a sum of products of values
that the pattern makes positive (all but one may have factors that are 0), plus squares, plus multiples of what it makes
0, vanishes. Here it is multiplied out. Where only solvers were asked nothing is checked, and that is counted apart.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.core.kernel.certificate import Term, total
from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.gadgets.synthesis.problem import Pattern, Prefix, Problem

KINDS = ("equations", "certificate", "solvers")


@dataclass(frozen=True)
class Reason:
    """An identity from which it follows that no examples fire by a pattern."""

    terms: tuple[Term, ...]  # products of what is not negative, at least one of them of what is positive
    squares: tuple[tuple[Any, Any], ...]  # a positive coefficient, and what is squared
    multipliers: tuple[tuple[int, Any], ...]  # the number of an equation, and what it is multiplied by

    @property
    def by_equations(self) -> bool:
        """Whether the equations alone say 0 = 1, by a combination with rational coefficients."""
        constant = all(multiplier.is_ground for _, multiplier in self.multipliers)
        return constant and not self.squares and not any(any(term.powers) for term in self.terms)


Why = Reason | tuple[str, ...]  # or the names of the solvers that were asked


@dataclass(frozen=True)
class Counts:
    """How many firing patterns are refuted in each way; those of solvers are not proved."""

    equations: int = 0
    certificate: int = 0
    solvers: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, kind) + getattr(other, kind) for kind in KINDS))

    @property
    def total(self) -> int:
        return sum(getattr(self, kind) for kind in KINDS)


def check(problem: Problem, refuted: Sequence[tuple[Prefix, Why]], below: Prefix = ()) -> Counts:
    """Counts the patterns that are refuted in each way; raises BadCertificate unless that is every one below."""
    counts = Counts()
    for prefix, why in refuted:
        check_form(problem, prefix)
        patterns = number_of_patterns(problem, [prefix])
        if isinstance(why, Reason):
            check_reason(problem, prefix, why)
            counts += Counts(**{"equations" if why.by_equations else "certificate": patterns})
        elif sorted(name.partition(" ")[0] for name in why) != ["cvc5", "z3"]:
            raise BadCertificate(f"the pattern {shown(prefix)} was not refuted by both z3 and cvc5")
        else:
            counts += Counts(solvers=patterns)
    check_covered(problem, [prefix for prefix, _ in refuted], below)
    return counts


def every_pattern(problem: Problem) -> Iterator[Pattern]:
    """All patterns of one case, from those in which most moves."""
    return itertools.product(reversed(range(len(problem.pieces))), repeat=problem.steps)


def number_of_patterns(problem: Problem, prefixes: Sequence[Prefix]) -> int:
    """How many whole patterns begin with one of these prefixes, of which none begins with another."""
    steps = (problem.steps * (len(problem.cases) - len(prefix)) for prefix in prefixes)
    return sum(len(problem.pieces) ** number for number in steps)


def check_form(problem: Problem, prefix: Prefix) -> None:
    known = range(len(problem.pieces))
    steps = [[piece for piece in pattern if piece in known] for pattern in prefix]
    if len(prefix) > len(problem.cases) or any(len(pattern) != problem.steps for pattern in (*prefix, *steps)):
        raise BadCertificate(f"the pattern {shown(prefix)} does not fit {problem.steps} steps and the cases")


def check_covered(problem: Problem, prefixes: Sequence[Prefix], below: Prefix) -> None:
    """Every pattern of all cases that begins with `below` begins with exactly one of the prefixes."""
    refuted, tree = set(prefixes), {prefix[:k] for prefix in prefixes for k in range(len(below), len(prefix))}
    if len(refuted) != len(prefixes) or refuted & tree:
        raise BadCertificate("a pattern is refuted twice, which would count it twice")
    if any(prefix[: len(below)] != below for prefix in prefixes):
        raise BadCertificate(f"a pattern is refuted that does not begin with {shown(below)}")
    for prefix in (tree or {below}) - refuted:
        for pattern in every_pattern(problem):  # not listed: they may be 2^300
            if (*prefix, pattern) not in refuted and (*prefix, pattern) not in tree:
                raise BadCertificate(f"nothing refutes the pattern {shown((*prefix, pattern))}")


def check_reason(problem: Problem, prefix: Prefix, reason: Reason) -> None:
    """The identity: what is positive, plus squares, plus multiples of zero, is zero."""
    system = problem.system(prefix)
    bounds = system.bounds
    if any(len(term.powers) != len(bounds) for term in reason.terms) or not any(
        system.is_strict(term.powers) for term in reason.terms
    ):
        raise BadCertificate(f"the reason for the pattern {shown(prefix)} has no terms that fit it")
    value = problem.ring.zero
    for term in reason.terms:
        used = [k for k, power in enumerate(term.powers) if power]
        alone = Term(term.coefficient, tuple(term.powers[k] for k in used))
        value = value + total([alone], [bounds[k] for k in used], problem.ring.zero)
    for coefficient, root in reason.squares:
        if not coefficient > 0:
            raise BadCertificate(f"a square in the reason for the pattern {shown(prefix)} does not count positively")
        value = value + coefficient * root**2
    for place, multiplier in reason.multipliers:
        value = value + multiplier * system.equations[place]
    if value != 0:
        raise BadCertificate(f"the reason for the pattern {shown(prefix)} is no identity")


def shown(prefix: Prefix) -> str:
    """The pattern as text, such as 110,010: for each case the interval of each step."""
    return ",".join("".join(map(str, pattern)) for pattern in prefix) or "(any)"

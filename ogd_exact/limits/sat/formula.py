"""Formulas in conjunctive form, and the same in clauses of three literals."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from math import isqrt, prod

Clause = tuple[int, ...]  # v or -v for each literal
Group = tuple[Clause, ...]
MOST_LITERALS = 3


@dataclass(frozen=True)
class Formula:
    variables: int  # numbered from 1
    clauses: tuple[Clause, ...]

    def holds(self, true: frozenset[int]) -> bool:
        """Whether every clause has a literal that holds, where these variables are true."""
        return all(any((abs(literal) in true) == (literal > 0) for literal in clause) for clause in self.clauses)


def split(formula: Formula) -> tuple[Group, ...]:
    """The short clauses that stand for each clause; neighbours share a variable of their own.

    (a or b or c or d or e) becomes (a or b or z), (not z or c or z'), (not z' or d or e).
    """
    newest, groups = formula.variables, list[Group]()
    for clause in formula.clauses:
        rest, group = list(dict.fromkeys(clause)), list[Clause]()
        while len(rest) > MOST_LITERALS:
            newest += 1
            group.append((rest[0], rest[1], newest))
            rest = [-newest, *rest[2:]]
        groups.append((*group, tuple(rest)))
    return tuple(groups)


def primes_for(clauses: Iterable[Clause]) -> dict[int, int]:
    """A prime for each variable that occurs, small ones for those that occur in many clauses."""
    occurs = Counter(variable for clause in clauses for variable in {abs(literal) for literal in clause})
    order = sorted(occurs, key=lambda variable: (-occurs[variable], variable))
    return dict(zip(order, filter(is_prime, count(2)), strict=False))


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def true_in_pass(number: int, primes: Mapping[int, int]) -> frozenset[int]:
    """The assignment that a pass tries, counted from 0: a variable is true if its prime divides the number."""
    return frozenset(variable for variable, prime in primes.items() if number % prime == 0)


def block_length(clause: Clause, primes: Mapping[int, int]) -> int:
    return prod(primes[variable] for variable in {abs(literal) for literal in clause})


def failures(clause: Clause, primes: Mapping[int, int]) -> bytearray:
    """The passes in which a clause fails: 1 for each, else 0, as far as the clause does not repeat itself."""
    length = block_length(clause, primes)
    found = bytearray(b"\1") * length
    for literal in clause:
        prime = primes[abs(literal)]
        if literal > 0:
            found[::prime] = bytes(length // prime)
        else:
            for rest in range(1, prime):
                found[rest::prime] = bytes(length // prime)
    return found

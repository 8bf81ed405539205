"""Formulas in conjunctive form, and the same in clauses of three literals."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

Clause = tuple[int, ...]  # v or -v for each literal
MOST_LITERALS = 3


@dataclass(frozen=True)
class Formula:
    variables: int  # numbered from 1
    clauses: tuple[Clause, ...]

    def holds(self, true: frozenset[int]) -> bool:
        """Whether every clause has a literal that holds, where these variables are true."""
        return all(any((abs(literal) in true) == (literal > 0) for literal in clause) for clause in self.clauses)


@dataclass(frozen=True)
class Split:
    """For each clause of a formula, the short ones that stand for it: neighbours share a variable of their own."""

    pieces: tuple[tuple[Clause, ...], ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(piece for group in self.pieces for piece in group)


def split(formula: Formula) -> Split:
    """(a or b or c or d or e) becomes (a or b or z), (not z or c or z'), (not z' or d or e)."""
    newest, groups = formula.variables, []
    for clause in formula.clauses:
        rest = list(dict.fromkeys(clause))
        group = []
        while len(rest) > MOST_LITERALS:
            newest += 1
            group.append((rest[0], rest[1], newest))
            rest = [-newest, *rest[2:]]
        groups.append((*group, tuple(rest)))
    return Split(tuple(groups))


def primes_for(clauses: tuple[Clause, ...]) -> dict[int, int]:
    """A prime for each variable that occurs, small ones for those that occur in many clauses."""
    occurs = Counter(variable for clause in clauses for variable in {abs(literal) for literal in clause})
    chosen: dict[int, int] = {}
    candidate = 2
    for variable in sorted(occurs, key=lambda v: (-occurs[v], v)):
        while not is_prime(candidate):
            candidate += 1
        chosen[variable], candidate = candidate, candidate + 1
    return chosen


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def true_in_pass(number: int, primes: Mapping[int, int]) -> frozenset[int]:
    """The assignment that a pass tries, counted from 0: a variable is true if its prime divides the number."""
    return frozenset(variable for variable, prime in primes.items() if number % prime == 0)


def block_length(clause: Clause, primes: Mapping[int, int]) -> int:
    return prod(primes[variable] for variable in {abs(literal) for literal in clause})


def failures(clause: Clause, primes: Mapping[int, int]) -> bytearray:
    """For each pass, as far as the clause does not repeat itself, 1 if it fails there, else 0."""
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

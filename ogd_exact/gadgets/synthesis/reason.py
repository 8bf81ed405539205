"""Looks for a reason that no examples fire by a pattern. It is not trusted: synthesis/refutation.py checks it.

A reason is an identity: a sum of products of what must be positive, plus squares, plus multiples of the equations, is
zero. With no product but 1, and no squares, it is a combination of the equations that says 0 = 1. The linear equations
are solved and put into all else; then an exact linear program combines what is left.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.core.kernel.certificate import Term
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.gadgets.prover.search import coefficients, in_domain
from ogd_exact.gadgets.prover.simplex import solve
from ogd_exact.gadgets.synthesis.problem import Prefix, Problem, System
from ogd_exact.gadgets.synthesis.refutation import Reason

MAX_COLUMNS = 600
Basis = list[tuple[Any, list[Any]]]  # a polynomial, and how it is combined of the equations


@dataclass(frozen=True)
class Attempt:
    """What to combine: products of what is positive, by their powers; squares; and multiples of equations."""

    powers: list[tuple[int, ...]]
    squares: list[Any] = field(default_factory=list)
    multiples: list[tuple[int, Any]] = field(default_factory=list)


def find_reason(problem: Problem, prefix: Prefix) -> Reason | None:
    system = problem.system(prefix)
    basis = linear_basis(system)
    none = (0,) * len(system.bounds)
    for equation, combination in basis:
        if equation.is_ground:  # 0 = 1, once it is divided by that number
            rows = [(place, problem.ring.ground_new(-a / equation.LC)) for place, a in enumerate(combination) if a]
            return Reason((Term(problem.ring.domain.one, none),), (), tuple(rows))
    divisors = [equation for equation, _ in basis]
    reduced = [value.rem(divisors) if divisors else value for value in system.bounds]
    for attempt in attempts(system, reduced, problem):
        if found := combined(attempt, system, reduced, divisors, problem):
            return lifted(found, system, basis, problem)
    return None


def linear_basis(system: System) -> Basis:
    """The linear equations, each solved for an unknown that no other has; or one that says that a number is 0."""
    found: Basis = []
    for place, equation in enumerate(system.equations):
        if is_linear(equation):
            row = [equation.ring.domain.zero] * len(system.equations)
            row[place] = equation.ring.domain.one
            for other, combination in found:
                equation, row = without(other, combination, equation, row)
            if equation.is_ground and equation != 0:
                return [(equation, row)]
            if equation != 0:
                scale = 1 / equation.LC
                equation, row = scale * equation, [scale * a for a in row]
                found = [(equation, row), *(without(equation, row, *other) for other in found)]
    return found


def without(solved: Any, combination: list[Any], equation: Any, row: list[Any]) -> tuple[Any, list[Any]]:
    """An equation in which the unknown is replaced for which another one is solved."""
    factor = equation.get(solved.LM, equation.ring.domain.zero)
    return equation - factor * solved, [a - factor * b for a, b in zip(row, combination, strict=True)]


def is_linear(polynomial: Any) -> bool:
    return max(map(sum, polynomial.monoms())) <= 1


def attempts(system: System, reduced: Sequence[Any], problem: Problem) -> Iterator[Attempt]:
    """What to combine, from little to much."""
    count, gens = len(reduced), problem.ring.gens
    single = [(0,) * count, *(tuple(int(i == j) for j in range(count)) for i in range(count))]
    yield Attempt(single)
    curved = [place for place, equation in enumerate(system.equations) if not is_linear(equation)]
    multiples = [(place, factor) for place in curved for factor in (problem.ring.one, *gens)]
    if multiples:
        yield Attempt(single, [], multiples)
    used = [g for g in gens if any(value.degree(g) > 0 for value in reduced)]
    squares = [*used, *(a + sign * b for a, b in itertools.combinations(used, 2) for sign in (1, -1))]
    squares += [g + sign for g in used for sign in (1, -1)]
    yield Attempt(single, squares, multiples)
    both = [
        tuple(int(k == i) + int(k == j) for k in range(count))
        for i, j in itertools.combinations_with_replacement(range(count), 2)
    ]
    yield Attempt([*single, *both], squares, multiples)


def combined(
    attempt: Attempt, system: System, reduced: Sequence[Any], divisors: list[Any], problem: Problem
) -> Reason | None:
    """Coefficients with which all adds up to nothing, but for multiples of the linear equations."""
    ring, curved = problem.ring, []
    if len(attempt.powers) + len(attempt.squares) + 2 * len(attempt.multiples) > MAX_COLUMNS:
        return None
    for place, factor in attempt.multiples:
        value = factor * system.equations[place]
        curved.append(coefficients(value.rem(divisors) if divisors else value))
    columns = [coefficients(product(ring.one, reduced, powers)) for powers in attempt.powers]
    for column, powers in zip(columns, attempt.powers, strict=True):
        column |= {"sum": rational(1)} if system.is_strict(powers) else {}
    columns += [coefficients((s**2).rem(divisors) if divisors else s**2) for s in attempt.squares]
    columns += curved + [{m: -c for m, c in entries.items()} for entries in curved]
    found = solve(columns, {"sum": rational(1)})
    if found is None:
        return None
    of = [in_domain(found.get(k, rational(0)), ring) for k in range(len(columns))]
    first, second, third = (len(part) for part in (attempt.powers, attempt.squares, attempt.multiples))
    up, down = of[first + second : first + second + third], of[first + second + third :]
    return Reason(
        tuple(Term(w, powers) for w, powers in zip(of, attempt.powers, strict=False) if w),
        tuple((w, square) for w, square in zip(of[first:], attempt.squares, strict=False) if w),
        tuple((p, (a - b) * f) for a, b, (p, f) in zip(up, down, attempt.multiples, strict=True) if a != b),
    )


def product(scale: Any, values: Sequence[Any], powers: Sequence[int]) -> Any:
    for value, power in zip(values, powers, strict=True):
        scale = scale * value**power if power else scale
    return scale


def lifted(reason: Reason, system: System, basis: Basis, problem: Problem) -> Reason:
    """The reason with those multiples of the linear equations that make its sum vanish."""
    ring = problem.ring
    total = sum((product(ring.ground_new(t.coefficient), system.bounds, t.powers) for t in reason.terms), ring.zero)
    total = total + sum(c * s**2 for c, s in reason.squares)
    multipliers = [ring.zero] * len(system.equations)
    for place, factor in reason.multipliers:
        multipliers[place] += factor
        total = total + factor * system.equations[place]
    if basis and total != 0:
        quotients, _ = total.div([equation for equation, _ in basis])
        for (_, combination), quotient in zip(basis, quotients, strict=True):
            multipliers = [m - a * quotient for m, a in zip(multipliers, combination, strict=True)]
    return Reason(reason.terms, reason.squares, tuple((k, m) for k, m in enumerate(multipliers) if m != 0))

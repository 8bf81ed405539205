"""Guesses where z3 has no answer: how far each example that moves by its output misses its label is set to some number.

Then the weights are linear in what is left, which is solved at once, or is contradictory and takes no more time.
"""

import random
from collections.abc import Iterator
from typing import Any

from ogd_exact.synthesis.problem import Prefix, Problem, System
from ogd_exact.synthesis.reason import linear_basis

SIZES = (("1/2",), ("1",), ("1/2", "1", "2", "1/4"))
MOST = 40  # guesses without a contradiction, for each of which z3 is asked


def guessed_systems(problem: Problem, prefix: Prefix, seed: int, guesses: int) -> Iterator[System]:
    """What is left to solve, for as many guesses as are not contradictory."""
    placed = [(t, k, piece) for k, pattern in enumerate(prefix) for t, piece in enumerate(pattern)]
    names = [problem.unknowns[f"m{t + 1}_{k + 1}"] for t, k, piece in placed if problem.named(piece)]
    luck, passed, whole = random.Random(repr((seed, prefix))), 0, problem.system(prefix)
    seen: set[tuple[Any, ...]] = set()
    for _ in range(guesses if names else 0):
        sizes = luck.choice(SIZES)
        values = tuple(luck.choice((1, -1)) * problem.polynomial(luck.choice(sizes)).coeff(1) for _ in names)
        if values in seen:
            continue
        seen.add(values)
        chosen = list(zip(names, values, strict=True))
        system = System(
            [*(name - value for name, value in chosen), *(equation.subs(chosen) for equation in whole.equations)],
            [value.subs(chosen) for value in whole.positive],
            [value.subs(chosen) for value in whole.weak],
        )
        solved = solved_system(system._replace(equations=[e for e in system.equations if e != 0]))
        if solved is not None:
            passed += 1
            yield solved
        if passed == MOST:
            return


def solved_system(system: System) -> System | None:
    """The system with its linear equations solved and put into the others, again and again; None if it is refuted."""
    while True:
        basis = [equation for equation, _ in linear_basis(system)]
        if any(equation.is_ground for equation in basis):
            return None
        others = [equation.rem(basis) for equation in system.equations] if basis else system.equations
        others = [equation for equation in others if equation != 0]
        positive, weak = ([value.rem(basis) if basis else value for value in part] for part in system[1:])
        if any(value.is_ground and not value.coeff(1) > 0 for value in positive):
            return None
        if any(value.is_ground and value.coeff(1) < 0 for value in weak):
            return None
        system = System([*basis, *others], positive, weak)
        if all(max(map(sum, equation.monoms())) > 1 for equation in others):
            return system

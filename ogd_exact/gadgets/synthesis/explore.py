"""The search below one prefix of a firing pattern: a pure function of the problem, so that it can run anywhere."""

import random
import time
from dataclasses import dataclass
from fractions import Fraction

from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.gadgets.synthesis.numbers import Numbers, short_values
from ogd_exact.gadgets.synthesis.problem import Pattern, Prefix, Problem
from ogd_exact.gadgets.synthesis.refutation import every_pattern
from ogd_exact.gadgets.synthesis.solver import Solver


@dataclass(frozen=True)
class Effort:
    """How hard to try; the seed says in which order patterns are tried."""

    numbers: Numbers = Numbers()
    seed: int = 0
    seconds_per_pattern: float = 3.0
    seconds_per_prefix: float = 1.0  # where no answer costs no more than a longer search


@dataclass(frozen=True)
class Outcome:
    """What became of the patterns below a prefix: every one of them is found, refuted or open."""

    found: tuple[Fraction, ...] | None = None  # values of the unknowns
    refuted: tuple[Prefix, ...] = ()
    unsolved: tuple[Prefix, ...] = ()


def patterns(problem: Problem, seed: int, case: int) -> list[Pattern]:
    """All patterns of one case: if examples merely add, those in which much moves first; or in the order of a seed."""
    every = list(every_pattern(problem))
    if not is_additive(problem.rule):
        every.reverse()
    if seed:
        random.Random(seed * 1000 + case).shuffle(every)
    return every


def explore(problem: Problem, prefix: Prefix, effort: Effort, until: float) -> Outcome:
    """Goes through the patterns below a prefix until one yields a table, or until the clock says so."""
    search = Search(problem, effort, until)
    for case, pattern in enumerate(prefix):
        search.solver.push(problem.case_system(case, pattern))
    search.below(prefix)
    return Outcome(search.values, tuple(search.refuted), tuple(search.unsolved))


class Search:
    def __init__(self, problem: Problem, effort: Effort, until: float) -> None:
        self.problem, self.effort, self.until = problem, effort, until
        self.solver = Solver(problem.names, problem.system(()), effort.seed)
        self.refuted: list[Prefix] = []
        self.unsolved: list[Prefix] = []
        self.values: tuple[Fraction, ...] | None = None

    def below(self, prefix: Prefix) -> bool:
        """Whether a table was found; what was not is noted."""
        if time.monotonic() > self.until:
            self.unsolved.append(prefix)
            return False
        whole = len(prefix) == len(self.problem.cases)
        seconds = self.effort.seconds_per_pattern if whole else self.effort.seconds_per_prefix
        answer = self.solver.satisfiable(min(seconds, max(0.05, self.until - time.monotonic())))
        if answer is False:
            self.refuted.append(prefix)
            return False
        if whole:
            wanted = [name for name in self.problem.names if not name.startswith("m")]
            values = short_values(self.solver, len(wanted), self.effort.numbers, self.until) if answer else None
            if values is None:
                self.unsolved.append(prefix)
                return False
            self.values = tuple(values)
            return True
        case = len(prefix)
        for number, pattern in enumerate(order := patterns(self.problem, self.effort.seed, case)):
            self.solver.push(self.problem.case_system(case, pattern))
            found = self.below((*prefix, pattern))
            self.solver.pop()
            if found:
                return True
            if time.monotonic() > self.until:
                self.unsolved += [(*prefix, rest) for rest in order[number + 1 :]]
                return False
        return False

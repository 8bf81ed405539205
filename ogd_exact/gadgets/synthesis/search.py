"""Goes through all firing patterns of a problem, in tasks that can run anywhere, here or in other processes."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol, TypeVar

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.synthesis.evidence import Claim, kinds_of, number_of_kinds, why_data, why_in
from ogd_exact.gadgets.synthesis.explore import Effort, Outcome, explore, patterns
from ogd_exact.gadgets.synthesis.problem import Prefix, Problem
from ogd_exact.gadgets.synthesis.reason import find_reason
from ogd_exact.gadgets.synthesis.refutation import Counts, Why, check, number_of_patterns
from ogd_exact.gadgets.synthesis.solver import Solver, refuted_by_cvc5, versions

MOST_TASKS = 100_000
FEW = 8  # problems, of which each is cut into several tasks
TOGETHER = 8  # patterns whose reasons are looked for in one task: to send one costs as much as to find one

Given = TypeVar("Given")
Result = TypeVar("Result")


class Mapped(Protocol):
    """`map`, or what does the same in many processes; the results come in order."""

    def __call__(self, function: Callable[[Given], Result], items: Sequence[Given], /) -> Iterator[Result]: ...


@dataclass(frozen=True, repr=False)
class Tried:
    """What became of all patterns with so many steps: a table is found, or all are refuted, or some are open."""

    steps: int
    patterns: int
    found: tuple[Problem, dict[str, Fraction]] | None = None
    counts: Counts = Counts()  # of refutations that were checked
    claims: tuple[Claim, ...] = ()
    unchecked: int = 0  # refuted by z3, with others open
    unsolved: int = 0

    @property
    def refuted(self) -> bool:
        return self.found is None and self.unsolved == 0

    @property
    def verdict(self) -> str:
        return "found" if self.found else "refuted" if self.refuted else "open"

    @property
    def proved(self) -> bool:
        """Whether it is refuted, and no solver need be believed."""
        return self.refuted and self.counts.solvers == 0

    def __repr__(self) -> str:
        return f"Tried(steps={self.steps}, patterns={self.patterns}, verdict={self.verdict!r})"


def subproblems(problem: Problem, nonzeros: int, seed: int) -> list[tuple[Problem, Prefix]]:
    """A part for each choice of coordinates and labels; where these are few, for each pattern of the first case.

    The parts, and what comes of them, do not depend on who searches them, nor on how many do.
    """
    if number_of_kinds(problem, nonzeros) > MOST_TASKS:
        raise InputError(f"examples may name coordinates in more than {MOST_TASKS} ways; ask for fewer steps")
    problems = list(kinds_of(problem, nonzeros))
    split = len(problems) < FEW and len(problem.cases) > 1
    prefixes = [(p,) for p in patterns(problem, seed, 0)] if split else [()]
    return [(one, prefix) for one in problems for prefix in prefixes]


class Deadline:
    """A time by the clock on the wall, as that of `time.monotonic` means nothing to another machine."""

    def __init__(self, until: float) -> None:
        self.end = time.time() + until - time.monotonic()

    @property
    def until(self) -> float:
        return time.monotonic() + self.end - time.time()


def explore_until(deadline: Deadline, effort: Effort, part: tuple[Problem, Prefix]) -> Outcome:
    """Searches one part; a function of the module, which can be sent to another process."""
    return explore(*part, effort, deadline.until)


def attempt(
    problem: Problem, nonzeros: int, effort: Effort, until: float, progress: Callable[..., None], mapped: Mapped = map
) -> Tried:
    """Looks for examples, and if there are none for a reason of every pattern."""
    todo = subproblems(problem, nonzeros, effort.seed)
    whole = number_of_kinds(problem, nonzeros) * number_of_patterns(problem, [()])
    claimed: list[tuple[Problem, Prefix]] = []
    unsolved = 0
    outcomes = mapped(partial(explore_until, Deadline(until), effort), todo)
    for done, ((one, _), outcome) in enumerate(zip(todo, outcomes, strict=True), 1):
        progress(done, len(todo))
        if outcome.found is not None:
            return Tried(problem.steps, whole, (one, dict(zip(one.names, outcome.found, strict=False))))
        unsolved += number_of_patterns(problem, outcome.unsolved)
        claimed += [(one, prefix) for prefix in outcome.refuted]
    if unsolved:
        return Tried(problem.steps, whole, unsolved=unsolved, unchecked=whole - unsolved)
    claims: dict[Any, list[tuple[Prefix, Why]]] = {}
    together = [claimed[start : start + TOGETHER] for start in range(0, len(claimed), TOGETHER)]
    reasons = itertools.chain.from_iterable(mapped(Reasoned(effort.seconds_per_pattern, until).written, together))
    for number, ((one, prefix), found) in enumerate(zip(claimed, reasons, strict=True)):
        progress(number, len(claimed))
        kind = (one.supports, one.labels)
        claims.setdefault(kind, [])
        if found is None:
            unsolved += number_of_patterns(problem, [prefix])
        else:
            claims[kind] += [(part, why_in(why, one)) for part, why in found]
    if unsolved:
        return Tried(problem.steps, whole, unsolved=unsolved, unchecked=whole - unsolved)
    listed = tuple(
        Claim(replace(problem, supports=supports, labels=labels), tuple(found))
        for (supports, labels), found in claims.items()
    )
    counts = sum((check(claim.problem, claim.refuted) for claim in listed), Counts())
    return Tried(problem.steps, whole, counts=counts, claims=listed)


class Reasoned:
    """Why a pattern that z3 refutes cannot be: in one piece, or else in pieces of one case more, or by cvc5 as well."""

    def __init__(self, seconds: float, until: float) -> None:
        self.seconds, self.deadline = seconds, Deadline(until)

    def __call__(self, claimed: tuple[Problem, Prefix]) -> list[tuple[Prefix, Why]] | None:
        problem, prefix = claimed
        if time.monotonic() > self.deadline.until:
            return None
        if reason := find_reason(problem, prefix):
            return [(prefix, reason)]
        below = patterns(problem, 0, 0) if len(prefix) < len(problem.cases) else []
        parts = [((*prefix, pattern), find_reason(problem, (*prefix, pattern))) for pattern in below]
        proved = [(part, reason) for part, reason in parts if reason is not None]
        if parts and len(proved) == len(parts):
            return [*proved]
        if self.by_two_solvers(problem, prefix):
            return [(prefix, tuple(f"{name} {version}" for name, version in versions().items()))]
        whole: list[tuple[Prefix, Why]] = [*proved]
        for part in (part for part, reason in parts if reason is None):
            found = self((problem, part))
            if found is None:
                return None
            whole += found
        return whole if parts else None

    def by_two_solvers(self, problem: Problem, prefix: Prefix) -> bool:
        solver = Solver(problem.names, problem.system(prefix))
        seconds = min(2 * self.seconds, max(0.1, self.deadline.until - time.monotonic()))
        return solver.satisfiable(seconds) is False and refuted_by_cvc5(solver.script(), seconds) is True

    def written(self, together: Sequence[tuple[Problem, Prefix]]) -> list[list[tuple[Prefix, dict[str, Any]]] | None]:
        """Reasons of several patterns as evidence has them: they can be sent elsewhere, as polynomials cannot."""
        found = map(self, together)
        return [None if one is None else [(prefix, why_data(why)) for prefix, why in one] for one in found]

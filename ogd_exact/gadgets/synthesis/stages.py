"""Finds a gadget in stages: by way of weights, after some of its steps, that can be guessed.

A gadget that overwrites a bit may first make it true whatever it was, which leaves fewer cases to the steps behind it.
A way station gives each coordinate that the gadget changes one value in all cases, or its end, or leaves it as it
began. Such a value is a weight of its start or end; or 1 over one, if an example rests where w.x reaches 1: two steps
lead there from 0 and from w alike, however small w is. This finds tables, and refutes none.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from ogd_exact.gadgets.properties.traits import is_additive, is_relu
from ogd_exact.gadgets.synthesis.evidence import kinds_of
from ogd_exact.gadgets.synthesis.explore import Effort, explore
from ogd_exact.gadgets.synthesis.pairs import fraction, pair
from ogd_exact.gadgets.synthesis.problem import Problem, Values

SECONDS = 2.0  # for one stage, before another way station is tried
Line = dict[str, Any]
Case = tuple[Line, Line, list[str]]
Solved = tuple[Problem, Values]


@dataclass(frozen=True)
class Stage(Problem):
    """Some steps of a problem, from a way station or to one."""

    lines: tuple[Case, ...] = ()  # start, end and what never moves, numbers in the whole problem's ring

    @cached_property
    def cases(self) -> list[Case]:
        return [({c: self.here(w) for c, w in start.items()}, {c: self.here(w) for c, w in end.items()}, still)
                for start, end, still in self.lines]  # fmt: skip

    @cached_property
    def cases_in_words(self) -> list[Any]:
        return list(self.lines)

    def here(self, polynomial: Any) -> Any:
        """The same number in the ring of this stage."""
        return self.ring.ground_new(polynomial.coeff(1))


def in_stages(problem: Problem, nonzeros: int, effort: Effort, until: float) -> Solved | None:
    """The problem with labels and supports for its steps, and values of its unknowns, if stations lead to its ends."""
    stages = Stages(nonzeros, effort, until)
    whole, returned = with_magnitudes_kept(problem) if problem.contract.returns else (problem, Values())
    found = stages.by_pairs(whole) or stages.cut_in_two(whole, stages.by_search)
    if found is None:
        return None
    return replace(problem, labels=found[0].labels, supports=found[0].supports), found[1] | returned


def with_magnitudes_kept(problem: Problem) -> tuple[Stage, Values]:
    """The problem if what may return with any magnitude returns with what the steps leave of its own."""
    of = {c: problem.polynomial(problem.contract.magnitudes.get(c, "1")) for c in problem.contract.returns}
    chosen = {f"returned_{c}": (problem.decay**problem.steps * size).coeff(1) for c, size in of.items()}
    put = [(problem.unknowns[name], value) for name, value in chosen.items()]
    lines = [
        ({c: w.subs(put) for c, w in start.items()}, {c: w.subs(put) for c, w in end.items()}, still)
        for start, end, still in problem.cases
    ]
    contract = replace(problem.contract, returns=())
    stage = Stage(problem.model, contract, problem.steps, problem.free, problem.always, lines=tuple(lines))
    return stage, {name: fraction(w) for name, w in chosen.items()}


@dataclass(frozen=True)
class Stages:
    nonzeros: int
    effort: Effort
    until: float

    def cut_in_two(self, problem: Problem, search: Callable[[Problem], Solved | None]) -> Solved | None:
        for steps in range(1, problem.steps):
            for first, second in ways(problem, steps):
                before = search(first)
                after = search(second) if before else None
                if before and after:
                    return joined(problem, before, after)
                if time.monotonic() > self.until:
                    return None
        return None

    def by_pairs(self, stage: Problem) -> Solved | None:
        """Solves a stage by one pair of examples, or one behind the other, which takes next to no time."""
        if stage.steps % 2 or not is_relu(stage.rule):
            return None
        for one in kinds_of(stage, self.nonzeros) if stage.steps == 2 else ():
            if found := pair(one, self.effort.numbers, self.until):
                return one, found
        return self.cut_in_two(stage, self.by_pairs)

    def by_search(self, stage: Problem) -> Solved | None:
        if found := self.by_pairs(stage):
            return found
        until = min(self.until, time.monotonic() + SECONDS)
        for one in kinds_of(stage, self.nonzeros):
            outcome = explore(one, (), self.effort, until)
            if outcome.found is not None:
                return one, dict(zip(one.names, outcome.found, strict=False))
            if time.monotonic() > until:
                return None
        return None


def joined(problem: Problem, before: Solved, after: Solved) -> Solved:
    """Two stages, one behind the other, in the unknowns of the whole."""
    values, labels, supports = Values(), tuple[int, ...](), tuple[tuple[str, ...], ...]()
    for stage, found in (before, after):
        done = before[0].steps if stage is after[0] else 0
        for step in range(stage.steps):
            names = [f"_{c}" for c in stage.unknown_entries(step)]
            values |= {f"x{done + step + 1}{name}": found[f"x{step + 1}{name}"] for name in names}
            if not stage.rule.labels:
                values[f"y{done + step + 1}"] = found[f"y{step + 1}"]
        labels, supports = labels + stage.labels, supports + stage.supports
    return replace(problem, labels=labels, supports=supports), values


def ways(problem: Problem, steps: int) -> Iterator[tuple[Stage, Stage]]:
    """The problem cut in two after so many steps, at each way station that tells apart what must end apart."""
    rest = problem.steps - steps
    for station in way_stations(problem, steps):
        if any(station[k][c] != problem.decay**steps * start[c]
               for k, (start, _, still) in enumerate(problem.cases) for c in still):  # fmt: skip
            continue
        first = [(start, middle, still) for (start, _, still), middle in zip(problem.cases, station, strict=True)]
        second: dict[tuple[Any, ...], Case] = {}
        for (_, end, still), middle in zip(problem.cases, station, strict=True):
            known = second.setdefault(tuple(middle.values()), (middle, end, []))
            known[2].extend(c for c in still if c not in known[2])
            if known[1] != end:
                break
        else:
            model, always, lines = problem.model, problem.always, tuple(second.values())
            yield (
                Stage(model, problem.contract, steps, always=always, lines=tuple(first)),
                Stage(model, problem.contract, rest, always=always, lines=lines),
            )


def way_stations(problem: Problem, steps: int) -> Iterator[list[Line]]:
    """The weights of all cases after so many steps, by what is guessed of each coordinate that is to change."""
    kept, left = problem.decay**steps, problem.decay ** (problem.steps - steps)
    back = problem.ring.ground_new(1 / left.coeff(1))
    cases = problem.cases
    plain = [{c: kept * weight for c, weight in start.items()} for start, _, _ in cases]
    choices: dict[str, list[list[Any]]] = {}
    for c in problem.contract.coordinates:
        ends = [back * end[c] for _, end, _ in cases if c in end]
        starts = [line[c] for line in plain]
        if len(ends) == len(cases) and ends == starts:
            continue
        met = [start[c].coeff(1) for start, _, _ in cases if start[c]] if is_additive(problem.rule) else ()
        over = [problem.ring.ground_new(1 / weight) for weight in met]
        values = dict.fromkeys((*reversed(starts), *ends, *over))
        options = [[value] * len(cases) for value in values] if c not in problem.rule.state else []
        options += [ends] if len(ends) == len(cases) else []
        choices[c] = [option for option in options if option != starts] + [starts]
    for chosen in product(*choices.values()):
        columns = dict(zip(choices, chosen, strict=True))
        station = [{**line, **{c: column[k] for c, column in columns.items()}} for k, line in enumerate(plain)]
        if station != plain:
            yield station

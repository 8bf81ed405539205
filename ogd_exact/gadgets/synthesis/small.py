"""Finds examples with small entries, by trying them: for rules whose moves depend on w.x, where z3 has few answers.

All examples of a grid are tried on many weights at once, in floating point. Of the weights of all cases that come of
them those are tried on first in which most cases have met. Before the last step what is left to do must be along one x
in all cases. What is found counts only if the kernel takes these steps. This finds tables, and refutes none.
"""

import itertools
import time
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.gadgets.properties.traits import with_coefficients
from ogd_exact.gadgets.synthesis.found import number_of
from ogd_exact.gadgets.synthesis.numbers import SIMPLE, Numbers
from ogd_exact.gadgets.synthesis.pairs import fraction
from ogd_exact.gadgets.synthesis.problem import Problem, Values, mirrored
from ogd_exact.text.extras import optional_module

GRIDS = (7, 11)  # so many of the simplest numbers, and as many labels but two
AT_ONCE = 1 << 22  # weights
KEPT = 4000  # after each step but the last
MOST_EXAMPLES = 20_000
CLOSE = 1e-9
Array = Any


def small_examples(problem: Problem, nonzeros: int, numbers: Numbers, until: float) -> tuple[Problem, Values] | None:
    """The problem with labels for its steps, and values of its unknowns."""
    open_ended = problem.free or problem.contract.returns or problem.always
    if open_ended or any(still for _, _, still in problem.cases):
        return None
    for size in GRIDS:
        small = Small(problem, nonzeros, size, until)
        try:
            with small.np.errstate(all="ignore"):
                found = small.found(numbers) if len(small.examples) <= MOST_EXAMPLES else None
        except OverflowError:  # of weights that are too large
            return None
        if found or time.monotonic() > until:
            return found
    return None


class Level(NamedTuple):
    """Weights by place, case and coordinate; and whence each came: a place in the level before, and an example."""

    weights: Array
    before: Array
    example: Array

    def at(self, places: Array) -> "Level":
        return Level(*(part[places] for part in self))


class Small:
    def __init__(self, problem: Problem, nonzeros: int, size: int, until: float) -> None:
        self.np = optional_module("numpy", "tries small examples", "synthesis")
        self.problem, self.until = problem, until
        self.taken = problem.model.step(problem.model.arithmetic.read)
        self.grid = [rational(Fraction(number)) for number in SIMPLE[:size]]
        self.labels = list(problem.rule.labels) or sums(self.grid[:-2], (*self.taken.kinks, rational(0)))
        if mirrored(problem.rule):
            self.labels = [1]
        self.nonzeros = nonzeros or len(problem.inputs)
        xs = itertools.islice(itertools.product(self.grid, repeat=len(problem.inputs)), MOST_EXAMPLES + 1)
        few = [x for x in xs if 0 < sum(map(bool, x)) <= self.nonzeros]
        pairs = itertools.product(few, self.labels)
        self.examples = [Example(dict(zip(problem.inputs, x, strict=True)), y) for x, y in pairs]

    @cached_property
    def lines(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The exact weights of all cases at the start and at the end."""
        pairs = [[{c: number_of(w) for c, w in line.items()} for line in case[:2]] for case in self.problem.cases]
        return [start for start, _ in pairs], [{c: end[c] for c in start} for start, end in pairs]

    def array(self, rows: Any) -> Array:
        return self.np.array([[float(number) for number in row] for row in rows])

    def found(self, numbers: Numbers) -> tuple[Problem, Values] | None:
        np, problem = self.np, self.problem
        starts, ends = (self.array(line.values() for line in lines) for lines in self.lines)
        none = np.zeros(1, int)
        levels = [Level(starts[None], none, none)]
        for _ in range(problem.steps - 1):
            levels.append(self.next_level(levels[-1], ends))
            if not len(levels[-1].weights):
                return None
        for place, scale, label in self.last_steps(levels[-1].weights, ends):
            path = []
            for level in reversed(levels[1:]):
                path.append(self.examples[level.example[place]])
                place = level.before[place]
            if (done := self.exactly(path[::-1], scale, label)) and all(map(numbers.allow, done[1].values())):
                return done
        return None

    def next_level(self, level: Level, ends: Array) -> Level:
        """What all examples make of all weights."""
        np, parts = self.np, list[Level]()
        x, y = self.array(e.x.values() for e in self.examples), self.array([[e.y] for e in self.examples])
        count = max(1, AT_ONCE // (len(x) * ends.size))
        for first in range(0, len(level.weights), count):
            if first and time.monotonic() > self.until:
                break
            after = self.moved(level.weights[first : first + count, None], x, y).reshape(-1, *ends.shape)
            before, example = np.divmod(np.arange(len(after)), len(x))
            parts.append(self.best(Level(after, before + first, example), ends))
        return self.best(Level(*map(np.concatenate, zip(*parts, strict=True))), ends)

    def best(self, level: Level, ends: Array) -> Level:
        """The different ones in which no cases met that must end apart: those where most met, and then the smallest."""
        np, weights = self.np, level.weights
        good, met = np.isfinite(weights).all((1, 2)), np.zeros(len(weights))
        for one, other in itertools.combinations(range(len(ends)), 2):
            same = np.abs(weights[:, one] - weights[:, other]).max(1) < CLOSE
            met += same
            good &= ~same | (ends[one] == ends[other]).all()
        level, met = level.at(good), met[good]
        mixed = level.weights.reshape(len(met), ends.size) @ np.random.default_rng(0).random(ends.size)
        _, different = np.unique(mixed.round(6), return_index=True)
        level, met = level.at(different), met[different]
        return level.at(np.lexsort((np.abs(level.weights).sum((1, 2)), -met))[:KEPT])

    def moved(self, weights: Array, x: Array, y: Array) -> Array:
        """Weights by case and coordinate after examples; those on a kink are no numbers."""
        np, problem, rule = self.np, self.problem, with_coefficients(self.problem.rule, float)
        names = list(problem.contract.coordinates)
        inputs, states = ([names.index(c) for c in part] for part in (problem.inputs, rule.state))
        x, rate = x[..., None, :], float(self.taken.rate)
        values = {"p": (weights[..., inputs] * x).sum(-1), "y": y, **{c: float(v) for c, v in self.taken.constants}}
        values |= {c: weights[..., place] for c, place in zip(rule.state, states, strict=True)}
        score = rule.score.at(values) + 0 * values["p"]
        kinks = np.array([float(kink) for kink in self.taken.kinks])
        interval = np.searchsorted(kinks, score + CLOSE)
        decays = [float(problem.decay.coeff(1)) if c in problem.inputs else 1.0 for c in names]
        after = self.array([decays]) * weights + 0 * x[..., :1]
        for k, moves in enumerate(rule.moves):
            for name, move in moves:
                slope = np.where(interval == k, rate * move.at(values), 0.0)
                if name == "x":
                    after[..., inputs] += slope[..., None] * x
                else:
                    after[..., names.index(name)] += slope
        for k, kink in enumerate(kinks):
            if k not in problem.harmless:
                after[np.abs(score - kink) < CLOSE] = np.nan
        return after

    def last_steps(self, weights: Array, ends: Array) -> list[tuple[int, Any, Any]]:
        """Places, the largest entry of x, and labels, with which one more step leads to the ends, but for rounding."""
        np, scales = self.np, self.grid[1:]
        inputs = [self.problem.contract.coordinates.index(c) for c in self.problem.inputs]
        left = (ends - float(self.problem.decay.coeff(1)) * weights)[..., inputs]
        rows = left[np.arange(len(left)), np.abs(left).max(2).argmax(1)]
        sizes = (rows**2).sum(1)
        along = left - ((left * rows[:, None]).sum(2) / np.maximum(sizes, CLOSE)[:, None])[..., None] * rows[:, None]
        (places,) = np.nonzero((np.abs(along).max((1, 2)) < CLOSE) & (sizes > CLOSE))
        labels = self.labels if self.problem.rule.labels else sums(self.labels, self.grid)
        tries = list(itertools.product(scales, labels))
        y, found = self.array([label] for _, label in tries), list[tuple[int, Any, Any]]()
        for part in np.array_split(places, len(places) * len(tries) * ends.size // AT_ONCE + 1):
            row = rows[part] / rows[part, np.abs(rows[part]).argmax(1)][:, None]
            x = row[:, None] * self.array([scale] for scale, _ in tries)
            after = self.moved(weights[part, None], x, y)
            hits = np.argwhere((np.abs(after - ends) < CLOSE).all((2, 3)))
            found += [(part[place], *tries[number]) for place, number in hits]
        return found

    def exactly(self, path: list[Example], scale: Any, label: Any) -> tuple[Problem, Values] | None:
        """The examples and one more, if they lead to the ends by the kernel's steps."""
        weights, ends = self.lines
        try:
            for example in path:
                weights = [self.taken.take(line, example, sign).weights for line in weights]
            decay = rational(1) - self.taken.rate * self.taken.regularizer
            pairs = zip(weights, ends, strict=True)
            left = [{c: end[c] - decay * line[c] for c in self.problem.inputs} for line, end in pairs]
            most, c = max(((row, c) for row in left for c in row), key=lambda at: abs(at[0][at[1]]))
            last = Example({name: scale * entry / most[c] for name, entry in most.items()}, label)
            weights = [self.taken.take(line, last, sign).weights for line in weights]
        except Kink:
            return None
        if weights != ends or sum(map(bool, last.x.values())) > self.nonzeros:
            return None
        values, examples = Values(), [*path, last]
        for step, example in enumerate(examples, 1):
            values |= {f"x{step}_{c}": fraction(entry) for c, entry in example.x.items()}
            values |= {} if self.problem.rule.labels else {f"y{step}": fraction(example.y)}
        labels = tuple(example.y for example in examples) if self.problem.rule.labels else ()
        return replace(self.problem, labels=labels), values


def sums(some: Any, others: Any) -> list[Any]:
    return list(dict.fromkeys(a + b for a in some for b in others))

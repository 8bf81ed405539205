"""Two examples of a ReLU that fire in one case and rest in all others: found by what they change, not by their labels.

That is one case as far as they can tell: they may fire in more which differ only in coordinates that they do not name.

An example that fires moves the weights w along x, as far as its label says: what counts is the change u, and x is u or
-u. A weight v of a second layer then moves by (w.u)/v, since w moves by s*v*x and v by s*(w.x) with one s. The second
change is what the first leaves to do. So the entries of u are all unknowns, and conditions on them are linear but for
one: that the second example fires or, with a second layer, that v ends where it must.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.gadgets.properties.traits import is_relu
from ogd_exact.gadgets.synthesis.numbers import Numbers, short_values
from ogd_exact.gadgets.synthesis.problem import Problem, System, Values, ring_of
from ogd_exact.gadgets.synthesis.solver import Solver

SECONDS = 0.5  # for one choice of signs
Line = Mapping[str, Any]
Signs = tuple[int, ...]


def pair(problem: Problem, numbers: Numbers, until: float) -> Values | None:
    """Values of the unknowns of a problem of two steps, if it is of this kind and there are some."""
    if problem.steps != 2 or not is_relu(problem.rule) or problem.always or problem.free or problem.contract.returns:
        return None
    if len({*problem.supports}) > 1:
        return None
    decay = problem.decay.coeff(1)
    starts = [constants(start) for start, _, _ in problem.cases]
    ends = [constants(end) for _, end, _ in problem.cases]
    moving = [k for k, end in enumerate(ends) if any(w != decay**2 * starts[k][c] for c, w in end.items())]
    if not moving:
        return None
    start, end = starts[moving[0]], ends[moving[0]]
    unnamed = {c for k in moving for c in start if starts[k][c] != start[c] or c in problem.cases[k][2]}
    unnamed |= {c for c in problem.inputs if c not in problem.unknown_entries(0)}
    if any(ends[k][c] != (decay**2 * starts[k][c] if c in unnamed else end[c]) for k in moving for c in start):
        return None
    if not all(start[v] and v not in unnamed for v in problem.rule.state) or unnamed >= {*problem.inputs}:
        return None
    resting = [start for k, start in enumerate(starts) if k not in moving]
    changes = Changes(problem, decay, start, end, resting, sorted(unnamed))
    for signs in product((1, -1), repeat=2 + len(problem.rule.state)):
        solver = Solver(changes.names, changes.system(signs))
        if solver.satisfiable(SECONDS) and (values := short_values(solver, len(changes.names), numbers, until)):
            found = changes.examples(dict(zip(changes.names, values, strict=True)), signs)
            if all(map(numbers.allow, found.values())):
                return found
    return None


def constants(line: Line) -> Line:
    """The numbers that polynomials without unknowns are."""
    return {c: weight.coeff(1) for c, weight in line.items()}


@dataclass(frozen=True)
class Changes:
    """What the first of two examples adds to the weights of the case in which both fire, and what the second does."""

    problem: Problem
    decay: Any
    start: Line
    end: Line
    resting: list[Line]
    unnamed: list[str]

    @cached_property
    def names(self) -> list[str]:
        """The unknowns; last those in which the condition on v is linear, so that others may be any numbers."""
        seconds = [self.start[v] ** 2 for v in self.problem.rule.state]
        unknown = [c for c in self.problem.inputs if c not in self.unnamed]
        return sorted(unknown, key=lambda c: self.start[c] ** 2 in seconds)

    def between(self, first: Line) -> Line:
        return {c: self.decay * self.start[c] + first.get(c, 0) for c in self.problem.inputs}

    def second(self, first: Line) -> Line:
        return {
            c: self.end[c] - self.decay * weight for c, weight in self.between(first).items() if c not in self.unnamed
        }

    def system(self, signs: Signs) -> System:
        ring = ring_of(self.names)
        first = dict(zip(self.names, ring.gens, strict=True))
        between, second = self.between(first), self.second(first)

        def moved(weights: Line, change: Line) -> Any:
            return sum((weights[c] * u for c, u in change.items()), ring.zero)

        positive = [signs[0] * moved(self.start, first), signs[1] * moved(between, second)]
        for line in self.resting:
            positive += [-signs[0] * moved(line, first), -signs[1] * moved(line, second)]
        equations = []
        for v, sign in zip(self.problem.rule.state, signs[2:], strict=True):
            then = self.start[v] + moved(self.start, first) * (1 / self.start[v])
            positive.append(sign * then)
            equations.append(moved(between, second) - then * (self.end[v] - then))
        return System(equations, positive, [])

    def examples(self, values: Mapping[str, Fraction], signs: Signs) -> Values:
        """Entries and labels as the problem names them; the kernel says which label makes them change so much."""
        start, end, (decay,) = numbers_of(self.start), numbers_of(self.end), numbers_of({"": self.decay}).values()
        taken = self.problem.model.step(self.problem.model.arithmetic.read)
        exact = Changes(self.problem, decay, start, end, [], self.unnamed)
        first = {c: rational(value) for c, value in values.items()}
        weights, found = dict(start), Values()
        for step, (sign, change) in enumerate(zip(signs, (first, exact.second(first)), strict=False), 1):
            x = {c: sign * u for c, u in change.items()}
            label, weights = changed(taken, weights, x, change)
            found |= {f"x{step}_{c}": fraction(x.get(c, rational(0))) for c in self.problem.unknown_entries(step - 1)}
            found[f"y{step}"] = fraction(label)
        return found


def changed(taken: Step, weights: Line, x: Line, change: Line) -> tuple[Any, dict[str, Any]]:
    """The label with which an example changes the weights so, and the weights then; they are affine in it."""

    def after(label: Any) -> dict[str, Any]:
        example = Example(x, label)
        return taken.moved(weights, example.x, taken.values(weights, example), 1)

    most = max(x, key=lambda c: abs(x[c]))
    none, one = (after(rational(label))[most] for label in (0, 1))
    resting = (1 - taken.rate * taken.regularizer) * weights[most]
    label = (resting + change[most] - none) / (one - none)
    return label, after(label)


def numbers_of(line: Line) -> Line:
    return {c: rational(int(w.numerator), int(w.denominator)) for c, w in line.items()}


def fraction(number: Any) -> Fraction:
    return Fraction(int(number.numerator), int(number.denominator))

"""One step of online gradient descent, for every loss that is piecewise polynomial: all that is trusted about OGD.

A rule has a score, kinks and moves, polynomials in p = w.x, the label y, its state and its constants. The kinks cut the
line of scores into intervals; in each of them w moves by rate * move * x, or along the signs of x, and the state by
rate * move. Something may follow: each weight becomes the value of the interval that it lies in then, as in a box. Only
+ - * are used, so that the same lines run on rationals (signs by comparison) and on rational functions of alpha and the
magnitudes (signs by a checked certificate). `side` is that decision: it maps a number to its sign, +1, 0 or -1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.polynomial import Polynomial

Value = Any  # a rational, or a rational function
Side = Callable[[Value], int]
Weights = Mapping[str, Value]
Moves = tuple[tuple[str, Polynomial], ...]  # what moves: x, all coordinates that an example names; or a state
VELOCITY = "v_"


class Example(NamedTuple):
    """A sparse training example: coordinates not in x are zero."""

    x: Mapping[str, Value]
    y: Value


class Update(NamedTuple):
    """What a step did."""

    margins: list[Value]  # the score less each kink, up to the first that it is below
    fired: bool  # whether there are moves in the interval of the score
    weights: dict[str, Value]

    @property
    def margin(self) -> Value:
        """The score less the nearest kink; None without kinks."""
        return self.margins[0] if len(self.margins) == 1 else min(self.margins, key=abs, default=None)


@dataclass(frozen=True)
class After:
    """What becomes of each weight after a step, in polynomials of w and constants; kinks are of constants alone."""

    score: Polynomial
    kinks: tuple[Polynomial, ...]
    values: tuple[Polynomial, ...]  # one for each interval


@dataclass(frozen=True)
class Rule:
    """A loss, as data; words are for people, and no part of what it is."""

    name: str = field(default="", compare=False)
    words: str = field(default="", compare=False)
    noun: str = field(default="", compare=False)  # what learns by it, such as SVM
    loss: str = field(default="", compare=False)  # as a formula, in LaTeX
    score: Polynomial = Polynomial()
    kinks: tuple[Polynomial, ...] = ()  # of constants alone, in increasing order
    moves: tuple[Moves, ...] = ((),)  # one for each interval
    state: tuple[str, ...] = ()  # weights besides those of the coordinates, which no example names
    state_words: tuple[str, ...] = field(default=(), compare=False)  # what each of them is
    constants: tuple[tuple[str, str], ...] = ()  # names, and expressions of the model's symbols
    labels: tuple[Any, ...] = ()  # those that an example may have, if not all
    regularized: bool = False  # whether there may be a regularizer: weights decay, and the state does not
    along: str = "x"  # or sign: w moves along the signs of x
    after: After | None = None
    library: Mapping[str, Mapping[str, str]] = field(default_factory=dict, compare=False)  # what is the same in each


@dataclass(frozen=True)
class Step:
    """What is done with each example: a rule at a rate, with a regularizer or with momentum."""

    rule: Rule
    rate: Value
    regularizer: Value = 0
    constants: tuple[tuple[str, Value], ...] = ()
    momentum: Value = None  # what a step leaves of a velocity; None: there are no velocities
    nesterov: bool = False

    @cached_property
    def kinks(self) -> list[Value]:
        return [kink.at(dict(self.constants)) for kink in self.rule.kinks]

    def values(self, weights: Weights, example: Example) -> dict[str, Value]:
        """What the rule's polynomials are of."""
        p = sum(weights[c] * x for c, x in example.x.items())
        return {"p": p, "y": example.y, **dict(self.constants), **{name: weights[name] for name in self.rule.state}}

    def take(self, weights: Weights, example: Example, side: Side) -> Update:
        """Raises Kink where the score is a kink and the moves that meet there differ."""
        labels = self.rule.labels
        if labels and example.y not in labels and all(example.y - label != 0 for label in labels):
            named = " or ".join(map(str, labels))
            raise ValueError(f"the label of a {self.rule.name}-loss example is {named}")
        values = self.values(weights, example)
        margins = self.margins(values)
        k = interval(margins, side, lambda k: self.moves(k, values) == self.moves(k + 1, values))
        along = example.x if self.rule.along == "x" else {c: side(x) for c, x in example.x.items()}
        after = self.follow(self.moved(weights, along, values, k), side)
        return Update(margins[: k + 1], bool(self.rule.moves[k]), after)

    def margins(self, values: Weights) -> list[Value]:
        score = self.rule.score.at(values)
        return [score - kink for kink in self.kinks]

    def moves(self, interval: int, values: Weights) -> dict[str, Value]:
        """The moves that are not 0, by what they move; as values of one arithmetic, in which equal ones are so."""
        found = {name: move.at(values) + 0 * values["y"] for name, move in self.rule.moves[interval]}
        return {name: move for name, move in found.items() if move != 0}

    def moved(self, weights: Weights, along: Weights, values: Weights, interval: int) -> dict[str, Value]:
        """The weights after the moves of an interval, along x or its signs."""
        after = dict(weights)
        if self.regularizer != 0:
            if not self.rule.regularized:
                raise ValueError(f"{self.rule.name} has no regularizer")
            decay = 1 - self.rate * self.regularizer
            after |= {c: decay * weight for c, weight in weights.items() if c not in self.rule.state}
        for name, move in self.rule.moves[interval]:
            slope = self.rate * move.at(values)
            if name != "x":
                after[name] = after[name] + slope
                continue
            for c, x in along.items():
                after[c] = after[c] + slope * x
        return after if self.momentum is None else self.with_velocities(weights, along, after)

    def follow(self, weights: dict[str, Value], side: Side) -> dict[str, Value]:
        """What becomes of weights after a step; raises Kink where one lies on a kink whose two values differ."""
        if self.rule.after is None:
            return weights
        if self.regularizer != 0 or self.momentum is not None:
            raise ValueError("what follows a step goes with neither a regularizer nor momentum")
        after, constants = self.rule.after, dict(self.constants)

        def followed(weight: Value) -> Value:
            at = {**constants, "w": weight}
            margins = [after.score.at(at) - kink.at(constants) for kink in after.kinks]
            zero = 0 * weight  # with which a value is one of the weight's arithmetic, in which equal ones are so
            k = interval(margins, side, lambda k: after.values[k].at(at) + zero == after.values[k + 1].at(at) + zero)
            return after.values[k].at(at) + zero

        return {c: weight if c in self.rule.state else followed(weight) for c, weight in weights.items()}

    def with_velocities(self, weights: Weights, along: Weights, plain: Weights) -> dict[str, Value]:
        """As torch.optim.SGD has it: v becomes momentum*v + move, where the rule alone would move w; then w becomes
        w + v, or by Nesterov w + move + momentum*v. Coordinates that are given without a velocity are at rest.
        """
        moving, after = {c: velocity(c) for c in weights if velocity(c) in weights}, dict(plain)
        if self.regularizer != 0 or self.rule.along != "x" or not {*along} <= {*moving}:
            raise ValueError("momentum is along x, without a regularizer, and every named coordinate has a velocity")
        for c, v in moving.items():
            after[v] = self.momentum * weights[v] + (plain[c] - weights[c])
            after[c] = plain[c] + self.momentum * after[v] if self.nesterov else weights[c] + after[v]
        return after


def interval(margins: Sequence[Value], side: Side, agree: Callable[[int], bool]) -> int:
    """How many kinks lie below; raises Kink on one where the intervals that meet do not agree."""
    for k, margin in enumerate(margins):
        chosen = side(margin)
        if chosen < 0:
            return k
        if chosen == 0 and not agree(k):
            raise Kink("the margin is exactly 0, on the kink of the loss")
    return len(margins)


def velocity(coordinate: str) -> str:
    """What the velocity of a coordinate is called."""
    return VELOCITY + coordinate


def velocities(coordinates: Sequence[str]) -> tuple[str, ...]:
    """The velocities of all coordinates that are none themselves."""
    return tuple(velocity(c) for c in coordinates if not c.startswith(VELOCITY))

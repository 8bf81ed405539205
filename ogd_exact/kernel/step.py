"""One step of online gradient descent, for every loss that is piecewise polynomial: all that is trusted about OGD.

A rule has a score, kinks and moves, polynomials in p = w.x, the label y, its state and its constants. The kinks cut the
line of scores into intervals; in each of them w moves by rate * move * x, and the state by rate * move. Only + - * are
used, so that the same lines run on rationals (signs by comparison) and on rational functions of alpha and the
magnitudes (signs by a checked certificate). `side` is that decision: it maps a number to its sign, +1, 0 or -1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ogd_exact.kernel.errors import Kink
from ogd_exact.kernel.polynomial import Polynomial

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
        if self.rule.labels and example.y not in self.rule.labels:
            named = " or ".join(map(str, self.rule.labels))
            raise ValueError(f"the label of a {self.rule.name}-loss example is {named}")
        values, interval = self.values(weights, example), 0
        margins = self.margins(values)
        for margin in margins:
            chosen = side(margin)
            if chosen < 0:
                break
            if chosen == 0 and self.moves(interval, values) != self.moves(interval + 1, values):
                raise Kink("the margin is exactly 0, on the kink of the loss")
            interval += 1
        after = self.moved(weights, example, values, interval)
        return Update(margins[: interval + 1], bool(self.rule.moves[interval]), after)

    def margins(self, values: Weights) -> list[Value]:
        score = self.rule.score.at(values)
        return [score - kink for kink in self.kinks]

    def moves(self, interval: int, values: Weights) -> dict[str, Value]:
        """Those that are not 0, by what they move."""
        found = {name: move.at(values) for name, move in self.rule.moves[interval]}
        return {name: move for name, move in found.items() if move != 0}

    def moved(self, weights: Weights, example: Example, values: Weights, interval: int) -> dict[str, Value]:
        """The weights after the moves of an interval."""
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
            for c, x in example.x.items():
                after[c] = after[c] + slope * x
        return after if self.momentum is None else self.with_velocities(weights, example, after)

    def with_velocities(self, weights: Weights, example: Example, plain: Weights) -> dict[str, Value]:
        """As torch.optim.SGD has it: v becomes momentum*v + move, where the rule alone would move w; then w becomes
        w + v, or by Nesterov w + move + momentum*v. Coordinates that are given without a velocity are at rest.
        """
        moving, after = {c: velocity(c) for c in weights if velocity(c) in weights}, dict(plain)
        if self.regularizer != 0 or not {*example.x} <= {*moving}:
            raise ValueError("with momentum there is no regularizer, and every named coordinate has a velocity")
        for c, v in moving.items():
            after[v] = self.momentum * weights[v] + (plain[c] - weights[c])
            after[c] = plain[c] + self.momentum * after[v] if self.nesterov else weights[c] + after[v]
        return after


def velocity(coordinate: str) -> str:
    """What the velocity of a coordinate is called."""
    return VELOCITY + coordinate


def velocities(coordinates: Sequence[str]) -> tuple[str, ...]:
    """Those of all coordinates that are none themselves."""
    return tuple(velocity(c) for c in coordinates if not c.startswith(VELOCITY))

"""One step of online gradient descent, for any loss with one kink: the whole of what this project trusts about OGD.

A rule uses only + - * on weights, so the same lines run on rationals (sign decided by comparison) and on rational
functions of alpha and the magnitudes (sign decided by a checked certificate). `side` is that decision: it maps a
margin to +1 or -1, or to 0 on the kink.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ogd_exact.kernel.errors import Kink

Value = Any  # a rational, or a rational function
Side = Callable[[Value], int]
Weights = Mapping[str, Value]


class Example(NamedTuple):
    """A sparse training example: coordinates not in x are zero."""

    x: Mapping[str, Value]
    y: Value


class Update(NamedTuple):
    """What a step did."""

    margin: Value
    fired: bool
    weights: dict[str, Value]


class Rule:
    """A loss: weights decay if there is a regularizer, state does not; on one side of the kink an example adds."""

    name: str
    words: str  # what it is, for readers of tables
    loss: str  # as a formula, in LaTeX
    fires: int  # the side of the margin on which an example changes weights
    degree: int  # of a changed weight as a polynomial in one entry of the example
    state: tuple[str, ...] = ()  # weights besides those of the coordinates, which no example names
    state_words: tuple[str, ...] = ()  # what each of them is
    regularized: bool = False  # whether there may be a regularizer
    additive: bool = False  # whether an example that fires adds rate*y*x, whatever the weights
    labels: tuple[int, ...] = ()  # those that an example may have, if not all

    def margin(self, weights: Weights, example: Example) -> Value:
        """What is 0 on the kink."""
        raise NotImplementedError

    def changes(self, weights: Weights, example: Example, margin: Value, rate: Value) -> dict[str, Value]:
        """What an example that fires adds to weights."""
        raise NotImplementedError

    def step(self, weights: Weights, example: Example, rate: Value, regularizer: Value, side: Side) -> Update:
        if self.labels and example.y not in self.labels:
            raise ValueError(f"the label of a {self.name}-loss example is {' or '.join(map(str, self.labels))}")
        if not self.regularized and regularizer != 0:
            raise ValueError(f"{self.name} has no regularizer")
        margin = self.margin(weights, example)
        chosen = side(margin)
        if chosen == 0:
            raise Kink("the margin is exactly 0, on the kink of the loss")
        decay = 1 - rate * regularizer
        after = {c: decay * w if self.regularized and c not in self.state else w for c, w in weights.items()}
        if chosen == self.fires:
            for c, change in self.changes(weights, example, margin, rate).items():
                after[c] = after[c] + change
        return Update(margin, chosen == self.fires, after)


def dot(weights: Weights, x: Mapping[str, Value]) -> Value:
    return sum(weights[coordinate] * value for coordinate, value in x.items())

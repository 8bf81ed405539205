"""One step of online gradient descent, for each loss: the whole of what this project trusts about OGD.

The rules use only + - * on weights, so the same lines run on rationals (sign decided by comparison)
and on rational functions of alpha and the magnitudes (sign decided by a checked certificate). `side`
is that decision: it maps a margin to +1 or -1, or to 0 on the kink.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ogd_exact.kernel.errors import Kink

Value = Any  # a rational, or a rational function
Side = Callable[[Value], int]
SECOND_LAYER = "v"  # the coordinate that holds the scalar weight of the second dense layer


class Example(NamedTuple):
    """A sparse training example: coordinates not in x are zero."""

    x: Mapping[str, Value]
    y: Value


class Step(NamedTuple):
    margin: Value
    fired: bool
    weights: dict[str, Value]


def dot(weights: Mapping[str, Value], x: Mapping[str, Value]) -> Value:
    total: Value = 0
    for coordinate, value in x.items():
        total = total + weights[coordinate] * value
    return total


def side_of(margin: Value, side: Side) -> int:
    chosen = side(margin)
    if chosen == 0:
        raise Kink("the margin is exactly 0, on the kink of the loss")
    return chosen


def hinge(weights: Mapping[str, Value], example: Example, rate: Value, regularizer: Value, side: Side) -> Step:
    """max(0, 1 - y w.x) + regularizer/2 |w|^2: every weight decays; if y w.x < 1, rate*y*x is added."""
    if example.y != 1 and example.y != -1:
        raise ValueError("the label of a hinge-loss example is 1 or -1")
    margin = example.y * dot(weights, example.x) - 1
    fired = side_of(margin, side) < 0
    decay = 1 - rate * regularizer
    after = {c: decay * w for c, w in weights.items()}
    if fired:
        for c, x in example.x.items():
            after[c] = after[c] + rate * example.y * x
    return Step(margin, fired, after)


def dense_relu(weights: Mapping[str, Value], example: Example, rate: Value, regularizer: Value, side: Side) -> Step:
    """(y - relu(w.x))^2: if w.x > 0, rate * 2 (w.x - y) x is subtracted. No regularizer."""
    if regularizer != 0:
        raise ValueError("the dense-ReLU model has no regularizer")
    margin = dot(weights, example.x)
    fired = side_of(margin, side) > 0
    after = dict(weights)
    if fired:
        for c, x in example.x.items():
            after[c] = after[c] - rate * 2 * (margin - example.y) * x
    return Step(margin, fired, after)


def dense_relu_dense(
    weights: Mapping[str, Value], example: Example, rate: Value, regularizer: Value, side: Side
) -> Step:
    """(y - v relu(w.x))^2: if w.x > 0, both layers move against their gradients, at the old weights."""
    if regularizer != 0:
        raise ValueError("the dense-ReLU-dense model has no regularizer")
    margin = dot(weights, example.x)
    fired = side_of(margin, side) > 0
    after = dict(weights)
    if fired:
        v = weights[SECOND_LAYER]
        slope = rate * 2 * (v * margin - example.y)
        for c, x in example.x.items():
            after[c] = after[c] - slope * v * x
        after[SECOND_LAYER] = v - slope * margin
    return Step(margin, fired, after)


Rule = Callable[[Mapping[str, Value], Example, Value, Value, Side], Step]
RULES: dict[str, Rule] = {"hinge": hinge, "dense-relu": dense_relu, "dense-relu-dense": dense_relu_dense}

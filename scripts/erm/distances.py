"""Runs OGD exactly on a training set, and measures how far its weights are from the optimum after every step."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from erm.certificate import Optimum, Row, objective, product, squared
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import RULES
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain


@dataclass(frozen=True)
class Pass:
    """What a pass did: squares of distances, the mean regret of its steps; after it, objective and circuit's state."""

    squares: Sequence[Any]  # after each step
    regret: Any
    objective: Any
    state: str
    accepted: bool


def training_set(reduction: Reduction) -> list[Example]:
    """The examples of a pass in plain rationals."""
    return [Example({key: plain(v) for key, v in x.items()}, plain(y)) for x, y in reduction.training.examples()]


def rows(examples: Sequence[Example]) -> list[Row]:
    return [{int(key): example.y * value for key, value in example.x.items()} for example in examples]


def regularizer_of(reduction: Reduction) -> Any:
    return plain(reduction.values.regularizer)


def hindsight(rows: Sequence[Row], regularizer: Any, optimum: Optimum) -> Any:
    """The square of a C such that the optimum of the first N steps is within C/N of that of the set, for every N.

    At w* the objective of N steps, some passes and the first r examples of one more, has as a subgradient 1/N times
    the sum of lambda w* - share y x over these r, as that sum is 0 over a pass; and it is lambda-strongly convex.
    """
    slope, largest = [rational(0)] * len(optimum.weights), rational(0)
    for row, share in zip(rows, optimum.shares, strict=True):
        slope = [s + regularizer * w for s, w in zip(slope, optimum.weights, strict=True)]
        for i, value in row.items():
            slope[i] -= share * value
        largest = max(largest, squared(slope))
    return largest / (regularizer * regularizer)


def follow(reduction: Reduction, examples: Sequence[Example], optimum: Optimum) -> Iterator[Pass]:
    """Pass after pass from zero weights, until the circuit's answer is yes.

    |w - w*|^2 is kept as |w|^2 - 2 w.w* + |w*|^2, which changes with a step by what the example says; after each
    pass it is worked out from the weights once more.
    """
    regularizer, rate, best = regularizer_of(reduction), plain(reduction.values.rate), squared(optimum.weights)
    step = Step(RULES["hinge"], rate, regularizer)
    pulls, decay = rows(examples), 1 - rate * regularizer
    losses = [product(row, optimum.weights) for row in pulls]
    sizes = [squared(list(example.x.values())) for example in examples]
    weights = {str(i): rational(0) for i in range(reduction.program.dimension)}
    accept = str(reduction.program.special(reduction.program.construction.accept))
    norm = inner = rational(0)
    while not weights[accept] > 0:
        squares, regret = [], rational(0)
        for example, at_best, size in zip(examples, losses, sizes, strict=True):
            (margin,), fired, after = step.take(weights, example, sign)
            regret += regularizer / 2 * (norm - best) + max(0, -margin) - max(0, 1 - at_best)
            norm, inner, weights = decay * decay * norm, decay * inner, after
            if fired:
                norm += rate * (2 * decay * (margin + 1) + rate * size)
                inner += rate * at_best
            squares.append(norm - 2 * inner + best)
        assert squares[-1] == squared([w - b for w, b in zip(weights.values(), optimum.weights, strict=True)])
        bits = [weights[str(reduction.program.signal(i))] > 0 for i in range(reduction.netlist.inputs)]
        state = "".join("01"[bit] for bit in reduction.netlist.latches(bits))
        value = objective(pulls, regularizer, list(weights.values()))
        yield Pass(squares, regret / len(examples), value, state, bool(weights[accept] > 0))


def root(square: Any) -> float:
    """The distance in doubles, for people and pictures."""
    return math.sqrt(float(square))

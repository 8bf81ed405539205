"""Compares the kernel's step with the gradient of a rule's loss, on every side of every kink and on the kinks.

The loss is the formula that people read. Weights, example, rate and regularizer are symbols, so that what is found
equal is so for all their values.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import sympy

from ogd_exact.core.kernel.errors import InputError, Kink
from ogd_exact.core.kernel.step import Example, Rule, Step
from ogd_exact.gadgets.gradients.pieces import Interval, P, inside, root, sign, sign_on
from ogd_exact.gadgets.gradients.read import LAMBDA, SQUARE, read_loss

Weights = Mapping[str, Any]
ETA = sympy.Symbol("eta")
X = {"w_1": sympy.Symbol("x_1"), "w_2": sympy.Symbol("x_2")}
SECOND, UNNAMED = sympy.symbols("w_2 w_3")  # the example does not name w_3


class Compared(NamedTuple):
    """How many intervals and kinks a step was compared in, and what differs."""

    rule: str
    intervals: int
    kinks: int
    wrong: list[str]


def compare(rule: Rule) -> Compared:
    """Compares the rule's step with its loss, for each label that the rule has, or for any."""
    intervals, kinks, wrong = 0, 0, list[str]()
    for y in rule.labels or (sympy.Symbol("y"),):
        state = {name: sympy.Symbol(name) for name in rule.state}
        loss = read_loss(rule.loss, {"y": y, **state})
        # Such that w.x is p, whatever x and the other weights are.
        weights = {"w_1": (P - SECOND * X["w_2"]) / X["w_1"], "w_2": SECOND, "w_3": UNNAMED, **state}
        descents = [descent(part, weights, state) for _, part in loss]
        found = [
            in_interval(rule, weights, y, where, wanted) for (where, _), wanted in zip(loss, descents, strict=True)
        ]
        found += [at_kink(rule, weights, y, where[1], descents[k : k + 2]) for k, (where, _) in enumerate(loss[:-1])]
        intervals, kinks = intervals + len(loss), kinks + len(loss) - 1
        wrong += [f"{rule.name}, y = {y}, w.x {text}" for text in found if text]
    return Compared(rule.name, intervals, kinks, wrong)


def descent(part: Any, weights: Weights, state: Weights) -> Weights:
    """The weights less the rate times the gradient of a polynomial in w.x, |w|^2 and the state."""
    slopes = {c: sympy.diff(part, P) * X.get(c, 0) + 2 * w * sympy.diff(part, SQUARE) for c, w in weights.items()}
    slopes |= {name: sympy.diff(part, symbol) for name, symbol in state.items()}
    return {c: w - ETA * slopes[c] for c, w in weights.items()}


def stepped(rule: Rule, weights: Weights, y: Any, side: Callable[[Any], int]) -> Weights:
    """The weights after the kernel's step."""
    return general(rule).take(weights, Example(X, y), side).weights


def general(rule: Rule) -> Step:
    """The rule at any rate, with any regularizer if it may have one."""
    return Step(rule, ETA, LAMBDA if rule.regularized or str(LAMBDA) in rule.loss else 0)


def in_interval(rule: Rule, weights: Weights, y: Any, interval: Interval, wanted: Weights) -> str:
    """A difference between a step and the gradient there; empty if there is none."""

    def side(margin: Any) -> int:
        zero = root(sympy.cancel(margin))
        if zero is not None and inside(zero, interval):
            raise ValueError(f"the step changes at w.x = {zero}, and the gradient of the loss does not")
        return sign_on(sympy.cancel(margin), interval)

    low, high = interval
    where = " and ".join([f"> {low}"] * (low is not None) + [f"< {high}"] * (high is not None)) or "any"
    try:
        after = stepped(rule, weights, y, side)
    except (InputError, ValueError) as problem:
        return f"{where}: {problem}"
    for c, weight in weights.items():
        moved, right = (sympy.factor(sympy.cancel(value[c] - weight)) for value in (after, wanted))
        if moved != right:
            return f"{where}: {c} moves by {moved}, and against the gradient of the loss by {right}"
    return ""


def at_kink(rule: Rule, weights: Weights, y: Any, point: Any, descents: list[Weights]) -> str:
    """A complaint if a step is made though the gradients that meet there differ, or if it is none of theirs."""
    there = {c: weight.subs(P, point) for c, weight in weights.items()}
    try:
        made = stepped(rule, there, y, lambda margin: sign(sympy.cancel(margin)))
    except (Kink, InputError, ValueError):  # all but the first are told of intervals
        return ""
    same = all(sympy.cancel(made[c] - value.subs(P, point)) == 0 for found in descents for c, value in found.items())
    return "" if same else f"= {point}: a step is made where the loss has no derivative"

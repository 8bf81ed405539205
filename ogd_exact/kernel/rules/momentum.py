"""Momentum, as torch.optim.SGD has it: each weight has a velocity, which the rule's moves feed and a factor damps."""

from collections.abc import Sequence

from ogd_exact.kernel.rules.rule import Example, Rule, Side, Update, Value, Weights

VELOCITY = "v_"


def velocity(coordinate: str) -> str:
    """What the velocity of a coordinate is called."""
    return VELOCITY + coordinate


def velocities(coordinates: Sequence[str]) -> tuple[str, ...]:
    """Those of all coordinates that are none themselves."""
    return tuple(velocity(c) for c in coordinates if not c.startswith(VELOCITY))


class Momentum(Rule):
    """v becomes momentum*v + move, where the rule alone would move w; then w + v, or by Nesterov w + move + momentum*v.

    Coordinates that are given without a velocity are at rest, and the example must not name them.
    """

    def __init__(self, rule: Rule, momentum: Value, nesterov: bool) -> None:
        self.rule, self.momentum, self.nesterov = rule, momentum, nesterov
        self.name, self.fires, self.degree, self.labels = rule.name, rule.fires, rule.degree, rule.labels

    def step(self, weights: Weights, example: Example, rate: Value, regularizer: Value, side: Side) -> Update:
        moving = {c: velocity(c) for c in weights if velocity(c) in weights}
        if regularizer != 0 or not {*example.x} <= {*moving}:
            raise ValueError("with momentum there is no regularizer, and every named coordinate has a velocity")
        at_rest = {c: weight for c, weight in weights.items() if c not in moving.values()}
        margin, fired, plain = self.rule.step(at_rest, example, rate, regularizer, side)
        after = dict(plain)
        for c, v in moving.items():
            after[v] = self.momentum * weights[v] + (plain[c] - weights[c])
            after[c] = plain[c] + self.momentum * after[v] if self.nesterov else weights[c] + after[v]
        return Update(margin, fired, after)

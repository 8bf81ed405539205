"""OGD once more, by fractions and with none of the project's rules, so that it can contradict them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

Weights = dict[str, Fraction]


class Refuted(AssertionError):
    """What was called proved or verified is not so."""


def fraction(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, str) else Fraction(int(value.numerator), int(value.denominator))


def step(model: str, weights: Weights, x: Mapping[str, Fraction], y: Fraction, rate: Fraction, lam: Fraction) -> None:
    """One update in place; raises Refuted on a kink."""
    product = sum((weights[i] * value for i, value in x.items()), weights.get("bias", Fraction(0)))
    if lam and "v" in weights:
        raise Refuted("dense-relu-dense has no regularizer")
    if lam:
        for i, w in weights.items():
            if w and i != "bias":  # the penalty is of the other weights
                weights[i] = w - rate * lam * w
    if model.startswith("svm"):
        if y not in (1, -1) or y * product == 1:
            raise Refuted("on the kink of the hinge, or another label than 1 and -1")
        if y * product < 1:
            for i, value in x.items():
                weights[i] += rate * y * value
            if "bias" in weights:
                weights["bias"] += rate * y
        return
    if product == 0:
        raise Refuted("on the kink of the ReLU or the perceptron")
    if model == "perceptron":
        if y * product < 0:
            for i, value in x.items():
                weights[i] += rate * y * value
        return
    if product < 0:
        return
    if "v" not in weights:
        for i, value in x.items():
            weights[i] -= 2 * rate * (product - y) * value
    else:
        v = weights["v"]
        error = v * product - y
        for i, value in x.items():
            weights[i] -= 2 * rate * error * v * value
        weights["v"] -= 2 * rate * error * product


def one_pass(
    model: str,
    weights: Weights,
    examples: Iterable[Any],
    rate: Fraction = Fraction(1),
    lam: Fraction = Fraction(0),
    accept: str = "0",
    nesterov: Fraction = Fraction(0),
) -> bool:
    """A whole pass in place; whether the accepting weight was positive at any time.

    With Nesterov's momentum the velocities begin at 0, and must be 0 again at the end, unless the answer came.
    """
    ever = False
    velocities = dict.fromkeys(weights, Fraction(0))
    for example in examples:
        x = {i: fraction(value) for i, value in example.x.items()}
        before = dict(weights) if nesterov else {}
        step(model, weights, x, fraction(example.y), rate, lam)
        for i, old in before.items():
            velocities[i] = nesterov * velocities[i] + (weights[i] - old)
            weights[i] += nesterov * velocities[i]
        ever |= weights[accept] > 0
    if not ever and any(velocities.values()):
        raise Refuted("velocities do not come back to 0")
    return ever

"""Shared by the tests of barrier: the command as users call it, and the step of OGD worked out from the loss alone."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from conftest import Answer, called

Loss = Callable[[Sequence[Fraction]], Fraction]


def barrier(*arguments: object) -> Answer:
    return called("barrier", *arguments)


def claims(*arguments: object) -> list[dict[str, Any]]:
    answer = barrier(*arguments, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(answer.out)["claims"]
    return found


def loss_of(example: Mapping[str, Any]) -> Loss:
    """The loss that a line of a training set says."""
    if "x" in example:
        return lambda w: (
            Fraction(example.get("weight", "1"))
            * (Fraction(example["y"]) - sum(Fraction(v) * w[int(i)] for i, v in example["x"].items())) ** 2
        )

    def loss(w: Sequence[Fraction]) -> Fraction:
        total = Fraction(example.get("c", "0")) + sum(Fraction(v) * w[int(i)] for i, v in example.get("b", {}).items())
        for pair, value in example.get("A", {}).items():
            i, j = map(int, pair.split(","))
            total += Fraction(value) * w[i] * w[j]
        return total

    return loss


def descend(weights: Sequence[Fraction], examples: Sequence[Mapping[str, Any]], rate: Fraction) -> list[Fraction]:
    """OGD by difference quotients, which are exact for a quadratic loss."""
    now = list(weights)
    for example in examples:
        loss, size = loss_of(example), range(len(now))
        up = [[w + (i == k) for i, w in enumerate(now)] for k in size]
        down = [[w - (i == k) for i, w in enumerate(now)] for k in size]
        now = [now[k] - rate * (loss(up[k]) - loss(down[k])) / 2 for k in size]
    return now

"""A step by the JSON that says it, on fractions: from docs/formats.md alone, with nothing of the package."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Weights = dict[str, Fraction]


def value(text: str, names: Mapping[str, Fraction]) -> Fraction:
    python = re.sub(r"\d+", r"Fraction(\g<0>)", text.replace("^", "**"))
    return Fraction(eval(python, {"Fraction": Fraction, **names}))  # noqa: S307 (a text of ours)


def followed(said: Any, w: Fraction, constants: Weights) -> Fraction:
    """What becomes of a weight after the moves."""
    if said is None:
        return w
    kinks, score = [value(text, constants) for text in said["kinks"]], value(said["score"], {"w": w, **constants})
    values = [value(text, {"w": w, **constants}) for text in said["values"]]
    assert all(score != kink or values[k] == values[k + 1] for k, kink in enumerate(kinks))
    return values[sum(kink < score for kink in kinks)]


def taken(step: Any, before: Weights, x: Weights, y: Fraction, velocities: Weights | None = None) -> Weights:
    """The weights after an example; velocities are changed in place."""
    assert not step["labels"] or str(y) in step["labels"]
    constants = {name: Fraction(text) for name, text in step["constants"].items()}
    p = sum((before[i] * v for i, v in x.items()), Fraction(0))
    names = {"p": p, "y": y, **constants, **{name: before[name] for name in step["state"]}}
    kinks, score = [value(text, constants) for text in step["kinks"]], value(step["score"], names)
    assert kinks == sorted(set(kinks)) and len(step["moves"]) == len(kinks) + 1
    moves = [{name: value(text, names) for name, text in moves.items()} for moves in step["moves"]]
    moves = [{name: move for name, move in found.items() if move} for found in moves]
    for k, kink in enumerate(kinks):
        assert score != kink or moves[k] == moves[k + 1]
    rate, decay = Fraction(step["rate"]), 1 - Fraction(step["rate"]) * Fraction(step["regularizer"])
    after = {i: w if i in step["state"] else decay * w for i, w in before.items()}
    for name, move in moves[sum(kink < score for kink in kinks)].items():
        along = {i: entry if step["along"] == "x" else Fraction((entry > 0) - (entry < 0)) for i, entry in x.items()}
        for i, entry in along.items() if name == "x" else [(name, Fraction(1))]:
            after[i] += rate * move * entry
    after = {i: w if i in step["state"] else followed(step["after"], w, constants) for i, w in after.items()}
    if step["momentum"] is None:
        return after
    assert velocities is not None
    mu, changes = Fraction(step["momentum"]), {i: after[i] - w for i, w in before.items()}
    velocities |= {i: mu * velocities.get(i, Fraction(0)) + change for i, change in changes.items()}
    return {i: after[i] + mu * velocities[i] if step["nesterov"] else w + velocities[i] for i, w in before.items()}

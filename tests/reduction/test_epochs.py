"""A pass is an epoch of stochastic gradient descent without shuffling, of batch size 1.

The SGD of this test knows the losses and no gradients: these are central differences, which are exact as long as no
kink lies between, since every loss is a polynomial of degree 2 in each single weight on either side of its kink.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from simulate_command import simulated

from ogd_exact.commands.command_line import command
from ogd_exact.commands.shell import run
from ogd_exact.gadgets.reading.folder import MODELS

NEAR = Fraction(1, 10**60)
EPOCHS = 2
Weights = dict[str, Fraction]


def loss(model: str, w: Weights, x: Weights, y: Fraction, regularizer: Fraction) -> Fraction:
    product = sum((w[i] * value for i, value in x.items()), Fraction(0))
    if model.startswith("svm"):
        return max(Fraction(0), 1 - y * product) + regularizer / 2 * sum(weight * weight for weight in w.values())
    return (y - w.get("v", 1) * max(Fraction(0), product)) ** 2


def epoch(model: str, w: Weights, data: list[tuple[Weights, Fraction]], rate: Fraction, regularizer: Fraction) -> None:
    for x, y in data:  # in order, one at a time
        moving = w if regularizer else [*x, *(["v"] if "v" in w else [])]
        gradient = {}
        for i in moving:
            above, below = (loss(model, w | {i: w[i] + h}, x, y, regularizer) for h in (NEAR, -NEAR))
            gradient[i] = (above - below) / (2 * NEAR)
        for i, slope in gradient.items():
            w[i] -= rate * slope


@pytest.mark.parametrize("model", MODELS)
def test_passes_are_epochs(tmp_path: Path, model: str) -> None:
    path = tmp_path / "train.jsonl"
    assert run(command("reduce"), ["counter:1", "--model", model, "-o", str(path)]) == 0
    header, *lines = map(json.loads, path.read_text().splitlines())
    data = [({i: Fraction(v) for i, v in line["x"].items()}, Fraction(line["y"])) for line in lines]
    rate, regularizer = (Fraction(header["parameters"][name]) for name in ("eta", "lambda"))
    w = dict.fromkeys(map(str, range(header["dimension"])), Fraction(0))
    w |= {key: Fraction(text) for key, text in header["initial"].items()}
    for number in range(1, EPOCHS + 1):
        epoch(model, w, data, rate, regularizer)
        run_by_us = simulated("counter:1", "--model", model, "--at-step", number * len(data))["weights"]
        assert [Fraction(text) for text in run_by_us.values()] == list(w.values())
    assert w["0"] > 0, "the second epoch accepts"

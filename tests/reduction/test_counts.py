"""How many examples a pass has, in closed form, and how many weights."""

from itertools import product

import pytest

from conftest import sampled
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import parsed
from ogd_exact.training.constructions.reduction import reduced
from replay import ALL, CONSTRUCTIONS, SPECIALS, options

MACHINES = ("counter:1", "counter:2", "counter:3", "counter:4", "johnson:2", "gray:2", "lfsr:3", "rule110:3")
COUNTS = {  # a n + b m + c, for n inputs and m gates
    "svm": (13, 19, 4),
    "svm-bias": (39, 57, 12),
    "svm-eta": (13, 19, 4),
    "svm-reg": (19, 42, 3),
    "dense-relu": (15, 24, 2),
    "dense-relu-dense": (56, 93, 8),
    "svm compact": (4, 4, 3),
    "svm-bias compact": (5, 5, 3),
    "svm-reg compact": (5, 5, 3),
    "svm-bias-reg compact": (5, 5, 3),
    "dense-relu compact": (4, 4, 2),
    "dense-relu-dense compact": (4, 4, 2),
    "dense-relu-reg compact": (5, 5, 3),
}


def test_every_model_is_counted() -> None:
    assert set(COUNTS) == set(ALL) == set(CONSTRUCTIONS)
    assert {model: len(built.special) for model, built in CONSTRUCTIONS.items()} == SPECIALS


@pytest.mark.parametrize(("model", "machine"), sampled(product(ALL, MACHINES), 6))
def test_examples_and_weights(model: str, machine: str) -> None:
    reduction = reduced(request(parsed("reduce", [machine, *options(model)])))
    n, m = reduction.netlist.inputs, len(reduction.netlist.gates)
    a, b, c = COUNTS[model]
    assert reduction.examples == a * n + b * m + c == sum(1 for _ in reduction.training.examples())
    assert sum(1 for _ in reduction.training.examples()) == reduction.examples, "a second pass is as long as the first"
    assert reduction.program.dimension == n + m + SPECIALS[model] == len(reduction.program.coordinates())
    used = {int(i) for example in reduction.training.examples() for i in example.x}
    assert used == set(range(reduction.program.dimension))

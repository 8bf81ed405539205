"""A step as JSON: what is written is read as the same polynomials, and its name decides nothing."""

import random
from fractions import Fraction

import pytest

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.polynomial import Polynomial
from ogd_exact.core.kernel.step import Step
from ogd_exact.core.tables.rules import RULES, polynomial
from ogd_exact.gadgets.reading.step_data import step_data, step_said, written
from said_step import value

NAMES = ("p", "y", "v")
NUMBERS = [rational(a, b) for a in range(-4, 5) for b in (1, 2, 3)]


@pytest.mark.parametrize("seed", range(100))
def test_a_polynomial_is_written_as_it_is_read(seed: int) -> None:
    chance = random.Random(seed)
    products = [tuple(sorted(chance.choices(NAMES, k=chance.randint(0, 3)))) for _ in range(chance.randint(0, 4))]
    made = Polynomial.of({names: chance.choice(NUMBERS) for names in products})
    at = {name: Fraction(chance.randint(-9, 9), 7) for name in NAMES}
    assert polynomial(written(made), NAMES) == made
    assert value(written(made), at) == made.at({name: rational(x) for name, x in at.items()})


def test_polynomials_are_written_for_people() -> None:
    texts = ("y*(p + bias)", "2*v*(y - v*p)", "y - p", "-1/2", "0", "1/3*(1 - y*p^2)", "y*(2*p - 4)")
    assert [written(polynomial(text, (*NAMES, "bias"))) for text in texts] == list(texts)


@pytest.mark.parametrize("key", ["score", "kinks", "moves", "state", "labels", "rate", "regularizer", "momentum"])
def test_a_header_that_contradicts_itself_is_refused(key: str) -> None:
    step = step_data(Step(RULES["hinge-bias"], "1/2", "1/3"))
    head = {"rule": "hinge-bias", "parameters": {"eta": "1/2", "lambda": "1/3"}}
    assert step_said({**head, "step": step}) == step_said(head) | {"rate": "1/2"} == step
    with pytest.raises(ValueError, match="not that of the rule and the parameters"):
        step_said({**head, "step": step | {key: "1"}})
    with pytest.raises(ValueError, match="not that of the rule and the parameters"):
        step_said({**head, "step": {name: said for name, said in step.items() if name != key}})

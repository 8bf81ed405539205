"""Random training sets, with no circuit behind them, agree with a loop over fractions: rules, rates, questions."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from by_fractions import Found, followed

from conftest import ROOT, everything
from ogd_exact.api.given_set import asked, verdict_of_set
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Step
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.training.runs.conclude import RunOptions
from ogd_exact.training.sets.decide import Decision
from ogd_exact.training.sets.given import model_step, with_rates
from ogd_exact.training.sets.read import of_examples

PASSES = 60
SHIPPED = ("svm", "svm-bias", "svm-reg", "dense-relu", "dense-relu-dense", "perceptron", "svm-momentum", "svm-nesterov")
OWN = {path.name: str(ROOT / "tests" / "losses") for path in (ROOT / "tests" / "losses").iterdir()}
SYMBOLS = {"epsilon": rational(1, 3), "s": rational(2, 7)}
MODELS = (*SHIPPED, *sorted(OWN))
EACH = 150 if everything else 16


@cache
def step_of(model: str) -> Step:
    names = {"epsilon-insensitive": "epsilon", "squared-epsilon-insensitive": "epsilon", "leaky-relu": "s"}
    given = {names[model]: SYMBOLS[names[model]]} if model in names else {}
    return model_step(model, OWN.get(model), given)


def number(choose: random.Random, most: int = 3) -> Any:
    return rational(choose.randint(-most, most), choose.choice((1, 1, 1, 2, 3)))


def drawn(model: str, seed: int, widest: int = 4) -> tuple[Any, str]:
    """A set and an order."""
    choose, step = random.Random(f"{model} {seed}"), step_of(model)
    rule = step.rule
    rates = {"eta": choose.choice((rational(1), rational(1, 2), rational(2, 3), rational(1, 4)))}
    if rule.regularized and choose.random() < 0.3:
        rates |= {"lambda": rational(1, choose.randint(2, 5)), "mu": rational(0)}
    elif rule.after is None and rule.along == "x" and choose.random() < 0.3:
        rates |= {"lambda": rational(0), "mu": rational(1, choose.randint(1, 3))}
        step = replace(step, nesterov=choose.random() < 0.5)
    step = with_rates(step, rates)
    width, count = choose.randint(1, widest), choose.randint(1, 6)
    labels = rule.labels or [number(choose) for _ in range(3)]
    rows = []
    for _ in range(count):
        x = {i: number(choose) for i in range(width) if choose.random() < 0.8}
        rows.append(({i: value for i, value in x.items() if value != 0}, rational(choose.choice(labels))))
    found = of_examples("random", model, step, [f"x{i}" for i in range(width)], rows)
    start = {name: number(choose) for name in found.names.values() if choose.random() < 0.8}
    question = choose.choice(("first-coordinate", "first-coordinate", "fixed-point", "norm"))
    coordinate = choose.randrange(width) if question == "first-coordinate" else None
    bound = choose.randint(3, 20) if question == "norm" else None
    return asked(found, start, question, coordinate, bound), choose.choice(("cyclic", "cyclic", "reverse"))


def fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def by_fractions(given: Any, order: str, passes: int) -> Found:
    examples = [({c: fraction(x) for c, x in e.x.items()}, fraction(e.y)) for e in given.examples]
    start = {c: fraction(w) for c, w in given.start.items()}
    accept = given.accept if given.question == "first-coordinate" else None
    bound = None if given.bound is None else fraction(given.bound)
    ordered = examples[::-1] if order == "reverse" else examples
    return followed(step_data(given.step), start, ordered, accept, bound, passes)


@pytest.mark.parametrize("model", MODELS)
def test_random_sets_agree_with_a_loop_over_fractions(model: str) -> None:
    verdicts = Counter[str]()
    for seed in range(EACH):
        given, order = drawn(model, seed)
        grows = given.step.rule.state and model == "dense-relu-dense"
        explodes = grows or given.step.regularizer != 0 or given.step.momentum is not None
        passes = 2 if grows else 12 if explodes else PASSES
        expected = by_fractions(given, order, passes)
        for engine in ("kernel", "native") if seed % 16 == 0 else ("kernel",):
            never = expected.verdict == "never"
            most = 4 * passes if never else passes  # Brent's search sees a cycle later than a list of all states
            found = verdict_of_set(Decision(given, RunOptions(most_passes=most, engine=engine), order), ())
            told = (found.verdict, found.step, found.period, found.preperiod, found.confirmed)
            known = (expected.verdict, expected.step, expected.period, expected.preperiod, True)
            assert told == known, (model, seed, engine)
            if not never:
                assert found.passes == expected.passes
                assert {key: fraction(found.outcome.state[key]) for key in given.start} == expected.weights
        verdicts[found.verdict] += 1
    assert len(verdicts) > 1, "a sweep of one verdict shows little"


@pytest.mark.parametrize("model", ["svm", "svm-bias", "perceptron", "absolute"])
def test_the_compiled_loop_and_the_kernel_agree_on_longer_runs(model: str) -> None:
    pytest.importorskip("numba")
    engines = Counter[str]()
    widths = (4, 16)  # of the wide ones some are dense, and run by vector code
    for seed, widest in product(range(12 if everything else 4), widths):
        given, order = drawn(model, 1000 + seed, widest)
        given = replace(given, step=with_rates(given.step, {"lambda": rational(0), "mu": rational(0)}))
        orders = [RunOptions(most_passes=400, engine=engine) for engine in ("kernel", "native")]
        kernel, native = (verdict_of_set(Decision(given, one, order), ()) for one in orders)
        assert kernel.outcome.told == native.outcome.told and kernel.preperiod == native.preperiod
        loop = native.decision.loop
        engines[native.engine] += 1
        engines["dense"] += loop is not None and native.engine != "kernel" and loop.data.dense
    assert engines["native and kernel"] and (engines["dense"] or not everything)

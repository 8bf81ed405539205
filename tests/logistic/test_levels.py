"""What is certified of the logistic loss holds in runs by another stepper, and what runs wrong is never certified."""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import examples, needs, sampled
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.training.logistic.certificate import GADGETS, Rows, failures
from ogd_exact.training.logistic.read import Certified, read_levels

LEVELS = read_levels(None, "logistic").levels
FIRST = LEVELS[0]


def sigmoid_below(margin: Any) -> Any:
    """1/(1 + exp(margin)), in doubles, or in mpmath's numbers if the margin is one."""
    exp = getattr(margin, "context", math).exp
    return 1 / (1 + exp(margin)) if margin < 700 else 0.0


def passes(run: LogisticRun, count: int, kind: Callable[[Any], Any]) -> Iterator[list[Any]]:
    """The weights after each pass, by a stepper of a few lines: kind rounds every number."""
    rows = [[(c, kind(float(v))) for c, v in x.items()] for x, _ in run.examples()]
    weights, rate = [kind(0.0)] * run.dimension, kind(float(run.reduction.level.rate))
    for _ in range(count):
        for row in rows:
            margin = kind(0.0)
            for c, x in row:
                margin = kind(margin + kind(weights[c] * x))
            push = kind(rate * kind(sigmoid_below(margin)))
            for c, x in row:
                weights[c] = kind(weights[c] + kind(push * x))
        yield weights


def made(circuit: Any) -> LogisticRun:
    run = ogd.reduce(circuit, "logistic")
    assert isinstance(run, LogisticRun)
    return run


def random_circuit(seed: int) -> ogd.Circuit:
    """A circuit of random gates and latches, whose output is one of its gates."""
    r, circuit = random.Random(seed), ogd.Circuit()
    latches = [circuit.state(f"x{i}", r.randrange(2)) for i in range(r.randrange(1, 6))]
    signals = list(latches)
    for _ in range(r.randrange(3, 25)):
        a, b = r.choice(signals), r.choice(signals)
        signals.append(r.choice([a & b, a | ~b, a ^ b]))
    for latch in latches:
        circuit.set_next(latch, r.choice(signals))
    circuit.output(r.choice(signals) & r.choice(signals) & r.choice(signals))
    return circuit


def check_run(run: LogisticRun, dtype: str, kind: Callable[[Any], Any], count: int) -> None:
    """The bits of every pass up to a yes are the circuit's, and no weight is further off than is certified."""
    reduction, netlist = run.reduction, run.reduction.netlist
    level, rate, worst = reduction.levels[dtype], float(reduction.level.rate), 0.0
    bits = (False,) * netlist.inputs
    for weights in passes(run, count, kind):
        values, (follows, answer) = netlist.values(bits), netlist.step(bits)
        assert (weights[run.accept] > 0) == answer
        if answer:
            break
        wanted = [*follows, *values[netlist.inputs :]]
        held = [weights[reduction.program.signal(k)] for k in range(len(wanted))]
        assert [weight > 0 for weight in held] == wanted
        worst = max(worst, *(float(abs(abs(weight) / rate - 1)) for weight in held))
        bits = follows
    assert worst <= level.error


@pytest.mark.parametrize("seed", range(examples(60)))
def test_random_circuits_stay_within_the_certified_box(seed: int) -> None:
    numpy, run = needs("numpy", "numpy"), made(random_circuit(seed))
    for dtype in run.reduction.levels:
        check_run(run, dtype, getattr(numpy, dtype), 12)


def test_so_does_a_run_with_fifty_digits() -> None:
    mpmath = needs("mpmath", "mpmath")
    with mpmath.workdps(50):
        check_run(made("counter:2"), "float64", mpmath.mpf, 3)


@pytest.mark.parametrize("known", sampled(LEVELS, 1, lambda known: [known.level.dtype]), ids=str)
def test_every_level_is_proved(known: Certified) -> None:
    assert known.failures == ()


TIGHTER: list[dict[str, Any]] = [
    {"fan_out": 10_000}, {"error": Fraction(1, 10_000)}, {"error": Fraction(1, 10)}, {"read": Fraction(1, 10**8)},
    {"rest": Fraction(1, 100)}, {"rate": 8}, {"rate": 64}, {"error": Fraction(2)}, {"rate": Fraction(33, 10)},
]  # fmt: skip


@pytest.mark.parametrize("change", TIGHTER, ids=str)
def test_a_level_that_promises_too_much_is_refused(change: Mapping[str, Any]) -> None:
    assert next(failures(replace(FIRST.level, **change), FIRST.rows), None) is not None


def spoiled() -> Iterator[tuple[str, dict[str, Rows]]]:
    """The tables with each entry a tenth larger, smaller, negated or dropped, and with each example dropped."""
    for name, rows in FIRST.rows.items():
        for k, row in enumerate(rows):
            yield f"{name} without {k}", {**FIRST.rows, name: [r for i, r in enumerate(rows) if i != k]}
            for c, x in enumerate(row):
                for factor in (Fraction(9, 8), Fraction(7, 8), -1, 0):
                    if x:
                        line = [v * factor if i == c else v for i, v in enumerate(row)]
                        yield f"{name} {k} {c} {factor}", {**FIRST.rows, name: [*rows[:k], line, *rows[k + 1 :]]}


HARMLESS = 8  # spoiled tables that are certified all the same, as the answer does not depend on much; they run right


@pytest.mark.parametrize(
    ("how", "rows"), sampled(spoiled(), 2, lambda item: [item[0].split()[0]]), ids=lambda of: str(of)[:20]
)
def test_what_runs_wrong_is_never_certified(how: str, rows: Mapping[str, Rows]) -> None:
    if next(failures(FIRST.level, rows), None) is None:
        run = made("counter:2")
        check_run(LogisticRun(replace(run.reduction, rows=rows)), "float64", float, 40)
        gray = made("gray:3")
        check_run(LogisticRun(replace(gray.reduction, rows=rows)), "float64", float, 40)


def test_hardly_any_spoiled_table_is_certified() -> None:
    every = list(spoiled())
    chosen = random.Random(1).sample(every, examples(48))
    kept = [how for how, rows in chosen if next(failures(FIRST.level, rows), None) is None]
    assert len(kept) <= HARMLESS and all(how.startswith("ask") for how in kept)


def test_every_gadget_is_tried_on_every_case() -> None:
    assert {name: len([*gadget.cases()]) for name, gadget in GADGETS.items()} == {
        "nand": 27, "not": 9, "copy": 6, "ask": 2,
    }  # fmt: skip

"""What is certified of the logistic loss holds in runs by another stepper, and what runs wrong is never certified."""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import ogd_exact as ogd
import soft_row
from conftest import examples, needs, sampled
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.expressions import Node, parse
from ogd_exact.training.logistic.certificate import GADGETS, Known, Level, Rows, decays, failures, is_float
from ogd_exact.training.logistic.enclosure import ONE, Enclosure
from ogd_exact.training.logistic.read import read_levels
from ogd_exact.training.logistic.reduction import size

MODELS = ("logistic", "logistic-reg")
LEVELS = [known for model in MODELS for known in read_levels(None, model).levels]
FIRST = {model: read_levels(None, model).levels[0] for model in MODELS}


def test_numbers_whose_steps_could_overflow_are_refused() -> None:
    level, rows = FIRST["logistic"].level, FIRST["logistic"].rows
    for changed, problem in (({"rest": 2}, "contradict"), ({"rate": rational(2**31)}, "its rate is no float")):
        (failure,) = failures(replace(level, **changed), rows)
        assert problem in failure.problem
    assert is_float(Enclosure.of(rational(2**30))) and not is_float(Enclosure.of(rational(1, 2**31)))


def test_the_picture_of_the_soft_row_is_current() -> None:
    assert soft_row.PICTURE.read_text() == soft_row.picture(), "run scripts/soft_row.py"


def sigmoid_below(margin: Any) -> Any:
    """1/(1 + exp(margin)), in doubles, or in mpmath's numbers if the margin is one."""
    exp = getattr(margin, "context", math).exp
    return 1 / (1 + exp(margin)) if margin < 700 else 0.0


def passes(
    run: LogisticRun, count: int, kind: Any, how: str = "", noise: Callable[[Any], Any] | None = None
) -> Iterator[list[Any]]:
    """The weights after each pass, by a stepper of a few lines: kind rounds every number, and noise is added to them.

    how: margins are summed backward, or in wider numbers (fused), what is tiny is flushed to 0, or weights are held
    divided by a scale, as scikit-learn holds them.
    """
    numpy, reduction = needs("numpy", "numpy"), run.reduction
    rows = [[(c, kind(float(v))) for c, v in x.items()] for x, _ in run.examples()]
    weights = numpy.array([kind(0.0)] * run.dimension, dtype=kind if issubclass(kind, numpy.floating) else object)
    rate, scale = kind(float(reduction.rate)), kind(1.0)
    left = kind(1 - float(reduction.rate) * float(reduction.regularizer))
    wide = numpy.longdouble if how == "fused" else kind

    smallest = 2.0**-126 if how == "flushed" else 0.0

    def put(value: Any) -> Any:
        return kind(0.0) if abs(value) < smallest else kind(value)

    for _ in range(count):
        for row in rows:
            margin = wide(0.0)
            for c, x in row[::-1] if how == "backward" else row:
                margin = wide(margin + wide(wide(weights[c]) * wide(x)))
            push = put(rate * put(sigmoid_below(kind(kind(margin) * scale))))
            if how == "scaled":
                scale = kind(scale * left)
            elif left < 1:
                weights = left * weights
                weights[abs(weights) < smallest] = kind(0.0)
            for c, x in row:
                weights[c] = put(weights[c] + put(kind(push / scale) * x))
            if noise:
                weights += [noise(w) for w in weights]
        weights, scale = weights * scale, kind(1.0)
        yield list(weights)


@cache
def made(circuit: Any, model: str = "logistic") -> LogisticRun:
    run = ogd.reduce(circuit, model)
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


def check_run(run: LogisticRun, level: Level, after: Iterator[list[Any]]) -> float:
    """The bits of every pass up to a yes are the circuit's, and no weight is further off than is certified."""
    netlist, rate, worst = run.reduction.netlist, float(level.rate), 0.0
    least = float(level.noise) * rate
    due = {c: float(kept) for c, kept in run.reduction.magnitudes.items()}
    bits = (False,) * netlist.inputs
    for weights in after:
        values, (follows, answer) = netlist.values(bits), netlist.step(bits)
        assert (weights[run.accept] > least) == answer
        if answer:
            break
        wanted = [*follows, *values[netlist.inputs :]]
        held = [(run.reduction.program.signal(k), bit) for k, bit in enumerate(wanted)]
        assert [weights[c] > 0 for c, _ in held] == wanted
        worst = max(worst, *(float(abs(weights[c] / rate - (due[c] if bit else -due[c]))) for c, bit in held))
        bits = follows
    assert worst <= level.error
    return worst


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", range(examples(60)))
def test_random_circuits_stay_within_the_certified_box(seed: int, model: str) -> None:
    numpy, run = needs("numpy", "numpy"), made(random_circuit(seed), model)
    for dtype, level in run.reduction.levels.items():
        check_run(run, level, passes(run, 12, getattr(numpy, dtype)))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("how", ["backward", "fused", "flushed", "scaled"])
def test_so_they_do_however_sums_and_weights_are_rounded(how: str, model: str) -> None:
    numpy, run = needs("numpy", "numpy"), made("gray:3", model)
    for dtype, level in run.reduction.levels.items():
        check_run(run, level, passes(run, 8, getattr(numpy, dtype), how))


@pytest.mark.parametrize("model", MODELS)
def test_so_does_a_run_with_fifty_digits(model: str) -> None:
    mpmath, run = needs("mpmath", "mpmath"), made("counter:2", model)
    with mpmath.workdps(50):
        check_run(run, run.reduction.level, passes(run, 3, mpmath.mpf))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", ["up", "down", "inwards", "at random"])
def test_noise_that_is_certified_does_no_harm(kind: str, model: str) -> None:
    run, r = made("counter:3", model), random.Random(1)
    most, level = float(run.reduction.noise), run.reduction.noisy
    assert level is not None and most > 0
    by = {
        "up": lambda w: most, "down": lambda w: -most, "inwards": lambda w: -math.copysign(most, w),
        "at random": lambda w: r.uniform(-most, most),
    }  # fmt: skip
    assert check_run(run, level, passes(run, 6, float, noise=by[kind])) > level.noise / 100
    with pytest.raises(AssertionError):
        check_run(run, level, passes(run, 6, float, noise=lambda w: 100 * by[kind](w)))


def test_a_call_is_granted_its_part_of_the_noise_of_a_pass_and_no_more() -> None:
    """Where steps lose much of a weight, too: at the least `read` that is accepted, and a little less."""
    known, case = next(known for known in LEVELS if known.level.decays and known.level.noise).at(11), (1, 1, 1)
    rows = known.rows["nand"]
    (decay,) = decays(known.level)

    def of(read: Any) -> Known:
        return Known(replace(known.level, read=read), GADGETS["nand"], rows, decay)

    low, high = rational(0), known.level.read
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if any("reads" in one for one in of(middle).problems(case)) else (low, middle)
    call = of(high).call(case)
    for row in call.of.rows:
        call.step(row)
    part = known.level.noise * len(rows) / 11
    assert max(call.moved(i).size for i in range(2)) <= (high + part) * known.level.rate * ONE


@pytest.mark.parametrize("examples_in_a_pass", [11, 63, 1000, 16_663, 10**9])
def test_a_pass_leaves_what_it_should(examples_in_a_pass: int) -> None:
    """By mpmath; and the regularizer is a float of 24 bits."""
    mpmath, known = needs("mpmath", "mpmath"), FIRST["logistic-reg"]
    chosen = known.regularizer(examples_in_a_pass)
    assert (chosen.numerator & -chosen.numerator) * 2**24 > chosen.numerator
    with mpmath.workdps(80):
        left = (1 - mpmath.mpf(int(chosen.numerator)) / int(chosen.denominator) * 18) ** examples_in_a_pass
        assert abs(left - mpmath.mpf(15) / 16) < 2.0**-24


@pytest.mark.parametrize("k", sampled(range(len(LEVELS)), 1, lambda k: [LEVELS[k].level.dtype, LEVELS[k].level.keeps]))
def test_every_level_is_proved(k: int) -> None:
    known = LEVELS[k]
    assert known.failures == ()


@pytest.mark.parametrize("lengths", [(11, 10**9), (40, 41), (63, 63), (1000, 1000)])
def test_what_is_proved_covers_every_length_of_a_pass(lengths: tuple[int, int]) -> None:
    """No part of what a may be is missing, where passes have one length, too."""
    known, r = FIRST["logistic-reg"], random.Random(2)
    parts = decays(replace(known.level, shortest=lengths[0], longest=lengths[1]))
    for count in [*lengths, *(r.randint(*lengths) for _ in range(50))]:
        a = (1 - known.level.rate * known.regularizer(count)) * ONE
        assert any(part.low <= a <= part.high for part in parts)


TIGHTER: list[dict[str, Any]] = [
    {"fan_out": 10_000}, {"error": Fraction(1, 10_000)}, {"error": Fraction(1, 10)}, {"read": Fraction(1, 10**8)},
    {"rest": Fraction(1, 100)}, {"rate": 8}, {"rate": 64}, {"error": Fraction(2)}, {"rate": Fraction(33, 10)},
    {"noise": Fraction(1, 200)}, {"shortest": 0}, {"keeps": Fraction(1, 3)}, {"keeps": Fraction(3, 4)},
]  # fmt: skip
OF_DECAY: list[dict[str, Any]] = [
    {"shortest": 3}, {"shortest": 1},
    {"longest": 10**15}, {"dtype": "float32"}, {"keeps": Fraction(1)}, {"keeps": Fraction(255, 256)},
]  # fmt: skip


@pytest.mark.parametrize(
    ("model", "change"), [*product(MODELS, TIGHTER), *(("logistic-reg", change) for change in OF_DECAY)], ids=str
)
def test_a_level_that_promises_too_much_is_refused(model: str, change: Mapping[str, Any]) -> None:
    first = FIRST[model]
    assert next(failures(replace(first.level, **change), first.rows), None) is not None


def spoiled(model: str) -> Iterator[tuple[str, str, dict[str, Rows]]]:
    """The tables with each entry an eighth larger, smaller, negated or dropped, and with each example dropped."""
    tables = FIRST[model].rows
    for name, rows in tables.items():
        for k, row in enumerate(rows):
            yield model, f"{name} without {k}", {**tables, name: [r for i, r in enumerate(rows) if i != k]}
            for c, x in enumerate(row):
                for factor in ("9/8", "7/8", "-1", "0"):
                    if x != parse("0"):
                        line = [Node("*", 0, (v, parse(factor))) if i == c else v for i, v in enumerate(row)]
                        yield model, f"{name} {k} {c} {factor}", {**tables, name: [*rows[:k], line, *rows[k + 1 :]]}


SPOILED = [one for model in MODELS for one in spoiled(model)]
HARMLESS = 8  # spoiled tables that are certified all the same, as the answer does not depend on much; they run right


@pytest.mark.parametrize(
    ("model", "how", "rows"),
    sampled(SPOILED, 2, lambda item: [item[0] + item[1].split()[0]]),
    ids=lambda of: str(of)[:20],
)
def test_what_runs_wrong_is_never_certified(model: str, how: str, rows: Mapping[str, Rows]) -> None:
    for circuit in ("counter:2", "gray:3"):
        was = made(circuit, model).reduction
        count = size(was.program, rows)
        known = replace(FIRST[model], rows=rows).at(count)
        if next(failures(known.level, rows), None) is None:
            kept = {"rows": known.numbers(count), "regularizer": known.regularizer(count), "level": known.level}
            run = LogisticRun(replace(was, **kept))
            check_run(run, known.level, passes(run, 40, float))


@pytest.mark.parametrize("model", MODELS)
def test_hardly_any_spoiled_table_is_certified(model: str) -> None:
    chosen = random.Random(1).sample([*spoiled(model)], examples(48))
    kept = [how for _, how, rows in chosen if next(failures(FIRST[model].at(63).level, rows), None) is None]
    assert len(kept) <= HARMLESS and all(how.startswith("ask") for how in kept)


def test_every_gadget_is_tried_on_every_case() -> None:
    assert {name: len([*gadget.cases()]) for name, gadget in GADGETS.items()} == {
        "nand": 27, "not": 9, "copy": 6, "ask": 2,
    }  # fmt: skip


HOSTILE = ["1/(a - a)", "1/(a - 1)", "1/3", "a - a + 1/3", "17*a", "((10^60)^200 - (10^60)^200)*(10^60)^200", "keeps/3"]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_entry_that_is_no_float_is_refused(text: str) -> None:
    first = FIRST["logistic-reg"].at(63)
    tables = {**first.rows, "not": [[parse("0"), parse(text)], *first.rows["not"][1:]]}
    assert "an entry is no float" in str(next(failures(first.level, tables)))

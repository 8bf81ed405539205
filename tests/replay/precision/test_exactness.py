"""Where it is proved that nothing is rounded, nothing is: MPFR's own flag and float16 say so."""

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import gmpy2
import pytest

from conftest import needs, sampled
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.gadgets.reading.folder import PAPER
from ogd_exact.robustness.precision.dyadic import FORMATS, Format, bits_of
from ogd_exact.robustness.precision.exactness import exactness, never_rounds
from ogd_exact.robustness.precision.rounded import fraction, positive
from ogd_exact.training.constructions.reduction import Reduction, reduced
from ogd_exact.training.constructions.request import Request
from ogd_exact.training.runs.simulation import Simulation
from reductions import reduction

PROVED = {"svm": 8, "svm-bias": 8, "svm-eta": 8, "dense-relu": 3}


def bits(problem: Reduction) -> int:
    found = [table.bits for table in exactness(problem)]
    assert None not in found
    return max(b for b in found if b)


def pairs(problem: Reduction, steps: int) -> Iterator[tuple[dict[str, Any], Example, dict[str, Any]]]:
    """Weights before, example and weights after, of the exact run."""
    run = Simulation(problem)
    before = dict(run.weights)
    for moment in islice(run.stepwise(), steps):
        yield before, moment.example, dict(run.weights)
        before = dict(run.weights)


def another_order(rule: str, weights: dict[str, Any], example: Example, rate: Any) -> dict[str, Any]:
    """A step by formulas of this test's own, summed from the back and with the factors in another order."""
    x, y = example
    total = sum([weights[c] * x[c] for c in reversed(x)][1:], weights[[*x][-1]] * x[[*x][-1]])
    if rule == "hinge":
        return {c: w + (x[c] * y) * rate if c in x and 1 - total * y > 0 else w for c, w in weights.items()}
    return {c: w + (x[c] * rate) * (2 * (y - total)) if c in x and total > 0 else w for c, w in weights.items()}


@pytest.mark.parametrize(("model", "circuit"), sampled(product(PROVED, ["counter:2", "gray:2", "lfsr:3"]), 3))
def test_no_operation_is_inexact_with_the_bits_that_are_proved_to_do(model: str, circuit: str) -> None:
    problem = reduction(circuit, "--model", model)
    run = Simulation(problem)
    assert bits(problem) == PROVED[model]
    with gmpy2.context(precision=PROVED[model], trap_inexact=True):
        rate, regularizer = gmpy2.mpfr(fraction(run.values.rate)), gmpy2.mpfr(fraction(run.values.regularizer))
        step = Step(problem.model.rule, rate, regularizer)
        for before, example, after in pairs(problem, 3 * problem.examples):
            weights = {c: gmpy2.mpfr(fraction(w)) for c, w in before.items()}
            given = Example({c: gmpy2.mpfr(fraction(v)) for c, v in example.x.items()}, gmpy2.mpfr(fraction(example.y)))
            found = step.take(weights, given, positive).weights
            assert all(found[c] == fraction(w) for c, w in after.items())
            assert found == another_order(problem.model.rule.name, weights, given, rate)


@pytest.mark.parametrize("model", PROVED)
def test_with_one_bit_less_a_number_of_some_row_is_not_held(model: str) -> None:
    """The bound is that of the numbers, not of an estimate: some number needs all these bits."""
    problem = reduction("counter:2", "--model", model)
    run = Simulation(problem)
    inexact = 0
    with gmpy2.context(precision=PROVED[model] - 1) as context:
        rate, regularizer = gmpy2.mpfr(fraction(run.values.rate)), gmpy2.mpfr(fraction(run.values.regularizer))
        step = Step(problem.model.rule, rate, regularizer)
        for before, example, _ in pairs(problem, 3 * problem.examples):
            weights = {c: gmpy2.mpfr(fraction(w)) for c, w in before.items()}
            given = Example({c: gmpy2.mpfr(fraction(v)) for c, v in example.x.items()}, gmpy2.mpfr(fraction(example.y)))
            step.take(weights, given, positive)
            inexact += context.inexact
    assert inexact


@pytest.mark.parametrize("model", PROVED)
def test_float16_computes_the_exact_weights(model: str) -> None:
    numpy = needs("numpy", "numpy")
    problem = reduction("counter:2", "--model", model)
    run = Simulation(problem)
    half = lambda value: numpy.float16(float(fraction(value)))  # noqa: E731
    weights = {c: half(w) for c, w in problem.start().items()}
    for _, example, after in pairs(problem, 3 * problem.examples):
        given = Example({c: half(v) for c, v in example.x.items()}, half(example.y))
        step = Step(problem.model.rule, half(run.values.rate), half(run.values.regularizer))
        weights = step.take(weights, given, positive).weights
        assert all(type(w) is numpy.float16 for w in weights.values())
        assert {c: float(w) for c, w in weights.items()} == {c: float(fraction(w)) for c, w in after.items()}


@pytest.mark.parametrize(
    ("options", "table", "value"),
    [
        (["svm-eta", "--eta", "9/16"], "set_false_if_unset", "-1/3"),  # x = -1/4 over sqrt(eta) = 3/4
        (["svm-eta", "--eta", "2"], "reset", "-1*sqrt(2)"),  # x = -2 over sqrt(2)
        (["dense-relu-dense"], "reset", "2/15"),
    ],
)
def test_the_first_number_that_is_not_dyadic_is_shown(options: list[str], table: str, value: str) -> None:
    (found,) = [e for e in exactness(reduction("counter:2", "--model", *options)) if e.name == table]
    assert found.bits is None and found.exact == []
    first = found.rounds["float64"]
    assert first is not None and str(first.value) == value and first.quantity.startswith("x of")


@pytest.mark.parametrize(("eta", "exact"), [("4", True), ("1/1024", True), ("9", False), ("1/2", False)])
def test_a_learning_rate_is_exact_if_its_root_is_a_power_of_two(eta: str, exact: bool) -> None:
    found = exactness(reduction("counter:2", "--model", "svm-eta", "--eta", eta))
    assert all((table.bits is not None) == exact for table in found)


def test_exponents_count_as_well() -> None:
    """With eta = 2^-40 weights are multiples of 2^-20, and 1/8 of them less than float16 has."""
    found = exactness(reduction("counter:2", "--model", "svm-eta", "--eta", "1/1099511627776"))
    assert all(table.bits is not None for table in found)
    assert "float16" not in found[0].exact and "float32" in found[0].exact


def test_with_magnitudes_the_first_step_that_rounds_is_shown() -> None:
    (found,) = exactness(reduction("counter:1", "--model", "svm-reg"))
    first = found.rounds["float64"]
    assert (
        first is not None
        and first.place.startswith("step 1, set_false_if_unset row 1")
        and bits_of(first.value) is None
    )


def holds_as(format: Format, largest: float, subnormal: float, eps: float) -> None:
    for value in (largest, subnormal, 1 + eps, 0.0, -0.75):
        assert format.holds(gmpy2.mpq(value))
    for wrong in (gmpy2.mpq(largest) * 2, gmpy2.mpq(subnormal) / 2, gmpy2.mpq(1, 3), 1 + gmpy2.mpq(eps) / 2):
        assert not format.holds(wrong)


def test_formats_hold_what_numpy_holds() -> None:
    numpy = needs("numpy", "numpy")
    for format in FORMATS[1:]:
        info = numpy.finfo(getattr(numpy, format.name))
        holds_as(format, float(info.max), float(info.smallest_subnormal), float(info.eps))


def test_bfloat16_holds_what_torch_holds() -> None:
    torch = needs("torch", "torch")
    info = torch.finfo(torch.bfloat16)
    assert FORMATS[0].name == "bfloat16"
    holds_as(FORMATS[0], info.max, info.smallest_normal * info.eps, info.eps)


def test_gadgets_of_another_model_have_magnitudes_of_that_one(tmp_path: Path) -> None:
    """The construction's own model names none, and yet its weights are of as many sizes as those of svm-reg."""
    (tmp_path / "mine").mkdir()
    model = 'rule = "hinge"\nregularizer = "1 - alpha"\nsymbols = ["alpha"]\n'
    (tmp_path / "mine" / "model.toml").write_text(model)
    table = (PAPER / "svm" / "reset.toml").read_text()
    (tmp_path / "mine" / "unused.toml").write_text(table.replace('"reset"', '"unused"'))
    built = (PAPER / "svm-reg" / "construction.toml").read_text()
    (tmp_path / "mine" / "construction.toml").write_text(f'gadgets = "svm-reg"\n{built}')
    problem = reduced(Request("counter:1", "mine", str(tmp_path)))
    assert [found.name for found in exactness(problem)] == ["the first pass"]
    assert not never_rounds(problem, "float64")

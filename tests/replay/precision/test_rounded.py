"""The run with p bits is what other floating-point arithmetics compute: mpmath's, and the processor's doubles."""

from itertools import islice
from math import isfinite
from typing import Any

import gmpy2
import mpmath
import pytest

from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.robustness.precision.exactness import tables
from ogd_exact.robustness.precision.rounded import Rounded, fraction, nearest, positive
from ogd_exact.training.numbers.surd import Surd
from reductions import reduction


@pytest.mark.parametrize("bits", [17, 60])
@pytest.mark.parametrize("model", ["svm-reg", "dense-relu-dense"])
def test_mpmath_computes_the_same_weights(model: str, bits: int) -> None:
    rounded = Rounded(reduction("counter:1", "--model", model))
    with mpmath.workprec(bits):

        def number(value: Any) -> Any:
            exact = fraction(value)
            return (
                mpmath.mpf(int(exact.numerator)) / int(exact.denominator)
                if exact.denominator < 1 << bits
                else far(exact)
            )

        def far(exact: Any) -> Any:  # a quotient of two long integers, rounded once
            with mpmath.workprec(bits + 4000):
                value = mpmath.mpf(int(exact.numerator)) / int(exact.denominator)
            return +value

        weights = {key: number(value) for key, value in rounded.reduction.start().items()}
        step = Step(rounded.taken.rule, number(rounded.taken.rate), number(rounded.taken.regularizer))
        steps, compared = rounded.steps(bits), 0
        for example in rounded.examples * 2:
            given = Example({c: number(v) for c, v in example.x.items()}, number(example.y))
            weights = step.take(weights, given, positive).weights
            found = next(steps).weights
            if not all(map(gmpy2.is_finite, found.values())):  # wrong weights soon exceed any exponent
                break
            compared += 1
            assert {c: signed(w) for c, w in weights.items()} == {c: parts(found[c]) for c in weights}
    assert compared > 50


def signed(value: Any) -> Any:
    return (int(value.man) * (1 if value > 0 else -1), int(value.exp)) if value else 0


def parts(value: Any) -> Any:
    """The odd integer and the power of two of a number, as mpmath has them."""
    if not value:
        return 0
    mantissa, exponent = value.as_mantissa_exp()
    shift = gmpy2.bit_scan1(abs(mantissa))
    return int(mantissa >> shift), int(exponent + shift)


@pytest.mark.parametrize("model", ["svm", "svm-reg", "dense-relu", "dense-relu-dense"])
def test_the_processor_computes_the_same_with_53_bits(model: str) -> None:
    rounded = Rounded(reduction("counter:1", "--model", model))
    double = lambda value: float(nearest(value, 53))  # noqa: E731
    weights = {key: double(value) for key, value in rounded.reduction.start().items()}
    steps, compared = rounded.steps(53), 0
    for example in rounded.examples * 2:
        given = Example({c: double(v) for c, v in example.x.items()}, double(example.y))
        rates = double(rounded.taken.rate), double(rounded.taken.regularizer)
        weights = Step(rounded.taken.rule, *rates).take(weights, given, positive).weights
        if not all(map(isfinite, weights.values())):  # wrong weights soon exceed the exponents of a double
            break
        compared += 1
        assert weights == {c: float(w) for c, w in next(steps).weights.items()}
    assert compared > len(rounded.examples)


def test_a_margin_of_0_is_not_positive() -> None:
    assert [positive(gmpy2.mpfr(text)) for text in ("1e-99", "0", "-0", "-1", "nan")] == [1, -1, -1, -1, -1]


def test_roots_are_rounded_to_the_nearest() -> None:
    for bits in (2, 24, 53, 200):
        with gmpy2.context(precision=bits):
            root = gmpy2.sqrt(gmpy2.mpfr(2))
            assert nearest(Surd(gmpy2.mpq(0), gmpy2.mpq(1), 2), bits) == root
            assert nearest(Surd(gmpy2.mpq(0), gmpy2.mpq(-1), 2), bits) == -root


@pytest.mark.parametrize("options", [["svm"], ["svm-reg"], ["svm-eta", "--eta", "2"], ["svm", "--tables", "compact"]])
def test_with_many_bits_every_pass_is_right_and_a_wrong_weight_is_noticed(options: list[str]) -> None:
    rounded = Rounded(reduction("counter:2", "--model", *options))
    frames, steps, middles = rounded.frames(9), rounded.steps(400), rounded.middles(400)
    assert len(frames) == 4 and frames[-1][-1]  # counter:2 answers in its fourth pass
    for frame in frames:
        *_, last = islice(steps, len(rounded.examples))
        assert rounded.agree(last.weights, middles, frame)
        for key in (*rounded.inputs, rounded.accept):
            true = nearest(rounded.encoding["true"] * rounded.magnitudes[key], 400)
            for wrong in (true * (1 if last.weights[key] < true / 2 else -1), gmpy2.mpfr("nan")):
                assert not rounded.agree({**last.weights, key: wrong}, middles, frame)


def test_in_doubles_it_depends_on_the_order_of_factors_which_rows_round_back() -> None:
    """Of dense-relu-dense, with (slope v) x as the kernel has it one row does not; with (slope x) v many do not."""
    problem = reduction("counter:2", "--model", "dense-relu-dense")
    inexact: dict[str, set[tuple[str, int]]] = {"(s v) x": set(), "(s x) v": set()}
    for table, _ in tables(problem):
        names = {name: arithmetic(()).read(text) for name, text in table.constants.items()}
        lines = [[[float(arithmetic(()).read(t, names)) for t in line] for line in step.after] for step in table.steps]
        starts = [[[float(arithmetic(()).read(t, names)) for t in line] for line in table.cases], *lines]
        for row, step in enumerate(table.steps):
            x = [float(arithmetic(()).read(text, names)) for text in step.x]
            y = float(arithmetic(()).read(step.y, names))
            for (*w, v), after in zip(starts[row], lines[row], strict=True):
                margin = sum(a * b for a, b in zip(w, x, strict=True))
                slope = 2 * (v * margin - y) if margin > 0 else 0.0
                orders = {"(s v) x": [slope * v * b for b in x], "(s x) v": [slope * b * v for b in x]}
                for order, moves in orders.items():
                    if [*(a - b for a, b in zip(w, moves, strict=True)), v - slope * margin] != after:
                        inexact[order].add((table.gadget, row + 1))
    assert inexact["(s v) x"] == {("set_false_if_unset", 9)}
    assert len(inexact["(s x) v"]) == 7 and ("destructive_nand", 4) in inexact["(s x) v"]

"""The examples of a pass as machine integers over common denominators, with a bound that excludes overflow.

Weights are W / weight_unit, examples X / example_unit; where a number is no such fraction, or the bound leaves no
room, the problem is unfit. All here is Python's own arithmetic, which does not overflow.
"""

import importlib
import numbers
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from math import gcd, lcm
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.kernel.step import Example, Rule, Step
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.engine import Unfit
from ogd_exact.tables.traits import is_additive, is_relu

BAR, RELU = "below_bar", "relu"  # of loops.py
WORD = 1 << 62  # no sum or product that is computed is above it, in absolute value


@dataclass
class Pass:
    """The examples one after the other, as a compiled loop takes them."""

    arrays: tuple[Any, ...]  # where each begins, coordinates, values, and labels where the loop has them apart
    scale: int  # what a fired example is multiplied by
    bar: int  # the kink, in units of the score; the ReLU: the power of 2 that a fired example is divided by
    weight_unit: int
    limit: int  # no weight is larger


def common(values: Iterable[Any]) -> int:
    """The least common denominator."""
    found = 1
    for value in values:
        if not isinstance(value, numbers.Rational) and not hasattr(value, "denominator"):
            raise Unfit("its numbers are not rational")
        found = lcm(found, int(value.denominator))
        if found > WORD:
            raise Unfit("its numbers do not fit machine integers")
    return found


def whole(value: Any) -> int:
    assert value.denominator == 1
    return int(value.numerator)


def flattened(reduction: Reduction) -> Pass:
    """Raises Unfit for models and numbers that machine integers cannot do."""
    values, step = reduction.values, reduction.values.step
    if step.rule.state or step.regularizer != 0 or step.momentum is not None or not loop_of(step.rule):
        raise Unfit(f"the native engine has no {reduction.model.name}")
    examples = list(reduction.training.examples())
    unit = common(chain([step.rate, *step.kinks], {value for example in examples for value in example.x.values()}))
    between = [code * m for code in values.encoding.values() for m in reduction.proved.magnitudes.values()]
    labels = {example.y for example in examples}
    weight_unit = lcm(unit * unit, common(chain(between, reduction.start().values(), labels)))
    maker = below_a_bar if loop_of(step.rule) == BAR else relu
    return maker(examples, step, unit, weight_unit)


def loop_of(rule: Rule) -> str:
    """Which loop of loops.py does what a rule does; empty for none.

    More layers would need products of weights, which outgrow machine integers.
    """
    return BAR if is_additive(rule) else RELU if is_relu(rule) else ""


def below_a_bar(examples: list[Example], step: Step, unit: int, weight_unit: int) -> Pass:
    """w + rate*y*x below the kink: values have the label in them."""
    x = [[whole(example.y * value * unit) for value in example.x.values()] for example in examples]
    scale, bar = whole(step.rate * weight_unit / unit), whole(rational(step.kinks[0]) * weight_unit * unit)
    return Pass(arrays(examples, x), scale, bar, weight_unit, largest_weight(x, [], scale, abs(bar)))


def relu(examples: list[Example], step: Step, unit: int, weight_unit: int) -> Pass:
    """w - 2*rate*(w.x - y)*x, the margin w.x and the labels being in units of weight_unit*unit."""
    x = [[whole(value * unit) for value in example.x.values()] for example in examples]
    y = [whole(example.y * weight_unit * unit) for example in examples]
    scale, divisor = whole(-2 * step.rate * unit), unit * unit * unit
    scale, divisor = scale // gcd(scale, divisor), divisor // gcd(scale, divisor)
    if divisor & (divisor - 1):
        raise Unfit("its denominators are not powers of 2, which the native engine needs with the ReLU")
    limit = largest_weight(x, y, scale, weight_unit * unit)
    return Pass(arrays(examples, x, y), scale, divisor.bit_length() - 1, weight_unit, limit)


def arrays(examples: list[Example], x: list[list[int]], *labels: list[int]) -> tuple[Any, ...]:
    numpy = importlib.import_module("numpy")
    first = numpy.cumsum([0, *map(len, x)], dtype=numpy.uint32)
    index = numpy.array([int(c) for example in examples for c in example.x], dtype=numpy.uint32)
    value = numpy.fromiter(chain.from_iterable(x), dtype=numpy.int64)
    return first, index, value, *(numpy.array(y, dtype=numpy.int64) for y in labels)


def largest_weight(x: list[list[int]], y: list[int], scale: int, bar: int) -> int:
    """The largest |W| from which no step can overflow.

    A score is at most width*size*W. Below a bar scale*size is added to a weight; the ReLU adds at most
    (margin + |y|)*|scale|*size. None of these, with the weight itself, may be above a word.
    """
    size = max((abs(value) for row in x for value in row), default=1) or 1
    width = max(map(len, x), default=1) or 1
    shift = max(map(abs, y), default=0)
    grown = abs(scale) * size
    limit = WORD // 2 // (width * size)
    if y:
        limit = min(limit, (WORD // 2 // grown - shift) // (width * size))
    if bar >= WORD or grown >= WORD // 2 or limit < 1:
        raise Unfit("its numbers do not fit machine integers")
    return limit

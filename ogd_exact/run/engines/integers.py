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

from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.engine import Unfit
from ogd_exact.run.simulation import Simulation

WORD = 1 << 62  # no sum or product that is computed is above it, in absolute value


@dataclass
class Pass:
    """The examples one after the other: those of example t are at first[t] to first[t + 1]."""

    first: Any
    index: Any
    value: Any  # the hinge: y*x; else x
    label: Any  # dense-relu: y in units of the margin; the hinge: empty
    scale: int  # what a fired example is multiplied by
    shift: int  # and divided by 2 to this power
    bar: int  # the hinge: a margin of 1
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
    run, rule = Simulation(reduction), reduction.model.rule_name
    if rule not in ("hinge", "dense-relu") or run.regularizer != 0:
        raise Unfit(f"the native engine has no {reduction.model.name}")
    examples = list(reduction.training.examples())
    unit = common(chain([run.rate], {value for example in examples for value in example.x.values()}))
    between = [code * m for code in run.coding.encoding.values() for m in reduction.proved.magnitudes.values()]
    labels = {example.y for example in examples}
    weight_unit = lcm(unit * unit, common(chain(between, run.weights.values(), labels)))
    hinge = rule == "hinge"
    x = [[whole((example.y if hinge else 1) * value * unit) for value in example.x.values()] for example in examples]
    y = [] if hinge else [whole(example.y * weight_unit * unit) for example in examples]
    if hinge:  # w + rate*y*x
        scale, divisor = whole(run.rate * weight_unit / unit), 1
    else:  # w - 2*rate*(w.x - y)*x, the margin w.x being in units of weight_unit*unit
        scale, divisor = whole(-2 * run.rate * unit), unit * unit * unit
        scale, divisor = scale // gcd(scale, divisor), divisor // gcd(scale, divisor)
    if divisor & (divisor - 1):
        raise Unfit("its denominators are not powers of 2, which the native engine needs with the ReLU")
    limit = largest_weight(x, y, scale, weight_unit * unit)
    numpy = importlib.import_module("numpy")
    first = numpy.cumsum([0, *map(len, x)], dtype=numpy.uint32)
    index = numpy.array([int(c) for example in examples for c in example.x], dtype=numpy.uint32)
    value = numpy.fromiter(chain.from_iterable(x), dtype=numpy.int64)
    label = numpy.array(y, dtype=numpy.int64)
    return Pass(first, index, value, label, scale, divisor.bit_length() - 1, weight_unit * unit, weight_unit, limit)


def largest_weight(x: list[list[int]], y: list[int], scale: int, bar: int) -> int:
    """The largest |W| from which no step can overflow.

    A margin is at most width*size*W. The hinge adds scale*size to a weight; dense-relu adds at most
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

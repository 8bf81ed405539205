"""A run of the kernel's own rules in binary floating point of p bits, by MPFR, whose exponents are ample.

The order of operations is that of the kernel: every x, y, rate and weight is rounded to p bits first, then each +, -
and * is rounded once, to nearest, ties to even; w.x is summed in the order of the example; a margin of 0 counts as
not positive.
"""

from collections.abc import Iterator
from itertools import count, groupby, pairwise
from math import isqrt
from typing import Any

import gmpy2

from ogd_exact.core.kernel.numbers import sign
from ogd_exact.core.kernel.step import Example, Step, Update
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.surd import Surd

Weights = dict[str, Any]
Middles = dict[
    str, list[Any]
]  # for each key, halfway between the weights of one truth value and the next, lowest first
SPARE = 64  # more bits for what weights are compared with, so that reading them is no source of errors


def fraction(value: Any) -> Any:
    exact = plain(value)
    if isinstance(exact, type(gmpy2.mpq())):
        return exact
    return gmpy2.mpq(int(exact.numerator), int(exact.denominator))


def simple(value: Any) -> Any:
    """The same number as a fraction, unless it is a root: worked out once, and rounded to many numbers of bits."""
    return value if isinstance(value, Surd) else fraction(value)


def nearest(value: Any, bits: int) -> Any:
    """The floating-point number of so many bits that is nearest to an exact number."""
    with gmpy2.context(precision=bits):
        if not isinstance(value, Surd):
            return gmpy2.mpfr(fraction(value))
        a, b = fraction(value.a), fraction(value.b)
        square = b * b * value.d
        for places in count(bits + SPARE, SPARE):  # bounds on both sides of the root, until both round to the same
            root = isqrt(int((square.numerator << 2 * places) // square.denominator))
            low, high = (gmpy2.mpfr(a + sign(b) * gmpy2.mpq(end, 1 << places)) for end in (root, root + 1))
            if low == high:
                return low
        raise AssertionError("an irrational number is never halfway between two others")


def positive(margin: Any) -> int:
    """The side of a margin; in floating point it may be 0, where libraries differ, and here is not positive."""
    return 1 if margin > 0 else -1


class Rounded:
    """The examples of a pass in exact numbers, and what is needed to run and to read them with any number of bits."""

    def __init__(self, reduction: Reduction) -> None:
        self.reduction, values, program = reduction, reduction.values, reduction.program
        self.examples = [
            Example({key: simple(value) for key, value in example.x.items()}, simple(example.y))
            for example in reduction.training.examples()
        ]
        self.taken, self.encoding = values.step, values.encoding
        self.inputs = [str(program.signal(i)) for i in range(reduction.netlist.inputs)]
        self.accept = str(program.accept)
        walk = AbstractRun(program, reduction.training.library, reduction.parameters)
        for _ in walk.steps(reduction.proved.magnitudes, check_regions=False):
            pass
        self.magnitudes = {key: reduction.proved.magnitudes[int(key)] for key in self.inputs}
        self.magnitudes[self.accept] = walk.magnitude(walk.accept)
        ordered = sorted(self.encoding.values(), key=lambda value: nearest(value, SPARE))
        self.levels = [value for value, _ in groupby(ordered)]  # of truth values, lowest first; two may share one

    def middles(self, bits: int) -> Middles:
        """A weight between passes stands for the nearest truth value, at the magnitude of its coordinate."""
        return {
            key: [nearest((a + b) * m / 2, bits + SPARE) for a, b in pairwise(self.levels)]
            for key, m in self.magnitudes.items()
        }

    def steps(self, bits: int) -> Iterator[Update]:
        """Step after step, pass after pass, without end."""
        examples = [
            Example({key: nearest(value, bits) for key, value in example.x.items()}, nearest(example.y, bits))
            for example in self.examples
        ]
        constants = tuple((name, nearest(value, bits)) for name, value in self.taken.constants)
        rates = nearest(self.taken.rate, bits), nearest(self.taken.regularizer, bits)
        rounded = Step(self.taken.rule, *rates, constants)
        weights = {key: nearest(value, bits) for key, value in self.reduction.start().items()}
        while True:
            for example in examples:
                with gmpy2.context(precision=bits):
                    step = rounded.take(weights, example, positive)
                weights = step.weights
                yield step

    def frames(self, passes: int) -> list[tuple[bool, ...]]:
        """What the circuit holds after each pass, until it answers yes; an exact run is proved to hold the same."""
        found = [self.reduction.netlist.evaluate((False,) * len(self.inputs))]
        while len(found) < passes and not found[-1][-1]:
            found.append(self.reduction.netlist.evaluate(found[-1]))
        return found

    def agree(self, weights: Weights, middles: Middles, frame: tuple[bool, ...]) -> bool:
        """Whether every bit, and the answer, is what the circuit has."""
        if any(gmpy2.is_nan(weights[key]) for key in middles):
            return False
        read = {key: self.levels[sum(bool(weights[key] > m) for m in between)] for key, between in middles.items()}
        bits = [self.encoding["true" if bit else "false"] for bit in frame]
        answer = read[self.accept] == self.encoding["true"]
        return [read[key] for key in self.inputs] == bits and answer == frame[-1]

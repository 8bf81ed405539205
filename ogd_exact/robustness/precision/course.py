"""The exact run of some passes, with what it does to errors step by step, and the bits that follow from it.

A decision is right with p bits while the error of its margin, 2^-p times as large as its spread, is below the margin.
It matters for the bits only if it can move a weight further than the error which that weight has anyway, and, in the
last pass, if something that is read afterwards is still to come.
"""

from itertools import groupby
from typing import Any, NamedTuple

import gmpy2

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.robustness.precision.rounded import SPARE, Rounded, nearest
from ogd_exact.robustness.precision.spread import BITS, Carried, Spread, approximately
from ogd_exact.training.constructions.provenance import Provenance, provenances

Matrix = dict[str, dict[str, Any]]
FACTOR = 4  # how many times its error a decision may move a weight, and still not matter


class ExactStep(NamedTuple):
    """A step of the exact run; sizes are logarithms to base 2, None for 0."""

    frame: int  # of the circuit, from 0: the pass it lies in
    place: Provenance
    value: Any  # of the margin
    weights: dict[str, Any]  # of those that the example names, after the step
    margin: float
    error: float | None  # of the margin, in units of 2^-p
    factor: float  # by which the step can multiply errors
    matters: bool

    @property
    def bits(self) -> float:
        """How many it takes for this decision."""
        return self.error - self.margin if self.error is not None else 1.0


class CallGrowth(NamedTuple):
    """The most by which a call multiplies the errors of the weights that all calls share."""

    frame: int
    place: Provenance  # its first step
    factor: float


class Course:
    """Passes until the circuit answers, at most so many."""

    def __init__(self, rounded: Rounded, passes: int) -> None:
        self.rounded, self.frames = rounded, rounded.frames(passes)
        self.steps: list[ExactStep] = []
        self.calls: list[CallGrowth] = []
        self.reading: list[float] = []  # for each pass, the bits that it takes to read its weights at its end
        common = set.intersection(*(set(call.on) for call in rounded.reduction.program.calls()))
        self.shared = [*map(str, sorted(common)), *rounded.reduction.model.rule.state]
        read = {*rounded.inputs, rounded.accept}
        self.last = max(i for i, example in enumerate(rounded.examples) if read & example.x.keys())
        spread = Spread(rounded.reduction)
        carried_steps = spread.steps()
        for frame, _ in enumerate(self.frames):
            for _, within in groupby(provenances(rounded.reduction), key=lambda place: id(place.call)):
                product: Matrix = {}
                begun = len(self.steps)
                for place in within:
                    carried = next(carried_steps)
                    self.steps.append(self.step(frame, place, carried, spread))
                    product = followed(product, carried.moves)
                self.calls.append(CallGrowth(frame, self.steps[begun].place, size(norm(product, self.shared)) or 0.0))
            self.reading.append(self.read(spread))

    def step(self, frame: int, place: Provenance, carried: Carried, spread: Spread) -> ExactStep:
        margin, error = size(carried.margin), size(carried.error)
        if margin is None:  # where both sides agree, as the tables are verified; no number of bits tells them apart
            name = self.rounded.reduction.model.name
            raise InputError(f"bits are not measured for {name}: an example lies on a kink; take another model")
        matters = error is not None and any(
            moved * carried.error > FACTOR * abs(carried.margin) * spread.error(c)
            for c, moved in carried.swerve.items()
        )
        after = {c: approximately(spread.run.weights[c]) for c in carried.swerve}
        return ExactStep(frame, place, carried.margin, after, margin, error, size(carried.factor) or 0.0, matters)

    def read(self, spread: Spread) -> float:
        middles = self.rounded.middles(BITS)
        found = []
        for key, magnitude in self.rounded.magnitudes.items():
            room = min(abs(nearest(self.rounded.encoding["true"] * magnitude, BITS + SPARE) - m) for m in middles[key])
            found.append(size(spread.error(key) / room) or 0.0)
        return max(found)

    def decisions(self, passes: int) -> ExactStep:
        """The decision of so many passes that takes most bits."""
        return max(self.steps[: passes * len(self.rounded.examples)], key=lambda step: step.bits)

    def weakest(self, passes: int) -> ExactStep:
        """The same of those that matter for the bits."""
        until = (passes - 1) * len(self.rounded.examples) + self.last + 1
        mattering = [step for step in self.steps[:until] if step.matters]
        return max(mattering or self.steps[:1], key=lambda step: step.bits)

    def bits(self, passes: int) -> float:
        return max(self.weakest(passes).bits, self.reading[passes - 1])


def size(value: Any) -> float | None:
    return float(gmpy2.log2(abs(value))) if value else None


def followed(product: Matrix, moves: Matrix) -> Matrix:
    """The errors after a step, by those at the start of the call."""
    rows: Matrix = {key: {} for key in moves}
    with gmpy2.context(precision=BITS):
        for key, middle, part in ((key, middle, part) for key, row in moves.items() for middle, part in row.items()):
            for first, value in product.get(middle, {middle: gmpy2.mpfr(1)}).items():
                rows[key][first] = rows[key].get(first, 0) + part * value
    return {**product, **rows}


def norm(matrix: Matrix, keys: list[str]) -> Any:
    """The largest-coordinate norm of the part of the matrix that belongs to these; of nothing it is 1."""
    rows = [sum(abs(matrix[key].get(other, 0)) for other in keys) for key in keys if key in matrix]
    return max(rows, default=1)


def doublings(most: int) -> list[int]:
    """1, 2, 4, ... and the most itself."""
    return sorted({most, *(1 << k for k in range(most.bit_length()))})

"""Every step of OGD, as machine integers over a common denominator, compiled by numba."""

import importlib
from typing import Any

from ogd_exact.circuits.netlists.compiled import available
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.text.extras import install
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.engine import Claim, Unfit
from ogd_exact.training.runs.engines.integers import at_rest, flattened

LARGE, INEXACT = "weights become too large for machine integers", "weights are no multiples of its unit"
RESTLESS = "weights that no example names move"


class NativeEngine:
    name = "native"

    def __init__(self, reduction: Reduction) -> None:
        if not available():
            raise Unfit(f"the native engine needs numba; {install('fast')}")
        self.reduction, self.data = reduction, flattened(reduction)
        self.loops = importlib.import_module("ogd_exact.training.runs.engines.loops")
        self.one_pass = self.loops.pass_of(*self.data[:4])

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        now, known = self.integers(weights), self.integers(kept)
        if now is None or known is None:
            return Claim(0, dict(weights), LARGE)
        if not at_rest(self.reduction.values.step, weights):
            return Claim(0, dict(weights), RESTLESS)
        data, loops = self.data, self.loops
        limits = (data.limit, self.reduction.program.accept, self.reduction.question == "fixed-point")
        moved, why = loops.passes(self.one_pass, data.arrays, *limits, now, now.copy(), known, most)
        unable = {loops.LARGE: LARGE, loops.INEXACT: INEXACT}.get(why, "")
        return Claim(int(moved), self.rationals(now), unable)

    def integers(self, weights: Weights) -> Any:
        """The weights in their unit, or nothing if they are no such numbers, or larger than the bound."""
        scaled: list[Any] = [value * self.data.weight_unit for value in weights.values()]
        if any(value.denominator != 1 or abs(value) > self.data.limit for value in scaled):
            return None
        numpy = importlib.import_module("numpy")
        return numpy.array([int(value) for value in scaled], dtype=numpy.int64)

    def rationals(self, weights: Any) -> dict[str, Number]:
        return {
            key: rational(int(w), self.data.weight_unit) for key, w in zip(self.reduction.start(), weights, strict=True)
        }

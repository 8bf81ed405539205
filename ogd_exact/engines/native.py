"""Every step of OGD, as machine integers over a common denominator, compiled by numba."""

import importlib
from typing import Any

from ogd_exact.engines.compiled import INSTALL, available
from ogd_exact.engines.engine import Unfit
from ogd_exact.engines.integers import flattened
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.problem import Problem
from ogd_exact.simulate.simulation import Simulation


class NativeEngine:
    name = "native"

    def __init__(self, asked: Problem) -> None:
        if not available():
            raise Unfit(f"the native engine needs numba; {INSTALL}")
        self.asked, self.data = asked, flattened(asked)
        self.loops = importlib.import_module("ogd_exact.engines.loops")  # compiles
        self.rule = asked.model.rule_name
        self.accept = asked.program.special(asked.program.construction.accept)

    def advance(self, run: Simulation, most: int) -> int:
        numpy = importlib.import_module("numpy")
        weights, kept = self.integers(run.weights), self.integers(run.kept)
        if weights is None or kept is None:
            return 0
        data, counts = self.data, numpy.array([0, run.distance, run.reach], dtype=numpy.int64)
        parts: tuple[Any, ...] = (data.first, data.index, data.value)
        bar = data.bar
        if self.rule != "hinge":
            parts, bar = (*parts, data.label), data.shift
        one, limits = self.loops.PASSES[self.rule], (data.limit, self.accept, self.asked.question == "fixed-point")
        self.loops.passes(one, parts, data.scale, bar, *limits, weights, kept, counts, most)
        moved, distance, reach = map(int, counts)
        if moved:
            run.place(run.frame + moved, self.rationals(weights))
            if reach != run.reach:
                run.kept = self.rationals(kept)
            run.distance, run.reach = distance, reach
        return moved

    def integers(self, weights: dict[str, Any]) -> Any:
        """The weights in their unit, or nothing if they are no such numbers, or larger than the bound."""
        scaled = [value * self.data.weight_unit for value in weights.values()]
        if any(value.denominator != 1 or abs(value) > self.data.limit for value in scaled):
            return None
        numpy = importlib.import_module("numpy")
        return numpy.array([int(value) for value in scaled], dtype=numpy.int64)

    def rationals(self, weights: Any) -> dict[str, Any]:
        return {
            key: rational(int(w), self.data.weight_unit) for key, w in zip(self.asked.start(), weights, strict=True)
        }

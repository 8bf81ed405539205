"""Every step of OGD, as machine integers over a common denominator, compiled by numba."""

import importlib
from collections.abc import Iterable, Sequence
from typing import Any

from ogd_exact.circuits.netlists.compiled import available
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.text.extras import install
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.engine import Claim, Unfit
from ogd_exact.training.runs.engines.integers import at_rest, whole_pass

LARGE, INEXACT = "weights become too large for machine integers", "weights are no multiples of its unit"
RESTLESS = "weights that no example names move"


class CompiledPasses:
    """Passes from weights to weights; behind them is one that is 0, for questions that are of no weight."""

    name = "native"

    def __init__(
        self, model: str, step: Step, examples: Iterable[Example], keys: Sequence[str], between: Iterable[Any]
    ) -> None:
        """`keys` are of all weights, in the order of the coordinates; `between` has such weights as passes leave."""
        if not available():
            raise Unfit(f"the native engine needs numba; {install('fast')}")
        there = {"a state": step.rule.state, "a regularizer": step.regularizer, "momentum": step.momentum is not None}
        for what in filter(there.get, there):
            raise Unfit(f"the native engine has no {model}, which has {what}")
        self.step, self.keys = step, list(keys)
        self.data = whole_pass(step, examples, between)
        self.limit, self.accept, self.to_stop = self.data.limit, len(self.keys), False  # before a pass without change
        self.loops = importlib.import_module("ogd_exact.training.runs.engines.loops")
        self.one_pass = self.loops.pass_of(*self.data[:4])

    def advance(self, weights: Weights, kept: Weights | None, most: int) -> Claim:
        """At most so many passes on; it stops after one that ends with the kept weights, and before a yes or a kink."""
        now, known = self.integers(weights), None if kept is None else self.integers(kept)
        if now is None or (known is None and kept is not None):
            return Claim(0, dict(weights), LARGE)
        if not at_rest(self.step, {**weights, "": rational(0)}):
            return Claim(0, dict(weights), RESTLESS)
        if known is None:  # no weights are these
            known = now.copy()
            known[-1] = 1
        loops, limits = self.loops, (self.limit, self.accept, self.to_stop)
        moved, why = loops.passes(self.one_pass, self.data.arrays, *limits, now, now.copy(), known, most)
        unable = {loops.LARGE: LARGE, loops.INEXACT: INEXACT}.get(why, "")
        return Claim(int(moved), self.rationals(now), unable)

    def integers(self, weights: Weights) -> Any:
        """The weights in their unit, and a 0; nothing if they are no such numbers, or larger than the bound."""
        scaled: list[Any] = [weights[key] * self.data.weight_unit for key in self.keys]
        if any(value.denominator != 1 or abs(value) > self.limit for value in scaled):
            return None
        numpy = importlib.import_module("numpy")
        return numpy.array([*map(int, scaled), 0], dtype=numpy.int64)

    def rationals(self, weights: Any) -> dict[str, Number]:
        unit = self.data.weight_unit
        return {key: rational(int(w), unit) for key, w in zip(self.keys, weights[:-1], strict=True)}


class NativeEngine(CompiledPasses):
    """The passes of a circuit's training set."""

    def __init__(self, reduction: Reduction) -> None:
        values, start = reduction.values, reduction.start()
        codes = [code * m for code in values.encoding.values() for m in reduction.proved.magnitudes.values()]
        given = reduction.training.examples(), [*start], [*codes, *start.values()]
        super().__init__(reduction.model.name, values.step, *given)
        self.accept, self.to_stop = reduction.program.accept, reduction.question == "fixed-point"

"""Runs the circuit instead of OGD: every pass is proved to do what the netlist does."""

import importlib
import time
from functools import cached_property
from typing import Any

from ogd_exact.circuits.compiled import available, compiled
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.coding import Coding, Weights
from ogd_exact.run.engine import Claim
from ogd_exact.run.engines.netlist_loop import search
from ogd_exact.run.questions import question

NO_BIT = 2  # for kept weights that are those of no bits, as before the first pass
PATIENCE = 1.5  # seconds of Python before numba, which takes longer to start
MOST_PYTHON = 20_000  # gates; above that, and with numba, not even a start is made in Python


class CircuitEngine:
    name = "circuit"

    def __init__(self, reduction: Reduction, patience: float = PATIENCE) -> None:
        self.netlist, self.patience = reduction.netlist, patience
        self.coding, self.question = Coding(reduction), question(reduction)
        if len(self.netlist.gates) > MOST_PYTHON:
            self.patience = 0

    @cached_property
    def columns(self) -> tuple[list[int], list[int], list[int]]:
        left, right = map(list, zip(*self.netlist.gates, strict=True))
        return left, right, list(self.netlist.outputs)

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        numpy = importlib.import_module("numpy")
        return tuple(numpy.array(column, dtype=numpy.uint32) for column in self.columns)

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        bits = self.coding.bits(weights)
        if not self.question.counts(weights):
            return Claim(1, self.coding.weights(self.netlist.evaluate(bits)))
        # The first pass starts with weights of no bits, unless unset and false are the same weight.
        known: Any = self.coding.ended(kept) or [NO_BIT] * self.netlist.inputs
        values: Any = [*bits, *[False] * len(self.netlist.gates)]
        answer, began = self.netlist.answer, time.monotonic()
        if self.patience <= 0 and available():
            numpy = importlib.import_module("numpy")
            known, values = (numpy.array(state, dtype=numpy.uint8) for state in (known, values))
            moved = int(compiled(search)(*self.arrays, answer, values, known, most))
        else:
            moved = search(*self.columns, answer, values, list(known), most)
        self.patience -= time.monotonic() - began
        return Claim(moved, self.coding.weights(values[: self.netlist.inputs]) if moved else dict(weights))

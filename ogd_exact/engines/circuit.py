"""Runs the circuit instead of OGD: every pass is proved to do what the netlist does."""

import importlib
import time
from functools import cached_property
from typing import Any

from ogd_exact.engines.compiled import available, compiled
from ogd_exact.engines.frames import search
from ogd_exact.reduction.problem import Problem
from ogd_exact.simulate.simulation import Simulation

NO_BIT = 2  # for kept weights that are those of no bits, as before the first pass
PATIENCE = 1.5  # seconds of Python before numba, which takes longer to start
MOST_PYTHON = 20_000  # gates; above that, and with numba, not even a start is made in Python


class CircuitEngine:
    name = "circuit"

    def __init__(self, asked: Problem, patience: float = PATIENCE) -> None:
        self.asked, self.netlist, self.patience = asked, asked.netlist, patience
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

    def advance(self, run: Simulation, most: int) -> int:
        width = self.netlist.inputs
        # The first pass starts with weights of no bits, unless unset and false are the same weight.
        kept: Any = self.bits_of(run.kept) or [NO_BIT] * width
        values: Any = [*run.bits(), *[False] * len(self.netlist.gates)]
        answer, began = self.netlist.answer, time.monotonic()
        if self.patience <= 0 and available():
            numpy = importlib.import_module("numpy")
            kept, values = (numpy.array(state, dtype=numpy.uint8) for state in (kept, values))
            moved, *counts = compiled(search)(*self.arrays, answer, values, kept, run.distance, run.reach, most)
        else:
            moved, *counts = search(*self.columns, answer, values, kept, run.distance, run.reach, most)
        self.patience -= time.monotonic() - began
        if moved:
            run.place(run.frame + moved, run.weights_of(values[:width]))
            if counts[1] != run.reach:
                run.kept = run.weights_of(kept)
            run.distance, run.reach = counts
        return int(moved)

    def bits_of(self, weights: dict[str, Any]) -> list[bool] | None:
        """The bits that a pass ended with, if these are weights between passes."""
        bits = Simulation(self.asked, weights).bits()
        return list(bits) if Simulation(self.asked).weights_of(bits) == weights else None

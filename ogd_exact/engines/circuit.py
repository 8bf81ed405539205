"""Runs the circuit instead of OGD: every pass is proved to do what the netlist does."""

import importlib
import time
from functools import cached_property
from typing import Any

from ogd_exact.engines.compiled import available, compiled
from ogd_exact.engines.frames import frame_of, packed, search, search_arrays, unpacked
from ogd_exact.reduction.problem import Problem
from ogd_exact.simulate.simulation import Simulation

NO_STATE = -1  # for kept weights that are those of no bits, as before the first pass
PATIENCE = 1.5  # seconds of Python before numba, which takes longer to start
MOST_INPUTS, MOST_GATES = 62, 1000  # of netlists that are compiled as straight-line code
MOST_PYTHON = 20_000  # gates; above that, and with numba, not even a start is made in Python


class CircuitEngine:
    name = "circuit"

    def __init__(self, asked: Problem, patience: float = PATIENCE) -> None:
        self.asked, self.netlist, self.patience = asked, asked.netlist, patience
        if len(self.netlist.gates) > MOST_PYTHON:
            self.patience = 0

    @cached_property
    def frame(self) -> Any:
        return frame_of(self.netlist)

    @cached_property
    def compiled_frame(self) -> Any:
        return compiled(self.frame, keep=False)

    @cached_property
    def arrays(self) -> tuple[Any, Any, Any]:
        numpy = importlib.import_module("numpy")
        columns = zip(*self.netlist.gates, strict=True)
        left, right = (numpy.array(column, dtype=numpy.uint32) for column in columns)
        return left, right, numpy.array(self.netlist.outputs, dtype=numpy.uint32)

    def advance(self, run: Simulation, most: int) -> int:
        width = self.netlist.inputs
        bits = run.bits()
        # The first pass starts with weights of no bits, unless unset and false are the same weight.
        kept_bits = self.bits_of(run.kept)
        state, kept = packed(bits), NO_STATE if kept_bits is None else packed(kept_bits)
        before = (run.distance, run.reach)
        fast = self.patience <= 0 and available()
        began = time.monotonic()
        if not fast:
            moved, state, after, *counts = search(self.frame, width - 1, state, kept, *before, most)
        elif width <= MOST_INPUTS and len(self.netlist.gates) <= MOST_GATES:
            loop = compiled(search, keep=False)
            moved, state, after, *counts = loop(self.compiled_frame, width - 1, state, kept, *before, most)
        else:
            moved, state, after, *counts = self.by_arrays(bits, kept_bits, *before, most)
        self.patience -= time.monotonic() - began
        if moved:
            run.place(run.frame + moved, run.weights_of(unpacked(state, width)))
            if counts[1] != run.reach:
                run.kept = run.weights_of(unpacked(after, width))
            run.distance, run.reach = counts
        return moved

    def bits_of(self, weights: dict[str, Any]) -> tuple[bool, ...] | None:
        """The bits that a pass ended with, if these are weights between passes."""
        bits = Simulation(self.asked, weights).bits()
        return bits if Simulation(self.asked).weights_of(bits) == weights else None

    def by_arrays(
        self, bits: tuple[bool, ...], kept_bits: tuple[bool, ...] | None, distance: int, reach: int, most: int
    ) -> tuple[int, int, int, int, int]:
        numpy = importlib.import_module("numpy")
        values = numpy.zeros(len(bits) + len(self.netlist.gates), dtype=numpy.uint8)
        values[: len(bits)] = bits
        kept = numpy.array((2,) * len(bits) if kept_bits is None else kept_bits, dtype=numpy.uint8)
        moved, distance, reach = compiled(search_arrays)(*self.arrays, values, kept, distance, reach, most)
        return moved, packed(values[: len(bits)]), packed(kept), distance, reach

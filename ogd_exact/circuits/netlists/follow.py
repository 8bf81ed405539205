"""The plain meaning of a netlist: frame after frame. It confirms what engines say of a run.

One function, run by Python, or compiled by numba where there is much to do.
"""

import importlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ogd_exact.circuits.netlists.compiled import available, compiled
from ogd_exact.circuits.netlists.nand import Netlist

MOST_PYTHON = 10**7  # gates, in about the second that numba takes to start
CHUNK = 2 * 10**8  # gates in a piece, about a quarter of a second compiled
NO_BIT = 2  # equal to no bit of a state


def follow(left: Any, right: Any, outputs: Any, answer: int, values: Any, kept: Any, most: int) -> int:
    """Feeds the outputs back into the inputs, at most so many times; returns how many.

    values has a 0 or 1 for each signal: for the inputs, which are given, then for the gates. It stops before a frame
    whose answer is yes, the gate that answers being 1 then, and after a frame that leads to the kept inputs.
    """
    inputs, gates = len(outputs), len(left)
    moved = 0
    while moved < most:
        for k in range(gates):
            values[inputs + k] = 1 ^ (values[left[k]] & values[right[k]])
        if values[answer] == 1:
            break
        same = True
        for i in range(inputs):
            bit = values[outputs[i]]  # outputs are gates, so that none is overwritten
            values[i] = bit
            same = same and bit == kept[i]
        moved += 1
        if same:
            break
    return moved


class Follower:
    """A netlist in some state."""

    def __init__(self, netlist: Netlist, state: Sequence[bool], most_python: int = MOST_PYTHON) -> None:
        self.netlist, self.state, self.most_python = netlist, tuple(state), most_python
        self.evaluated = 0  # gates, so far

    @cached_property
    def columns(self) -> tuple[list[int], list[int], list[int]]:
        left, right = map(list, zip(*self.netlist.gates, strict=True))
        return left, right, list(self.netlist.outputs)

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        numpy = importlib.import_module("numpy")
        return tuple(numpy.array(column, dtype=numpy.uint32) for column in self.columns)

    def go(self, frames: int, kept: Sequence[bool] | None) -> int:
        """Goes as far as `follow` does, or as it would without a kept state; returns how many frames."""
        gates, inputs = len(self.netlist.gates), self.netlist.inputs
        known: Any = (NO_BIT,) * inputs if kept is None else kept
        values: Any = [*self.state, *[0] * gates]
        self.evaluated += frames * gates
        if self.evaluated > self.most_python and available():
            numpy = importlib.import_module("numpy")
            values, known = (numpy.array(bits, dtype=numpy.uint8) for bits in (values, known))
            done = self.interruptible(values, known, frames)
        else:
            done = follow(*self.columns, self.netlist.answer, values, known, frames)
        self.state = tuple(bool(bit) for bit in values[:inputs])
        return done

    def interruptible(self, values: Any, kept: Any, frames: int) -> int:
        """Compiled code hears of no interrupt, so that it runs in pieces."""
        done, piece, fast = 0, max(1, CHUNK // len(self.netlist.gates)), compiled(follow)
        while done < frames:
            moved = int(fast(*self.arrays, self.netlist.answer, values, kept, min(piece, frames - done)))
            done += moved
            if moved < piece or (values[: len(kept)] == kept).all():
                break
        return done

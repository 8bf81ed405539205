"""Frames of a netlist, as fast as can be; one function, run by Python or compiled by numba."""

from typing import Any


def search(left: Any, right: Any, outputs: Any, answer: int, values: Any, kept: Any, most: int) -> int:
    """At most so many frames; stops before one in which the gate that answers is true, and at the kept state.

    values has a bit for each signal, of which the first ones are the state, and changes in place; a kept state that
    no state equals holds 2s. Returns how many frames.
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
            bit = values[outputs[i]]
            values[i] = bit
            same = same and bit == kept[i]
        moved += 1
        if same:
            break
    return moved

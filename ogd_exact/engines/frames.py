"""Frames of a netlist, with Brent's search over them; one function, run by Python or compiled by numba."""

from typing import Any


def search(
    left: Any, right: Any, outputs: Any, answer: int, values: Any, kept: Any, distance: int, reach: int, most: int
) -> tuple[int, int, int]:
    """At most so many frames; stops before one in which the gate that answers is true, and at the kept state.

    values has a bit for each signal, of which the first ones are the state; a kept state that no state equals holds
    2s. Both change in place, by the same steps as in Simulation.settle. Returns how many frames, distance and reach.
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
        distance += 1
        if same:
            break
        if distance == reach:
            for i in range(inputs):
                kept[i] = values[i]
            distance = 0
            reach *= 2
    return moved, distance, reach

"""One frame of a netlist, and Brent's search over frames; as Python, and as what numba compiles.

States are integers, input i in bit i. The text of a frame is made of nothing but the integers of the netlist.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ogd_exact.circuits.nand import Netlist

Frame = Callable[[int], int]


def frame_of(netlist: Netlist) -> Frame:
    """The state after a frame, as straight-line code."""
    lines = ["def frame(s):", " t = 0"]
    read = {signal for gate in netlist.gates for signal in gate}
    lines += [f" x{i} = s >> {i} & 1" for i in range(netlist.inputs) if i in read]
    lines += [f" x{k} = 1 ^ (x{a} & x{b})" for k, (a, b) in enumerate(netlist.gates, netlist.inputs)]
    lines += [f" t |= x{gate} << {i}" for i, gate in enumerate(netlist.outputs)]
    scope: dict[str, Any] = {}
    exec(compile("\n".join([*lines, " return t"]), "<netlist>", "exec"), scope)  # noqa: S102
    found: Frame = scope["frame"]
    return found


def search(
    frame: Frame, answer: int, state: int, kept: int, distance: int, reach: int, most: int
) -> tuple[int, int, int, int, int]:
    """At most so many frames from a state; stops before a yes (bit `answer`), and at the kept state.

    The same steps as Simulation.settle. Returns how many frames, then state, kept, distance and reach.
    """
    moved = 0
    while moved < most:
        after = frame(state)
        if after >> answer & 1:
            break
        state = after
        moved += 1
        distance += 1
        if state == kept:
            break
        if distance == reach:
            kept = state
            distance = 0
            reach *= 2
    return moved, state, kept, distance, reach


def search_arrays(
    left: Any, right: Any, outputs: Any, values: Any, kept: Any, distance: int, reach: int, most: int
) -> tuple[int, int, int]:
    """The same for netlists of any size: a byte per signal; kept and the first of the values are the states.

    A kept state that no state equals begins with 2. Returns how many frames, then distance and reach.
    """
    inputs, gates = outputs.shape[0], left.shape[0]
    moved = 0
    while moved < most:
        for k in range(gates):
            values[inputs + k] = 1 ^ (values[left[k]] & values[right[k]])
        if values[outputs[inputs - 1]] == 1:
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


def packed(bits: Sequence[bool]) -> int:
    return sum(1 << i for i, bit in enumerate(bits) if bit)


def unpacked(state: int, width: int) -> tuple[bool, ...]:
    return tuple(bool(state >> i & 1) for i in range(width))

"""Netlists that do the same by another state, or that stand still where they answer yes."""

from collections.abc import Sequence

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError


def stationary(netlist: Netlist) -> Netlist:
    """The netlist rewired so that it stands still exactly where its answer is yes.

    Where the answer is yes, every latch keeps its value; elsewhere it takes its next one. The last input, which was
    ignored, becomes a bit that flips in every step whose answer is no. So a state is its own successor if and only if
    its answer is yes, and up to the first yes all latches do what they did. This takes 3 more gates for each latch, and
    5 more; the answer is the gate that was the answer.
    """
    gates, answer, flag = list(netlist.gates), netlist.answer, netlist.inputs - 1
    check_ignored(flag, netlist)

    def nand(a: int, b: int) -> int:
        gates.append((a, b))
        return netlist.inputs + len(gates) - 1

    no = nand(answer, answer)
    outputs = [nand(nand(answer, i), nand(no, output)) for i, output in enumerate(netlist.outputs[:-1])]
    both = nand(flag, no)
    outputs.append(nand(nand(flag, both), nand(no, both)))  # flag exclusive or no
    return Netlist(netlist.inputs, tuple(gates), tuple(outputs), netlist.state, answer)


def resting(netlist: Netlist) -> Netlist:
    """The netlist with its last input, which is ignored, left as it is, where it took over the answer."""
    if netlist.named_answer is not None:
        return netlist
    flag, opposite = netlist.inputs - 1, netlist.inputs + len(netlist.gates)
    gates = (*netlist.gates, (flag, flag), (opposite, opposite))
    return Netlist(netlist.inputs, gates, (*netlist.outputs[:-1], opposite + 1), netlist.state, netlist.answer)


def check_ignored(flag: int, netlist: Netlist) -> None:
    """An input that is to flip must not matter; that it and its opposite make a constant is all it may do."""
    opposite, matters = set[int](), {flag}  # the signals that it can change
    for signal, (a, b) in enumerate(netlist.gates, netlist.inputs):
        if a == b == flag:
            opposite.add(signal)
        if (a in matters or b in matters) and not (flag in (a, b) and (a in opposite or b in opposite)):
            matters.add(signal)
    if not matters.isdisjoint((netlist.answer, *netlist.outputs)):
        raise InputError(f"outputs of the netlist depend on input {flag}, which is to be ignored; drop it")


def remembering(netlist: Netlist, signals: Sequence[int]) -> Netlist:
    """The same circuit with another state: inputs are the last values of these gates, and outputs their next ones.

    All outputs are among the gates. An input of the original is the gate whose value it takes over. Where all gates
    were false, so are all inputs.
    """
    inputs, places = netlist.inputs, {signal: place for place, signal in enumerate(signals)}

    def moved(signal: int) -> int:
        return places[netlist.outputs[signal]] if signal < inputs else signal - inputs + len(places)

    reading = tuple((moved(a), moved(b)) for a, b in netlist.gates)
    return Netlist(len(places), reading, tuple(map(moved, signals)), (), moved(netlist.answer))

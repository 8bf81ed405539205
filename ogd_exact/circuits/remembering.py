"""The same circuit with another state: what some gates were in the frame before, from which its inputs follow."""

from collections.abc import Sequence

from ogd_exact.circuits.nand import Netlist


def remembering(netlist: Netlist, signals: Sequence[int]) -> Netlist:
    """A netlist whose inputs are the last values of these gates, all outputs among them, and outputs their next ones.

    An input of the original is the gate whose value it takes over. Where all gates were false, so are all inputs.
    """
    inputs, places = netlist.inputs, {signal: place for place, signal in enumerate(signals)}

    def moved(signal: int) -> int:
        return places[netlist.outputs[signal]] if signal < inputs else signal - inputs + len(places)

    reading = tuple((moved(a), moved(b)) for a, b in netlist.gates)
    return Netlist(len(places), reading, tuple(map(moved, signals)), (), moved(netlist.answer))

"""The same circuit with another state: what all gates were in the frame before, from which its inputs follow."""

from ogd_exact.circuits.nand import Netlist


def remembering(netlist: Netlist) -> Netlist:
    """A netlist whose inputs are the last values of the gates, and whose outputs are their next ones.

    An input of the original is the gate whose value it takes over. Where all gates were false, so are all inputs.
    """
    inputs, gates = netlist.inputs, len(netlist.gates)

    def moved(signal: int) -> int:
        return netlist.outputs[signal] - inputs if signal < inputs else signal - inputs + gates

    reading = tuple((moved(a), moved(b)) for a, b in netlist.gates)
    return Netlist(gates, reading, tuple(range(gates, 2 * gates)), (), moved(netlist.answer))

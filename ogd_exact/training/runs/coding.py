"""Bits as weights between two passes, and weights as bits."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ogd_exact.circuits.netlists.rewiring import remembering
from ogd_exact.core.kernel.errors import one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.effects import BITS
from ogd_exact.training.constructions.reduction import Reduction

Weights = Mapping[str, Number]


class NoBit(Exception):
    """A weight means neither true nor false; the message says which."""


class Difference(NamedTuple):
    """A coordinate, and its weight in two places, as text."""

    name: str
    found: str
    wanted: str


class Coding:
    """What weights say between two passes.

    Where gates last till they are overwritten, their weights are those of the pass before. Then the state of a run is
    what gates were, but for those that end as 0 and that no input takes over, and `netlist` is the circuit with that as
    its state: states are the same where weights are.
    """

    def __init__(self, reduction: Reduction) -> None:
        self.reduction, self.names = reduction, reduction.program.names
        netlist, proved, signal = reduction.netlist, reduction.proved, reduction.program.signal
        signals, outputs = netlist.placed, dict.fromkeys(netlist.outputs)
        self.gates_last = reduction.program.construction.gates_last
        own = [k for k in signals if signal(k) not in proved.spent or k in outputs]
        # Of an output that is written over its input, the input alone tells what it was.
        self.lasting = list(dict.fromkeys((*own, *outputs)))
        self.netlist = remembering(netlist, self.lasting) if self.gates_last else netlist
        encoding, lift = reduction.values.encoding, reduction.program.construction.lift
        self.lift = lift

        def codes(signals: Sequence[int], of_spent: tuple[str, str]) -> dict[str, tuple[Number, ...]]:
            return {
                str(index): tuple(
                    lift.weights(encoding[truth] * proved.magnitudes[index])[0]
                    for truth in (of_spent if index in proved.spent else BITS)
                )
                for index in map(signal, signals)
            }

        self.codes = codes(range(netlist.inputs), ("unset", "true"))  # one that ends as 0 is never true
        cleared = {str(signal(k)): encoding["unset"] for k in signals}
        self.rest = self.reduction.start() | cleared  # all that does not last
        self.gate_codes = codes(own if self.gates_last else (), ("unset", "unset"))  # and of gates, if they last

    def bits(self, weights: Weights) -> tuple[bool, ...]:
        """The netlist's inputs (false where unset)."""
        found = []
        for key, (false, true) in self.codes.items():
            found.append(weights[key] == true)
            if not found[-1] and weights[key] not in (0, false):
                raise NoBit(f"{self.names[key]} is {one_line(str(weights[key]), 40)}, which is no bit")
        return tuple(found)

    def state(self, weights: Weights) -> tuple[bool, ...]:
        """The state of the netlist that has it: the bits, or what gates were."""
        bits = self.bits(weights)
        if not self.gates_last:
            return bits
        # A gate that was spent is known by the input that took it over.
        taken = dict(zip(self.reduction.netlist.outputs, bits, strict=True))
        held = [weights[key] == true for key, (_, true) in self.gate_codes.items()]
        found = dict(zip(self.lasting, held, strict=False)) | taken
        return tuple(found[k] for k in self.lasting)

    def weights(self, state: Sequence[bool]) -> dict[str, Number]:
        """All weights after a pass that ends in this state, its answer being no: that is what was proved."""
        weights, netlist = dict(self.rest), self.reduction.netlist
        were = dict(zip(self.lasting, state, strict=True)) if self.gates_last else {}
        bits = [were[output] for output in netlist.outputs] if self.gates_last else state
        gate_bits = (bit for bit, _ in zip(were.values(), self.gate_codes, strict=False))
        held = zip((*self.codes.items(), *self.gate_codes.items()), (*bits, *gate_bits), strict=True)
        for (key, codes), bit in held:
            weights |= self.spread(key, codes[bool(bit)])
        return weights

    def spread(self, key: str, weight: Number) -> dict[str, Number]:
        """What all coordinates of a bit hold, where the first holds this."""
        v = self.lift.v
        return {str(int(key) + k): weight * v[k] / v[0] for k in range(len(v))} if len(v) > 1 else {key: weight}

    def after(self, bits: Sequence[bool]) -> dict[str, Number]:
        """All weights after a pass that begins with these bits."""
        values = self.reduction.netlist.values(bits)
        return self.weights([values[k] for k in (self.lasting if self.gates_last else self.reduction.netlist.outputs)])

    def state_after_pass(self, weights: Weights) -> tuple[bool, ...] | None:
        """The state that a pass ended in, if these are the weights after one; the start mostly is not."""
        state = self.state(weights)
        return state if self.weights(state) == weights else None

    def difference(self, found: Weights, wanted: Weights) -> Difference | None:
        """The first weight that is not the wanted one, if there is one."""
        for key, weight in wanted.items():
            if found[key] != weight:
                return Difference(self.names[key], *(one_line(str(value), 40) for value in (found[key], weight)))
        return None

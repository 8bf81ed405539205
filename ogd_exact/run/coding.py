"""Bits as weights between two passes, and weights as bits."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ogd_exact.kernel.errors import one_line
from ogd_exact.kernel.number import Number
from ogd_exact.reduction.reduction import Reduction

Weights = Mapping[str, Number]


class NoBit(Exception):
    """A weight means neither true nor false; the message says which."""


class Difference(NamedTuple):
    """A coordinate, and its weight in two places, as text."""

    name: str
    found: str
    wanted: str


class Coding:
    def __init__(self, reduction: Reduction) -> None:
        self.reduction, self.names = reduction, reduction.program.names
        encoding = reduction.values.encoding
        inputs = [reduction.program.signal(i) for i in range(reduction.netlist.inputs)]
        self.codes = {
            str(index): tuple(encoding[t] * reduction.proved.magnitudes[index] for t in ("false", "true"))
            for index in inputs
        }

    def bits(self, weights: Weights) -> tuple[bool, ...]:
        """The netlist's inputs (false where unset)."""
        found = []
        for key, (false, true) in self.codes.items():
            found.append(weights[key] == true)
            if not found[-1] and weights[key] not in (0, false):
                raise NoBit(f"{self.names[key]} is {one_line(str(weights[key]), 40)}, which is no bit")
        return tuple(found)

    def weights(self, bits: Sequence[bool]) -> dict[str, Number]:
        """All weights after a pass that ends with these bits, its answer being no: that is what was proved."""
        weights = self.reduction.start()
        for (key, codes), bit in zip(self.codes.items(), bits, strict=True):
            weights[key] = codes[bool(bit)]
        return weights

    def ended(self, weights: Weights) -> tuple[bool, ...] | None:
        """The bits that a pass ended with, if these are the weights after one; the start mostly is not."""
        bits = self.bits(weights)
        return bits if self.weights(bits) == weights else None

    def difference(self, found: Weights, wanted: Weights) -> Difference | None:
        """The first weight that is not the wanted one, if there is one."""
        for key, weight in wanted.items():
            if found[key] != weight:
                return Difference(self.names[key], *(one_line(str(value), 40) for value in (found[key], weight)))
        return None

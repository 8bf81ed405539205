"""The gadget calls of a pass over the training set, in order, for one netlist."""

from collections.abc import Iterator
from dataclasses import dataclass

from ogd_exact.circuits.nand import Netlist
from ogd_exact.reduction.construction import Construction


@dataclass(frozen=True)
class Call:
    gadget: str
    on: tuple[int, ...]  # indices of coordinates


@dataclass(frozen=True)
class Program:
    """Coordinates are numbered from 0: the special ones, then the inputs, then the gates."""

    construction: Construction
    netlist: Netlist

    @property
    def dimension(self) -> int:
        return len(self.construction.special) + self.netlist.inputs + len(self.netlist.gates)

    def special(self, name: str) -> int:
        return self.construction.special.index(name)

    def signal(self, index: int) -> int:
        """The coordinate of an input or a gate."""
        return len(self.construction.special) + index

    def coordinates(self) -> list[str]:
        n, m = self.netlist.inputs, len(self.netlist.gates)
        return [*self.construction.special, *(f"input{i}" for i in range(n)), *(f"gate{i}" for i in range(m))]

    def calls(self) -> Iterator[Call]:
        """All calls of a pass, phase by phase, made as they are asked for."""
        fixed = {name: k for k, name in enumerate(self.construction.special)}
        for phase in self.construction.phases:
            for names in self.instances(phase.over):
                same = phase.over == "gates" and names["a"] == names["b"]
                for pattern in phase.if_same if same else phase.calls:
                    yield Call(pattern.gadget, tuple(names[w] if w in names else fixed[w] for w in pattern.names))

    def instances(self, over: str) -> Iterator[dict[str, int]]:
        n = self.netlist.inputs
        if over == "inputs":
            yield from ({"i": self.signal(i)} for i in range(n))
        elif over == "gates":
            for k, (a, b) in enumerate(self.netlist.gates):
                yield {"i": self.signal(n + k), "a": self.signal(a), "b": self.signal(b)}
        elif over == "outputs":
            for i, gate in enumerate(self.netlist.outputs):
                yield {"i": self.signal(i), "o": self.signal(gate)}
        else:
            yield {"q": self.signal(self.netlist.outputs[-1])}

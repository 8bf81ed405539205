"""The gadget calls of a pass over the training set, in order, for one netlist."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.circuits.netlists.sequential import unused_name
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.constructions.construction import RANGES, Construction
from ogd_exact.training.constructions.gates import Gate


class Call(NamedTuple):
    gadget: str
    on: tuple[int, ...]  # indices of coordinates


class Group(NamedTuple):
    """The calls that belong together: those of one input, of one gate, and so on."""

    phase: int  # its number, from 0
    calls: list[Call]
    of: int  # the coordinate of that input or gate


@dataclass(frozen=True)
class Program:
    """Coordinates are numbered from 0: of special ones, then of inputs, then of gates; with a lift, several of each."""

    construction: Construction
    netlist: Netlist
    inputs: tuple[str, ...] = ()  # what they are called; input0 and so on, where nobody says

    @property
    def dimension(self) -> int:
        return self.width * (len(self.construction.special) + self.netlist.inputs + len(self.netlist.placed))

    @property
    def width(self) -> int:
        """How many coordinates hold a weight."""
        return self.construction.lift.width

    def special(self, name: str) -> int:
        """The first of the coordinates that hold its weight."""
        return self.width * self.construction.special.index(name)

    @property
    def accept(self) -> int:
        """The coordinate that shows the answer."""
        return self.special(self.construction.accept)

    def signal(self, index: int) -> int:
        """The first coordinate of an input or a gate."""
        return self.width * (len(self.construction.special) + self.places.get(index, index))

    @cached_property
    def places(self) -> dict[int, int]:
        """Where signals lie behind the special coordinates, if it is not in the order of the netlist."""
        cells, inputs = self.netlist.cells, self.netlist.inputs
        return {signal: inputs + k for k, signal in enumerate(self.netlist.placed)} if cells else {}

    def held(self, first: int, weight: Number) -> dict[str, Number]:
        """A weight as it is held, by the keys of its coordinates."""
        return {str(first + k): part for k, part in enumerate(self.construction.lift.weights(weight))}

    def coordinates(self, *more: str) -> list[str]:
        """Their names and some more, all distinct, whatever inputs are called."""
        special, inputs = self.construction.special, self.inputs or [f"input{i}" for i in range(self.netlist.inputs)]
        gates = [f"gate{i}" for i in range(len(self.netlist.placed))]
        # A set of all gates takes much memory, and none is taken unless an input's name begins as theirs do.
        alike = any(name.startswith("gate") for name in inputs)
        taken = {*special, *more, *self.construction.state, *(gates if alike else ())}
        named = [unused_name(f"{name}_{i}" if name in taken else name, taken) for i, name in enumerate(inputs)]
        held = [*special, *named, *gates]
        if self.width > 1:
            held = [f"{name}.{k + 1}" for name in held for k in range(self.width)]
        return [*held, *more]

    @cached_property
    def names(self) -> dict[str, str]:
        """What each weight is called, by its key: coordinates are known by number, the rule's state by name."""
        return {str(i): name for i, name in enumerate(self.coordinates())} | {s: s for s in self.construction.state}

    def calls(self) -> Iterator[Call]:
        """All calls of a pass, made as they are asked for."""
        return (call for group in self.groups() for call in group.calls)

    def groups(self) -> Iterator[Group]:
        """The calls of a pass, phase by phase."""
        fixed, width = range(len(self.construction.special)), self.width
        for number, phase in enumerate(self.construction.phases):
            if phase.gates:
                yield from self.cells(number, {(gate.table, gate.in_place): gate for gate in phase.gates})
                continue
            names = (*self.construction.special, *RANGES[phase.over])
            calls, if_same = (
                [(pattern.gadget, [names.index(word) for word in pattern.names]) for pattern in patterns]
                for patterns in (phase.calls, phase.if_same)
            )
            for instance in self.instances(phase.over):
                row = (*fixed, *instance) if width == 1 else [width * place for place in (*fixed, *instance)]
                same = phase.over == "gates" and row[-2] == row[-1]
                patterns = if_same if same else calls
                made = [Call(gadget, tuple([row[p] for p in places])) for gadget, places in patterns]
                yield Group(number, made, instance[0])

    def cells(self, phase: int, gates: Mapping[tuple[str, bool], Gate]) -> Iterator[Group]:
        """The calls of gates of several kinds, where the netlist says which."""
        special, at = range(0, self.width * len(self.construction.special), self.width), self.signal
        now = {k: at(k) for k in range(self.netlist.inputs)}  # where a value is that a cell reads
        for cell in self.netlist.cells:
            target = at(cell.signal if cell.onto is None else cell.onto)
            if not cell.keeps:
                gate = gates[cell.table, cell.onto in cell.operands]
                names = (*self.construction.special, *gate.operands, "i")
                row = (*special, *(now[k] for k in cell.operands), target)
                places = dict(zip(names, row, strict=False)) | {"i": target}
                made = [Call(pattern.gadget, tuple(places[word] for word in pattern.names)) for pattern in gate.calls]
                yield Group(phase, made, target)
            now[cell.signal] = at(cell.signal) if cell.signal in self.places else target

    def instances(self, over: str) -> Iterator[tuple[int, ...]]:
        """What a phase ranges over: the weights that RANGES gives names to, by number, in that order."""
        first = len(self.construction.special)
        gate = first + self.netlist.inputs
        if over == "inputs":
            yield from ((i,) for i in range(first, gate))
        elif over == "gates":
            for i, (a, b) in enumerate(self.netlist.gates, gate):
                yield i, first + a, first + b
        elif over == "outputs":
            for i, output in enumerate(self.netlist.outputs, first):
                yield i, self.signal(output) // self.width
        else:
            yield (self.signal(self.netlist.answer) // self.width,)

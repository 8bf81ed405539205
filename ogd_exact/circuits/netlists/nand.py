"""A closed circuit as NAND gates alone, with one more bit that answers a question."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ogd_exact.circuits.netlists.cells import Cell, check_cells, columns
from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.nand_gates import Gates
from ogd_exact.circuits.netlists.ordering import operands_first
from ogd_exact.circuits.netlists.sequential import TRUE, Latch, Sequential, some
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument

MOST_COMPARED = 16  # inputs of two netlists, so that these are compared in all states


class Stored(NamedTuple):
    """The place of a latch: the index of an input, which holds the opposite of the latch if inverted."""

    input: int
    inverted: bool


class Property(NamedTuple):
    """A bad or an output that is asked about."""

    kind: str
    name: str
    literal: int
    place: str  # such as b0 or o2, by which those of the same name are told apart


class NetlistFrame(NamedTuple):
    """The inputs of a frame, and whether its answer is yes."""

    bits: tuple[bool, ...]
    accepted: bool


@dataclass(frozen=True)
class Netlist:
    """Signals 0..inputs-1 are inputs, the next are gates, NANDs of two earlier signals; each output is a gate.

    There are as many outputs as inputs, to be fed back. The last input is ignored, and the last output answers,
    unless another gate is named as the one that does. Cells, if there are any, are gates of other kinds that compute
    the outputs, each checked against the NANDs that it stands for; then it is they that are made of gadgets.
    """

    inputs: int
    gates: tuple[tuple[int, int], ...]
    outputs: tuple[int, ...]
    state: tuple[Stored, ...]
    named_answer: int | None = None
    cells: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        if self.inputs < 1 or len(self.outputs) != self.inputs:
            raise InputError(f"a netlist has as many outputs as inputs; this one {len(self.outputs)} and {self.inputs}")
        for signal, (a, b) in enumerate(self.gates, self.inputs):
            if not (0 <= a < signal and 0 <= b < signal):
                raise InputError(f"gate {signal - self.inputs} reads ({a}, {b}); signals before {signal} are allowed")
        for output in (*self.outputs, self.answer):
            if not self.inputs <= output < self.inputs + len(self.gates):
                raise InputError(f"output {output} is not a gate")
        for stored in self.state:
            if not 0 <= stored.input < self.inputs:
                raise InputError(f"a latch is stored in input {stored.input}, which does not exist")
        if self.cells:
            check_cells(self.inputs, self.gates, (*self.outputs, self.answer), self.cells)

    def with_cells(self, opposites: Sequence[int], cells: Sequence[Cell]) -> "Netlist":
        """The same, with inverters of these signals behind all gates, which cells may stand for; cells are checked."""
        return replace(self, gates=(*self.gates, *((signal, signal) for signal in opposites)), cells=tuple(cells))

    @property
    def size(self) -> int:
        """How many gates there are to be made of gadgets."""
        return len([cell for cell in self.cells if not cell.keeps] if self.cells else self.gates)

    @cached_property
    def placed(self) -> Sequence[int]:
        """The gates whose values have places of their own, in order."""
        own = [cell.signal for cell in self.cells if cell.onto is None]
        return own if self.cells else range(self.inputs, self.inputs + len(self.gates))

    @property
    def answer(self) -> int:
        """The gate that answers."""
        return self.outputs[-1] if self.named_answer is None else self.named_answer

    def evaluate(self, bits: Sequence[bool]) -> tuple[bool, ...]:
        return self.step(bits)[0]

    def step(self, bits: Sequence[bool]) -> tuple[tuple[bool, ...], bool]:
        """The outputs, and the answer."""
        values = self.values(bits)
        return tuple(values[output] for output in self.outputs), values[self.answer]

    def values(self, bits: Sequence[bool]) -> list[bool]:
        """The values of all signals."""
        if len(bits) != self.inputs:
            raise InputError(f"the netlist has {self.inputs} inputs, not {len(bits)}")
        values = list(bits)
        for a, b in self.gates:
            values.append(not (values[a] and values[b]))
        return values

    def does_as(self, other: "Netlist") -> bool:
        """Whether another netlist has the same outputs and the same answer in all states."""
        if not self.inputs == other.inputs <= MOST_COMPARED:
            return False
        found = list[list[int]]()
        for netlist in (self, other):
            values, every = list(columns(self.inputs)), (1 << (1 << self.inputs)) - 1
            for a, b in netlist.gates:
                values.append(every ^ (values[a] & values[b]))
            found.append([values[output] for output in (*netlist.outputs, netlist.answer)])
        return found[0] == found[1]

    def run(self) -> Iterator[NetlistFrame]:
        """The frames from all inputs false, without end."""
        bits = (False,) * self.inputs
        while True:
            follows, answer = self.step(bits)
            yield NetlistFrame(bits, answer)
            bits = follows

    def latches(self, bits: Sequence[bool]) -> tuple[bool, ...]:
        """The circuit's own state, in the order of its file, from the netlist's inputs or outputs."""
        return tuple(bits[stored.input] != stored.inverted for stored in self.state)


def to_nand(
    closed: Sequential,
    target: str | None = None,
    name: str | int | None = None,
    after: Sequence[int] | None = None,
    held: int = TRUE,
) -> Netlist:
    """The netlist that steps the circuit, with its reset state at all false, and answers a question.

    With a target, a word of a 0 or 1 per latch: is the next state the target? Without one: does the bad or output of
    this name (else the first bad, else the first output) hold in the current state? The answer is yes only where the
    literal `held` is true. Only the first latches are the circuit's state, if `after` has a literal for each of these,
    of what it holds in the next state; otherwise all are.
    """
    if closed.inputs or closed.constraints or any(latch.reset is None for latch in closed.latches):
        raise InputError("the circuit is not closed; tie its inputs and set all resets first")
    after = [latch.next for latch in closed.latches] if after is None else after
    own = len(after)
    graph = Graph(len(closed.latches))
    # A latch that resets to 1 is stored inverted.
    inverted = [latch.reset == 1 for latch in closed.latches]
    literals = [0, *(2 * (1 + i) ^ flip for i, flip in enumerate(inverted))]

    def literal(old: int) -> int:
        return literals[old >> 1] ^ (old & 1)

    for left, right in closed.ands:
        literals.append(graph.conjunction(literal(left), literal(right)))
    follows = [literal(latch.next) for latch in closed.latches]
    if target is None:
        answer = literal(asked_property(closed, name).literal)
    elif name is not None:
        raise InputError(f"{argument('target')} and {argument('property')} exclude each other; give one of them")
    else:
        answer = graph.all_of(
            literal(bit) ^ (wanted == "0")
            for bit, wanted in zip(after, word_bits(target, closed.latches[:own]), strict=True)
        )
    answer = graph.conjunction(answer, literal(held))
    roots = [*(bit ^ flip for bit, flip in zip(follows, inverted, strict=True)), answer]
    literals.clear()  # no longer needed, and as large as the circuit
    gates = Gates(graph, len(closed.latches), needed(graph, roots), roots)
    outputs = tuple(gates.output(root) for root in roots)
    stored = tuple(Stored(i, flip) for i, flip in enumerate(inverted[:own]))
    return Netlist(len(closed.latches) + 1, tuple(gates.gates), outputs, stored)


def asked_property(closed: Sequential, name: str | int | None) -> Property:
    """The bad or output of this name, or else at this place; without either the first bad, else the first output.

    A number counts all bads, and then the outputs, from 0.
    """
    candidates = properties(closed)
    if isinstance(name, int):
        return candidates[name]
    found = [candidate for candidate in candidates if name in (None, candidate.name)]
    found = found or [candidate for candidate in candidates if name == candidate.place]
    if name is not None and len({candidate.literal for candidate in found}) > 1:
        places = some([candidate.place for candidate in found])
        raise InputError(
            f"{len(found)} bads or outputs are called {name[:40]!r}; rename them, or ask for one by its place: {places}"
        )
    if found:
        return found[0]
    if name is None:
        remedy = f"give {argument('target=BITS')}"
        raise InputError(f"the circuit has neither a bad nor an output to ask about; {remedy}")
    has = f"there are {some([c.name for c in candidates])}" if candidates else "there are none"
    raise InputError(f"no bad or output is called {name[:40]!r}; {has}")


def properties(circuit: Sequential) -> list[Property]:
    """The properties that can be asked for, bads first."""
    kinds = {"bad": circuit.bads, "output": circuit.outputs}
    return [Property(kind, *named, f"{kind[0]}{i}") for kind, all in kinds.items() for i, named in enumerate(all)]


def property_text(chosen: Property, circuit: Sequential) -> str:
    """A property in words, such as: bad b0; with its place where another has the same name."""
    names = [candidate.name for candidate in properties(circuit)]
    place = f" ({chosen.place})" if names.count(chosen.name) > 1 else ""
    return f"{chosen.kind} {chosen.name}{place}"


def word_bits(target: str, latches: Sequence[Latch], what: str = "target") -> str:
    """The bits of a word in file order: as in a number, what comes first in the file stands last in the word."""
    width, names = len(latches), [latch.name for latch in reversed(latches)]
    if len(target) != width or set(target) - set("01"):
        raise InputError(f"the {what} {target[:40]!r} must be {width} characters 0 or 1, one per latch: {some(names)}")
    return target[::-1]


def needed(graph: Graph, roots: list[int]) -> Sequence[int]:
    """The ands that the roots depend on, operands first."""
    operands = graph.variables
    starts = [root >> 1 for root in roots]
    order = operands_first(starts, lambda v: [literal >> 1 for literal in operands[v] or ()])
    return array("l", (variable for variable in order if operands[variable]))  # a fifth of a list

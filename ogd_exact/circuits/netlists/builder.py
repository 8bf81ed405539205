"""Builds circuits in Python.

circuit = Circuit()
low, high = circuit.state("low"), circuit.state("high")
circuit.set_next(low, ~low)
circuit.set_next(high, high ^ low)
circuit.bad(low & high)
counter = circuit.sequential()
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential, some
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.text.wording import counted

WIDEST = 10_000  # of a register


@dataclass(frozen=True, eq=False)
class Signal:
    """A bit of a circuit under construction; & | ^ ~ make new ones."""

    circuit: "Circuit"
    literal: int

    def __and__(self, other: "Signal") -> "Signal":
        return self.circuit.signal(self.circuit.graph.conjunction(self.literal, self.circuit.own(other)))

    def __or__(self, other: "Signal") -> "Signal":
        return self.circuit.signal(self.circuit.graph.disjunction(self.literal, self.circuit.own(other)))

    def __xor__(self, other: "Signal") -> "Signal":
        return self.circuit.signal(self.circuit.graph.parity(self.literal, self.circuit.own(other)))

    def __invert__(self) -> "Signal":
        return self.circuit.signal(self.literal ^ 1)

    def __bool__(self) -> bool:
        raise InputError("a signal has no value while the circuit is built; use & | ^ ~ instead of and, or, not, if")

    def __repr__(self) -> str:
        return f"Signal({self.circuit.name(self.literal)})"


class Circuit:
    """Collects inputs, states, what follows them, outputs, bads and constraints."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.inputs: dict[int, str] = {}
        self.named: set[tuple[str, str]] = set()  # the inputs and states, by kind and name
        self.states: dict[int, tuple[str, int | None]] = {}
        self.nexts: dict[int, int] = {}
        self.outputs: list[tuple[str, int]] = []
        self.bads: list[tuple[str, int]] = []
        self.constraints: list[tuple[str, int]] = []

    def signal(self, literal: int) -> Signal:
        return Signal(self, literal)

    def own(self, signal: Signal) -> int:
        if not isinstance(signal, Signal) or signal.circuit is not self:
            raise InputError("a circuit is built of its own signals; for 0 and 1 use circuit.constant")
        return signal.literal

    def input(self, name: str) -> Signal:
        """A bit from outside, to be given over time when the circuit is run."""
        signal = self.signal(self.graph.leaf())
        self.inputs[signal.literal] = self.new("input", name)
        return signal

    def state(self, name: str, reset: int | None = 0) -> Signal:
        """A latch; say what follows with set_next."""
        return self.latch(self.new("state", name), reset)

    def latch(self, name: str, reset: int | None = 0) -> Signal:
        """A state that may have the name of another, as it may in a file."""
        signal = self.signal(self.graph.leaf())
        self.states[signal.literal] = (text(name), None if reset is None else bit_of(reset))
        return signal

    def new(self, kind: str, name: str) -> str:
        if (kind, text(name)) in self.named:
            raise InputError(f"there is {kind} {one_line(name, 40)!r} already; choose another name")
        self.named.add((kind, name))
        return name

    def register(self, name: str, width: int, reset: int = 0) -> list[Signal]:
        """Latches name0, name1... that hold a number, lowest bit first."""
        if not (isinstance(width, int) and isinstance(reset, int) and 0 <= width <= WIDEST and reset >> width == 0):
            raise InputError(f"a register has a width up to {WIDEST}, and a reset that fits, both whole numbers")
        return [self.state(f"{text(name)}{i}", reset >> i & 1) for i in range(width)]

    def constant(self, bit: int) -> Signal:
        return self.signal(bit_of(bit))

    def set_next(self, state: Signal, signal: Signal) -> None:
        literal = self.own(state)
        if literal not in self.states:
            raise InputError("set_next takes a signal made by state")
        if literal in self.nexts:
            raise InputError(f"state {self.states[literal][0]!r} has a next value already")
        self.nexts[literal] = self.own(signal)

    def output(self, signal: Signal, name: str | None = None) -> None:
        self.outputs.append((text(name or f"o{len(self.outputs)}"), self.own(signal)))

    def bad(self, signal: Signal, name: str | None = None) -> None:
        self.bads.append((text(name or f"b{len(self.bads)}"), self.own(signal)))

    def constraint(self, signal: Signal, name: str | None = None) -> None:
        """Bads and outputs count only while this held in every frame."""
        self.constraints.append((text(name or f"c{len(self.constraints)}"), self.own(signal)))

    def name(self, literal: int) -> str:
        """A literal's name, such as ~low; ands are counted in the order in which they were made."""
        variable, leaves = literal >> 1, self.inputs | {x: name for x, (name, _) in self.states.items()}
        if not variable:
            return str(literal)
        earlier = sum(pair is not None for pair in self.graph.variables[:variable])
        return "~" * (literal & 1) + one_line(leaves.get(literal & ~1, f"and{earlier}"), 40)

    def __repr__(self) -> str:
        kinds = {"latches": [name for name, _ in self.states.values()], "inputs": [*self.inputs.values()]}
        leaves = [f"{kind} {one_line(some(names))}" for kind, names in kinds.items() if names]
        ands = sum(pair is not None for pair in self.graph.variables)
        return f"Circuit({'; '.join([*leaves, counted(ands, 'and')])})"

    def sequential(self) -> Sequential:
        """The finished circuit; states keep the order in which they were made."""
        for literal, (name, _) in self.states.items():
            if literal not in self.nexts:
                raise InputError(f"state {name!r} has no next value; use set_next")
        leaves = [*self.inputs, *self.states]
        ands = [pair for pair in self.graph.variables if pair is not None]
        # The literals of all variables: as they are, if the leaves came first.
        new: Sequence[int] = range(0, 2 * len(self.graph.variables), 2)

        def renumbered(literal: int) -> int:
            return new[literal >> 1] ^ (literal & 1)

        if leaves != [2 * number for number in range(1, 1 + len(leaves))]:
            gates = (2 * variable for variable, pair in enumerate(self.graph.variables) if pair is not None)
            places = {literal >> 1: 2 * number for number, literal in enumerate((*leaves, *gates), 1)}
            new = [0, *(places[variable] for variable in range(1, len(self.graph.variables)))]
            ands = [(renumbered(left), renumbered(right)) for left, right in ands]
        return Sequential(
            tuple(self.inputs.values()),
            tuple(Latch(name, renumbered(self.nexts[x]), reset) for x, (name, reset) in self.states.items()),
            tuple(ands),
            tuple(Named(name, renumbered(literal)) for name, literal in self.outputs),
            tuple(Named(name, renumbered(literal)) for name, literal in self.bads),
            constraints=tuple(Named(name, renumbered(literal)) for name, literal in self.constraints),
        )


def text(name: str) -> str:
    if not isinstance(name, str):
        raise InputError(f"a name is a text, not {type(name).__name__}")
    return name


def bit_of(value: int) -> int:
    """A value that equals 0 or 1, as an int."""
    try:
        return {0: 0, 1: 1}[value]
    except (KeyError, TypeError):
        raise InputError(f"a bit is 0 or 1, not {one_line(repr(value), 40)}") from None


def mux(select: Signal, a: Signal, b: Signal) -> Signal:
    """a if select, else b."""
    circuit = select.circuit
    return circuit.signal(circuit.graph.choice(select.literal, circuit.own(a), circuit.own(b)))


def all_of(circuit: Circuit, signals: Iterable[Signal]) -> Signal:
    return circuit.signal(circuit.graph.all_of(circuit.own(signal) for signal in signals))

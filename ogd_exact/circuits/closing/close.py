"""Makes a circuit closed: no inputs, and every latch with a reset, so that it runs by itself from one start.

What inputs are given becomes latches of the closed circuit, beside its own. To close a circuit in another way, make
signals for its inputs in a `Circuit`, and have its copy read them, as `closed` does, and search.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ogd_exact.circuits.closing.assumptions import Assumptions, Driver, Searched, frames_text
from ogd_exact.circuits.closing.drive import Counters
from ogd_exact.circuits.closing.stimulus import Stimulus, read_stimulus
from ogd_exact.circuits.netlists.builder import Circuit, Signal, all_of, mux
from ogd_exact.circuits.netlists.nand import Netlist, to_nand
from ogd_exact.circuits.netlists.sequential import TRUE, Latch, Named, Sequential, some, unused_name
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument

Bits = int | str | Stimulus  # over time: see stimulus.py


@dataclass(frozen=True)
class Closed:
    """A circuit that runs by itself: its own latches come first, and then those that were added to close it.

    It has no constraints any more, but a literal that is true as long as those of the open circuit held so far.
    """

    circuit: Sequential
    after: tuple[int, ...]  # literals of what the circuit's own latches hold after a frame
    held: int
    assumptions: Assumptions

    @property
    def own(self) -> int:
        """How many latches are the circuit's own."""
        return len(self.after)

    @property
    def added(self) -> tuple[str, ...]:
        """The names of the latches that were added."""
        return tuple(latch.name for latch in self.circuit.latches[self.own :])

    def netlist(self, target: str | None = None, name: str | int | None = None) -> Netlist:
        """The circuit as NAND gates that answer a question; a yes counts only while the constraints held."""
        return to_nand(self.circuit, target, name, self.after, self.held)


@dataclass(frozen=True)
class Settled:
    """A circuit, and what is settled of it: the bits of inputs, and where latches start that it starts elsewhere."""

    circuit: Sequential
    stimuli: Mapping[str, Stimulus]  # in the circuit's order
    starts: Mapping[int, int]  # by the places of latches
    driver: Driver | None = None  # the file that inputs come from, to be named among the assumptions

    @cached_property
    def open_inputs(self) -> list[str]:
        """The inputs that are given nothing."""
        return [name for name in self.circuit.inputs if name not in self.stimuli]

    @cached_property
    def open_latches(self) -> list[int]:
        """The places of latches that start neither where the circuit says nor here."""
        return [i for i, latch in enumerate(self.circuit.latches) if latch.reset is None and i not in self.starts]

    def named(self, starts: Mapping[int, int]) -> dict[str, int]:
        """Starts by the names of latches, told apart where several have one name."""
        taken: set[str] = set()
        names = [unused_name(latch.name, taken) for latch in self.circuit.latches] if starts else []
        return {names[i]: bit for i, bit in starts.items()}

    def assumptions(self, searched: Searched | None = None) -> Assumptions:
        constraints = tuple(named.name for named in self.circuit.constraints)
        return Assumptions(self.stimuli, self.named(self.starts), constraints, self.driver, searched)

    def check_nothing_open(self) -> None:
        inputs, latches = self.open_inputs, self.open_latches
        one, two = (frames_text(length, len(inputs), len(latches)) for length in (1, 2))
        takes = f"in {one} frames for K = 1 and {two} for K = 2"
        search = f"or try all that they can be over K frames with {argument('search=K')}, {takes}"
        if inputs:
            tie = f"tie each with {argument('inputs', key='NAME')}=0|1, or all with {argument('inputs=0|1')}"
            raise InputError(f"the circuit has inputs: {some(inputs)}; {tie}, {search}")
        if latches:
            names = some([self.circuit.latches[i].name for i in latches])
            all_ = f"start them all with {argument('uninitialised=0|1')}"
            raise InputError(f"latches without a reset: {names}; {all_}, {search}")

    def closed(self) -> Closed:
        """The circuit with nothing but that given; raises InputError if something is open."""
        self.check_nothing_open()
        circuit = self.circuit
        if not (circuit.inputs or circuit.constraints or self.starts):  # closed already: a copy would only take memory
            return Closed(circuit, tuple(latch.next for latch in circuit.latches), TRUE, self.assumptions())
        resets = [self.starts.get(i, latch.reset) for i, latch in enumerate(circuit.latches)]

        def drive(made: Circuit, taken: set[str]) -> Driven:
            counters = Counters(made, self.stimuli.values(), taken)
            return Driven([counters.signal(stimulus) for stimulus in self.stimuli.values()])

        return copied(circuit, resets, drive, self.assumptions())


def settled(
    circuit: Sequential,
    inputs: Mapping[str, Bits] | None = None,
    others: Bits | None = None,
    uninitialised: int | None = None,
    starts: Mapping[int, int] | None = None,
    driver: Driver | None = None,
) -> Settled:
    """The circuit with inputs driven by name, and the others all alike, if they are driven.

    Latches start where `starts` says, by their place, else where the circuit does, else as `uninitialised` says.
    """
    stimuli = {name: read_stimulus(bits) for name, bits in (inputs or {}).items()}
    known = set(circuit.inputs)
    if unknown := [name for name in stimuli if name not in known]:
        if unknown[0] in circuit.clocks:
            raise InputError(f"{unknown[0][:40]} is the clock, which ticks by itself and is no input; do not tie it")
        has = f"its inputs are {some(circuit.inputs)}" if circuit.inputs else "it has none"
        raise InputError(f"the circuit has no input {some(unknown)}; {has}")
    if others is not None:
        stimuli = dict.fromkeys(circuit.inputs, read_stimulus(others)) | stimuli
    given = dict(starts or {})
    for bit in (*given.values(), uninitialised):
        if bit not in (0, 1, None):
            raise InputError(f"a signal is tied to 0 or to 1, not to {bit}")
    if uninitialised is not None:
        given |= dict.fromkeys(Settled(circuit, stimuli, given).open_latches, uninitialised)
    return Settled(
        circuit,
        {name: stimuli[name] for name in circuit.inputs if name in stimuli},
        {i: bit for i, bit in sorted(given.items()) if bit != circuit.latches[i].reset},
        driver,
    )


class Driven(NamedTuple):
    """What a copy of a circuit reads: its inputs; and if it restarts, when, and where its latches start then."""

    inputs: list[Signal]
    over: Signal | None = None
    starts: Mapping[int, Signal] = {}


def copied(
    circuit: Sequential,
    resets: Sequence[int | None],
    drive: Callable[[Circuit, set[str]], Driven],
    assumptions: Assumptions,
) -> Closed:
    """The circuit's gates once more, on latches with these resets and what drives it.

    All latches must be made before any gate, so that literals stay; `drive` is given the names that are taken.
    """
    made, taken = Circuit(), {latch.name for latch in circuit.latches}
    states = [made.latch(latch.name, reset) for latch, reset in zip(circuit.latches, resets, strict=True)]
    failed = made.state(unused_name("failed", taken)) if circuit.constraints else None
    inputs, over, starts = drive(made, taken)
    literals = [0, *(made.own(signal) for signal in (*inputs, *states))]
    for left, right in circuit.ands:  # as they are, since what is constant folds away later
        literals.append(made.graph.appended((literals[left >> 1] ^ (left & 1), literals[right >> 1] ^ (right & 1))))

    def signals(named: Sequence[Latch | Named]) -> list[Signal]:
        return [made.signal(literals[thing[1] >> 1] ^ (thing[1] & 1)) for thing in named]

    nexts = signals(circuit.latches)
    for i, (state, follows) in enumerate(zip(states, nexts, strict=True)):
        made.set_next(state, follows if over is None else mux(over, starts[i], follows))
    # Whether the constraints hold, and never failed.
    held = all_of(made, [*([] if failed is None else [~failed]), *signals(circuit.constraints)])
    if failed is not None:
        made.set_next(failed, ~held if over is None else ~over & ~held)
    if max(made.states, default=0) != 2 * len(made.states):
        raise ValueError("a latch was made after a gate")
    for named, signal in zip(circuit.outputs, signals(circuit.outputs), strict=True):
        made.output(signal, named.name)
    for named, signal in zip(circuit.bads, signals(circuit.bads), strict=True):
        made.bad(signal, named.name)
    return Closed(made.sequential(), tuple(map(made.own, nexts)), made.own(held), assumptions)

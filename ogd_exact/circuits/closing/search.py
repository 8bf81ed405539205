"""Closes a circuit by a counter that goes through all that is open: inputs over so many frames, and starts.

A sequence is a number. Its bits are, the lowest first, the starts of latches, the inputs in frame 0, those in frame 1
and so on. After the last frame of a sequence the copy of the circuit restarts, and the next number's turn comes: so
frame f of the closed circuit is frame f % length of sequence f // length.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ogd_exact.circuits.closing.assumptions import LONGEST, Searched, frames_searched, frames_text
from ogd_exact.circuits.closing.close import Closed, Driven, Settled, copied, settled
from ogd_exact.circuits.closing.drive import Counters
from ogd_exact.circuits.closing.stimulus import Stimulus, held
from ogd_exact.circuits.machines.arithmetic import any_of
from ogd_exact.circuits.netlists.builder import Circuit, Signal
from ogd_exact.circuits.netlists.sequential import unused_name
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument

MOST_FRAMES = 1000  # of a sequence


@dataclass(frozen=True)
class Found:
    """A sequence up to one of its frames: what it gives inputs, and where it starts latches."""

    sequence: int
    frame: int
    inputs: Mapping[str, Stimulus]
    starts: Mapping[str, int]
    places: Mapping[int, int]  # the same starts, by the places of latches

    def data(self) -> dict[str, Any]:
        """The sequence for JSON; inputs as --input takes them."""
        inputs = {name: str(stimulus) for name, stimulus in self.inputs.items()}
        return {"frame": self.frame, "sequence": self.sequence, "inputs": inputs, "starts": dict(self.starts)}


@dataclass(frozen=True)
class Search:
    """All sequences of so many frames, for a circuit some of whose inputs are driven and latches started."""

    settled: Settled
    length: int

    def __post_init__(self) -> None:
        if not 1 <= self.length <= MOST_FRAMES:
            raise InputError(f"{argument('search')} goes over 1 to {MOST_FRAMES} frames, not {self.length}")
        if self.frames(self.length) > LONGEST:
            most = next(k for k in range(self.length) if self.frames(k + 1) > LONGEST)
            fewer = f", or search {most} at most" if most else ""
            takes = frames_text(self.length, len(self.inputs), len(self.latches))
            remedy = f"tie inputs with {argument('inputs={...}')}, start latches with {argument('start')}{fewer}"
            raise InputError(f"{argument('search', self.length)} would run {takes} frames, more than 10^12; {remedy}")

    @property
    def inputs(self) -> list[str]:
        return self.settled.open_inputs

    @property
    def latches(self) -> list[int]:
        return self.settled.open_latches

    def frames(self, length: int) -> int:
        """How many frames there are in all sequences of a length."""
        return frames_searched(length, len(self.inputs), len(self.latches))

    def found(self, frame: int) -> Found:
        """What is given in a frame of the closed circuit, and in the frames of its sequence before it."""
        sequence, last = divmod(frame, self.length)
        starts = {place: sequence >> i & 1 for i, place in enumerate(self.latches)}
        rows, wide = sequence >> len(self.latches), len(self.inputs)
        inputs = {
            name: held("".join("01"[rows >> k * wide + i & 1] for k in range(last + 1)))
            for i, name in enumerate(self.inputs)
        }
        return Found(sequence, last, inputs, self.settled.named(starts), starts)

    def alone(self, found: Found) -> Closed:
        """The circuit with just that given."""
        inputs, starts = {**self.settled.stimuli, **found.inputs}, {**self.settled.starts, **found.places}
        return settled(self.settled.circuit, inputs, starts=starts).closed()

    def closed(self) -> Closed:
        """The circuit with a counter that goes through all sequences; the first has 0 for all that is open."""
        circuit = self.settled.circuit
        resets = [self.settled.starts.get(i, latch.reset or 0) for i, latch in enumerate(circuit.latches)]

        def drive(made: Circuit, taken: set[str]) -> Driven:
            clock = SequenceClock(made, self, taken)
            inputs = [clock.input(name) for name in circuit.inputs]
            starts = {i: made.constant(reset) for i, reset in enumerate(resets)}
            starts |= dict(zip(self.latches, clock.following, strict=False))  # its lowest bits
            return Driven(inputs, clock.over, starts)

        names = tuple(self.settled.named(dict.fromkeys(self.latches, 0)))
        searched = Searched(tuple(self.inputs), names, self.length)
        return copied(circuit, resets, drive, self.settled.assumptions(searched))


class SequenceClock:
    """Latches that hold the number of the sequence and count its frames."""

    def __init__(self, made: Circuit, search: Search, taken: set[str]) -> None:
        self.made, self.search = made, search
        bits = len(search.latches) + search.length * len(search.inputs)
        number = [made.state(unused_name(f"sequence{i}", taken)) for i in range(bits)]
        each = [Stimulus("", "1".rjust(k + 1, "0").ljust(search.length, "0")) for k in range(search.length)]
        self.counters = Counters(made, each, taken)
        self.now = [self.counters.signal(frame) for frame in each]  # whether it is frame 0, frame 1...
        self.rows = number[len(search.latches) :]
        self.over = carry = self.now[-1]
        self.following: list[Signal] = []  # the number in the next frame
        for bit in number:
            self.following.append(bit ^ carry)
            carry &= bit
            made.set_next(bit, self.following[-1])

    def input(self, name: str) -> Signal:
        """The signal that an input is given."""
        if name in self.search.settled.stimuli:
            return self.counters.signal(Stimulus("", self.search.settled.stimuli[name].bits(self.search.length)))
        bits = self.rows[self.search.inputs.index(name) :: len(self.search.inputs)]  # frame by frame
        return any_of(self.made, [now & bit for now, bit in zip(self.now, bits, strict=True)])

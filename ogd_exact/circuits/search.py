"""Closes a circuit by a counter that goes through all that is open: inputs over so many frames, and starts.

A sequence is a number. Its bits are, the lowest first, the starts of latches, the inputs in frame 0, those in frame 1
and so on. After the last frame of a sequence the copy of the circuit restarts, and the next number's turn comes: so
frame f of the closed circuit is frame f % length of sequence f // length.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ogd_exact.circuits.arithmetic import any_of
from ogd_exact.circuits.assumptions import LONGEST, Driver, Searched, frames_text
from ogd_exact.circuits.builder import Circuit, Signal
from ogd_exact.circuits.close import (
    Bits,
    Closed,
    Driven,
    assumed,
    closed,
    copied,
    driven_inputs,
    named_starts,
    open_inputs,
    open_latches,
    started_latches,
)
from ogd_exact.circuits.drive import Counters
from ogd_exact.circuits.sequential import Sequential, unused_name
from ogd_exact.circuits.stimulus import Stimulus, held
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.wording import argument

MOST_FRAMES = 1000  # of a sequence


@dataclass(frozen=True)
class Found:
    """What a sequence gives up to one of its frames."""

    sequence: int
    frame: int
    inputs: Mapping[str, Stimulus]
    starts: Mapping[str, int]
    places: Mapping[int, int]  # the same starts, by the places of latches

    def data(self) -> dict[str, Any]:
        """For JSON; inputs as --input takes them."""
        inputs = {name: str(stimulus) for name, stimulus in self.inputs.items()}
        return {"frame": self.frame, "sequence": self.sequence, "inputs": inputs, "starts": dict(self.starts)}


@dataclass(frozen=True)
class Search:
    """All sequences of so many frames, for a circuit some of whose inputs are driven and latches started."""

    circuit: Sequential
    length: int
    stimuli: Mapping[str, Stimulus]
    given: Mapping[int, int]  # starts, by the places of latches

    def __post_init__(self) -> None:
        if not 1 <= self.length <= MOST_FRAMES:
            raise InputError(f"{argument('search')} goes over 1 to {MOST_FRAMES} frames, not {self.length}")
        if self.frames(self.length) > LONGEST:
            most = next(k for k in range(self.length) if self.frames(k + 1) > LONGEST)
            fewer = f", or search {most} at most" if most else ""
            takes = frames_text(self.length, len(self.inputs), len(self.latches))
            remedy = f"tie inputs with {argument('inputs={...}')}, start latches with {argument('start')}{fewer}"
            raise InputError(f"{argument('search', self.length)} would run {takes} frames, more than 10^12; {remedy}")

    @cached_property
    def inputs(self) -> list[str]:
        """The inputs that are open."""
        return open_inputs(self.circuit, self.stimuli)

    @cached_property
    def latches(self) -> list[int]:
        """The places of those whose start is open."""
        return open_latches(self.circuit, self.given)

    def frames(self, length: int) -> int:
        """How many there are in all sequences of a length."""
        return length << length * len(self.inputs) + len(self.latches)

    def found(self, frame: int) -> Found:
        """What is given in this frame of the closed circuit, and was in those of its sequence before."""
        sequence, last = divmod(frame, self.length)
        starts = {place: sequence >> i & 1 for i, place in enumerate(self.latches)}
        rows, wide = sequence >> len(self.latches), len(self.inputs)
        inputs = {
            name: held("".join("01"[rows >> k * wide + i & 1] for k in range(last + 1)))
            for i, name in enumerate(self.inputs)
        }
        return Found(sequence, last, inputs, named_starts(self.circuit, starts), starts)

    def alone(self, found: Found) -> Closed:
        """The circuit with just that given."""
        return closed(self.circuit, {**self.stimuli, **found.inputs}, starts={**self.given, **found.places})

    def closed(self, driver: Driver | None = None) -> Closed:
        # Sequence 0 comes first, in which all that is open is 0.
        resets = [self.given.get(i, latch.reset or 0) for i, latch in enumerate(self.circuit.latches)]

        def drive(made: Circuit, taken: set[str]) -> Driven:
            clock = SequenceClock(made, self, taken)
            inputs = [clock.input(name) for name in self.circuit.inputs]
            starts = {i: made.constant(reset) for i, reset in enumerate(resets)}
            starts |= dict(zip(self.latches, clock.following, strict=False))  # its lowest bits
            return Driven(inputs, clock.over, starts)

        names = tuple(named_starts(self.circuit, dict.fromkeys(self.latches, 0)))
        searched = Searched(tuple(self.inputs), names, self.length)
        assumptions = assumed(self.circuit, self.stimuli, self.given, driver, searched)
        return copied(self.circuit, resets, drive, assumptions)


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
        """What an input is given."""
        if name in self.search.stimuli:
            return self.counters.signal(Stimulus("", self.search.stimuli[name].bits(self.search.length)))
        bits = self.rows[self.search.inputs.index(name) :: len(self.search.inputs)]  # frame by frame
        return any_of(self.made, [now & bit for now, bit in zip(self.now, bits, strict=True)])


def search(
    circuit: Sequential,
    length: int,
    inputs: Mapping[str, Bits] | None = None,
    others: Bits | None = None,
    uninitialised: int | None = None,
    starts: Mapping[int, int] | None = None,
) -> Search:
    """Through all that is left open by what `closed` takes."""
    stimuli = driven_inputs(circuit, inputs or {}, others)
    return Search(circuit, length, stimuli, started_latches(circuit, uninitialised, starts or {}))

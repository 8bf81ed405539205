"""The closed circuit that a request means: its file read, its inputs driven, its latches started."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ogd_exact.circuits.closing.assumptions import NOTHING_ASSUMED, Assumptions
from ogd_exact.circuits.closing.close import Closed, settled
from ogd_exact.circuits.closing.search import Search
from ogd_exact.circuits.closing.stimulus_file import read_stimulus_file
from ogd_exact.circuits.formats.load import identified
from ogd_exact.circuits.netlists.nand import Netlist, asked_property, property_text, word_bits
from ogd_exact.circuits.netlists.sequential import Sequential, some
from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.request import Request


@dataclass(frozen=True)
class NetlistQuestion:
    """A netlist that answers a question about a circuit, what reports call both, and what is assumed."""

    circuit: str
    latches: tuple[str, ...]  # the names of the circuit's own, in the order of --target
    wanted: str  # such as: bad b0, or target 01
    netlist: Netlist
    sha256: str | None = None  # of the circuit's file; none for a machine
    added: tuple[str, ...] = ()  # latches that drive inputs and watch constraints, after the circuit's own
    assumptions: Assumptions = NOTHING_ASSUMED
    search: Search | None = None  # through all that is open
    chosen: str | int | None = None  # the property by name or place, if one was chosen

    @property
    def inputs(self) -> tuple[str, ...]:
        """What the inputs of the netlist are called: each by the latch whose bit, or its opposite, it holds."""
        names = dict(enumerate(self.added, len(self.netlist.state)))
        for name, stored in zip(self.latches, self.netlist.state, strict=True):
            names[stored.input] = f"not {name}" if stored.inverted else name
        return tuple(names.get(i, "spare") for i in range(self.netlist.inputs))


def asks(wanted: str) -> str:
    """What is asked, as a sentence of reports says it."""
    kind, _, name = one_line(wanted, 60).partition(" ")
    return f"asks whether the state ever becomes {name}" if kind == "target" else f"asks whether {name} ever holds"


class Question(NamedTuple):
    """A closed circuit, and what is asked of it: a target, or else a property by name or place, if one was chosen."""

    made: Closed
    target: str | None
    chosen: str | int | None
    search: Search | None
    sha256: str | None

    @property
    def wanted(self) -> str:
        if self.target is not None:
            return f"target {self.target}"
        return property_text(asked_property(self.made.circuit, self.chosen), self.made.circuit)

    @property
    def netlist(self) -> Netlist:
        return self.made.netlist(self.target, self.chosen)


def asked_of(request: Request) -> NetlistQuestion:
    """Reads the circuit, drives its inputs, starts its latches, and makes a netlist of it."""
    question = question_of(request)
    made, wanted = question.made, question.wanted
    latches = tuple(latch.name for latch in made.circuit.latches[: made.own])
    return NetlistQuestion(
        request.circuit_name(),
        latches,
        wanted,
        question.netlist,
        question.sha256,
        made.added,
        made.assumptions,
        question.search,
        question.chosen,
    )


def question_of(request: Request) -> Question:
    """Reads the circuit, drives its inputs, and starts its latches."""
    circuit, sha256 = identified(request.circuit)
    starts = asked_starts(circuit, request)
    inputs, driver = dict(request.driven), None
    chosen: str | int | None = request.property
    if request.stimulus is not None:
        given = read_stimulus_file(request.stimulus, started(circuit, starts))
        if both := [name for name in given.inputs if name in inputs]:
            other = argument("inputs={...}")
            raise InputError(f"drives {some(both)}, and so does {other}; drop one of them", request.stimulus)
        inputs, starts, driver = inputs | given.inputs, given.starts | starts, given.driver
        if request.property is None and request.target is None:
            chosen = given.bad
    given_so_far = settled(circuit, inputs, request.inputs, request.uninitialised, starts, driver)
    through = None if request.search is None else Search(given_so_far, request.search)
    made = (through or given_so_far).closed()
    return Question(made, request.target, chosen, through, sha256)  # a million gates need not be held twice


def asked_starts(circuit: Sequential, request: Request) -> dict[int, int]:
    """Where latches are to start, by their places."""
    starts = {} if request.state is None else places_of(word_bits(request.state, circuit.latches, "state"))
    if not request.start:
        return starts
    places: dict[str, list[int]] = {}
    for place, latch in enumerate(circuit.latches):
        places.setdefault(latch.name, []).append(place)
    for name, bit in request.start.items():
        if name not in places:
            has = f"its latches are {some(list(places))}" if places else "it has none"
            raise InputError(f"the circuit has no latch {name[:40]}; {has}")
        if len(places[name]) > 1:
            raise InputError(f"{len(places[name])} latches are called {name[:40]!r}; rename them in the file")
        starts[places[name][0]] = bit
    return starts


def places_of(state: str) -> dict[int, int]:
    return {place: int(bit) for place, bit in enumerate(state)}


def started(circuit: Sequential, starts: Mapping[int, int]) -> Sequential:
    """The circuit with those latches started there."""
    latches = (latch._replace(reset=starts.get(place, latch.reset)) for place, latch in enumerate(circuit.latches))
    return replace(circuit, latches=tuple(latches)) if starts else circuit

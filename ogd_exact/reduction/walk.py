"""Walks through the calls of a pass without running them: what each coordinate holds, call by call.

A pass starts with each coordinate in a known set of truth values (or a fixed weight) with a known magnitude, and
each input holding a value of its own. Each call's contract is met, and says what follows: values are tracked as
terms, so that the value of a gate is known to be the NAND of the values it reads.

Without decay, what a call does to truth values and magnitudes depends on nothing but those that it finds. A netlist
of any size has only a few such combinations; each is checked when it is first met, and its outcome is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.called import Called, Function, called
from ogd_exact.reduction.program import Call, Program
from ogd_exact.tables.arithmetic import arithmetic, polynomial_at
from ogd_exact.tables.contract import KINDS, TRUTHS, Truth
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table

MOST_KNOWN = 10_000  # outcomes; constructions whose magnitudes never repeat would fill the memory
SYMMETRIC = ("and", "or", "nand", "nor", "xor", "xnor")


class Held(NamedTuple):
    """What a coordinate may hold: truth values or one fixed weight, with a magnitude as of some example."""

    truths: frozenset[Truth]
    magnitude: Any = 1
    since: int = 0
    term: int | None = None  # which value it is, where it is a bit


class BoundCall(NamedTuple):
    """A call whose magnitudes are known."""

    call: Call
    table: Table
    magnitudes: Mapping[str, Any]


class Outcome(NamedTuple):
    """The magnitudes that an allowed call passes, and what each of its places may hold after it."""

    given: Mapping[str, Any]
    after: tuple[tuple[frozenset[Truth], Any], ...]


class Walk:
    def __init__(self, program: Program, library: Library, parameters: Mapping[str, Any]) -> None:
        self.program, self.library, self.parameters = program, library, parameters
        self.model: Model = library.models[program.construction.gadgets]
        plain = arithmetic(())
        self.decay = 1 - plain.exactly(self.model.learning_rate, parameters) * plain.exactly(
            self.model.regularizer, parameters
        )
        self.weights = {t: plain.exactly(text, parameters) for t, text in self.model.encoding.items()}
        self.truths: dict[str, Truth] = {}
        self.kinds: dict[str, frozenset[Truth]] = {}
        self.unset = self.truth("unset")
        self.accept = program.special(program.construction.accept)
        self.time = 0
        self.held: list[Held] = []
        self.second_layer: Truth = "unset"
        self.called: dict[str, Called] = {}
        self.known: dict[tuple[Any, ...], Outcome] = {}
        self.left: dict[tuple[str, tuple[frozenset[Truth], ...]], tuple[frozenset[Truth], ...]] = {}
        self.terms: dict[tuple[str | int, ...], int] = {}
        self.signals = [self.term("input", i) for i in range(program.netlist.inputs)]
        for a, b in program.netlist.gates:
            self.signals.append(self.applied("nand", (self.signals[a], self.signals[b])))
        self.answer = self.signals[program.netlist.answer]

    def truth(self, text: Truth) -> Truth:
        """One name for one weight: encodings may have the same for false and unset, and fixed weights many texts."""
        if text not in self.truths:
            value = self.weights[text] if text in TRUTHS else arithmetic(()).exactly(text, self.parameters)
            same = [t for t in TRUTHS if self.weights[t] == value and (text in TRUTHS or value == 0)]
            self.truths[text] = same[0] if same else str(value)
        return self.truths[text]

    def kind(self, text: str) -> frozenset[Truth]:
        """What a precondition allows."""
        if text not in self.kinds:
            self.kinds[text] = frozenset(self.truth(t) for t in KINDS.get(text, (text,)))
        return self.kinds[text]

    def term(self, *parts: str | int) -> int:
        """A number for a value: the same for the same function of the same values."""
        return self.terms.setdefault(parts, len(self.terms))

    def applied(self, function: str, arguments: Sequence[int]) -> int:
        if function in ("copy", "false_if_unset") or (function == "unset_if_false" and self.unset == "false"):
            return arguments[0]
        if function == "not":
            return self.applied("nand", (arguments[0], arguments[0]))
        return self.term(function, *(sorted(arguments) if function in SYMMETRIC else arguments))

    def start(self, magnitudes: Mapping[int, Any]) -> list[Held]:
        """What a pass assumes: inputs set or not, gates unset, special coordinates as they start."""
        construction, n = self.program.construction, self.program.netlist.inputs
        unset = frozenset({self.unset})
        special = [
            Held(self.kind(construction.start[name]) if name in construction.start else unset)
            for name in construction.special
        ]
        first, truths = len(special), self.kind(construction.inputs)
        inputs = [Held(truths, magnitudes.get(first + i, rational(1)), term=self.signals[i]) for i in range(n)]
        return special + inputs + [Held(unset)] * len(self.program.netlist.gates)

    def magnitude(self, index: int) -> Any:
        held = self.held[index]
        return held.magnitude if self.decay == 1 else held.magnitude * self.decay ** (self.time - held.since)

    def steps(self, magnitudes: Mapping[int, Any], check_regions: bool = True) -> Iterator[BoundCall]:
        """The calls of a pass with their magnitudes; raises InputError at the first that is not allowed."""
        self.held, self.time = self.start(magnitudes), 0
        self.second_layer = self.truth(self.program.construction.start.get("v", "unset"))
        steady = self.decay == 1
        for number, call in enumerate(self.program.calls(), 1):
            if call.gadget not in self.called:
                self.called[call.gadget] = called(self.library, self.model.name, call.gadget)
            gadget = self.called[call.gadget]
            if len(set(call.on)) != len(call.on):
                raise self.error(call, number, "names a coordinate twice")
            if steady:
                outcome = self.known_outcome(call, gadget, number)
            else:
                outcome = self.outcome(call, gadget, number, check_regions)
            if self.accept in call.on:
                self.check_answer(call, gadget, number)
            yield BoundCall(call, gadget.table, outcome.given)
            self.apply(call, gadget, outcome)

    def known_outcome(self, call: Call, gadget: Called, number: int) -> Outcome:
        """The outcome, worked out only where it is the first of its kind: of all that outcome() looks at."""
        held = self.held
        key = (call.gadget, self.second_layer, *[held[i][:2] for i in call.on])  # truths and magnitude
        outcome = self.known.get(key)
        if outcome is None:
            outcome = self.outcome(call, gadget, number, check_regions=True)
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[key] = outcome
        return outcome

    def outcome(self, call: Call, gadget: Called, number: int, check_regions: bool) -> Outcome:
        """What a call does, if its precondition holds."""
        given = self.check_call(call, gadget, number)
        if check_regions:
            self.check_region(call, gadget, given, number)
        after: list[tuple[frozenset[Truth], Any]] = []
        results = self.results(gadget, tuple([self.held[index].truths for index in call.on]))
        for name, index, truths in zip(gadget.names, call.on, results, strict=True):
            if name not in gadget.contract.after:  # as it was, exactly, also where all else decays
                after.append((truths, self.magnitude(index)))
                continue
            magnitude = arithmetic(()).exactly(gadget.table.returns.get(name, "1"), {**self.parameters, **given})
            if not magnitude > 0:
                raise self.error(call, number, f"leaves magnitude {magnitude}, which is not positive")
            after.append((truths, magnitude))
        return Outcome(given, tuple(after))

    def results(self, gadget: Called, found: tuple[frozenset[Truth], ...]) -> tuple[frozenset[Truth], ...]:
        """What each place may hold after a call, by what it may hold before: few choices, with decay or without."""
        key = (gadget.table.gadget, found)
        if key not in self.left:
            contract, before = gadget.contract, dict(zip(gadget.names, found, strict=True))
            possible = [a for a in contract.assignments() if all(self.truth(a[n]) in before[n] for n in before)]
            self.left[key] = tuple(
                frozenset(self.truth(str(contract.effect(name, a))) for a in possible)
                if name in contract.after
                else before[name]
                for name in gadget.names
            )
        return self.left[key]

    def check_call(self, call: Call, gadget: Called, number: int) -> dict[str, Any]:
        """The magnitudes that the call passes, if its precondition holds."""
        before = gadget.contract.before
        if "v" in before and self.kind(before["v"]) != {self.second_layer}:
            raise self.error(call, number, f"needs v = {before['v']}, and it is {self.second_layer}")
        given: dict[str, Any] = {}
        for name, symbol, index in zip(gadget.names, gadget.symbols, call.on, strict=True):
            held, where = self.held[index], self.program.coordinates
            if not held.truths <= self.kind(before[name]):
                holds = " or ".join(sorted(held.truths))
                raise self.error(call, number, f"needs {before[name]} at {where()[index]}, which may hold {holds}")
            if symbol is not None:
                magnitude = self.magnitude(index)
                if given.setdefault(symbol, magnitude) != magnitude:
                    raise self.error(call, number, f"has one magnitude {symbol} for two that differ")
            elif held.truths != {self.unset} and self.magnitude(index) != 1:
                raise self.error(call, number, f"needs magnitude 1 at {where()[index]}, not {self.magnitude(index)}")
        return given

    def check_region(self, call: Call, gadget: Called, given: Mapping[str, Any], number: int) -> None:
        point = {name: rational(1) for name in self.model.arithmetic.symbols} | dict(self.parameters) | dict(given)
        for bound, positive in gadget.bounds:
            if not polynomial_at(positive, point) > 0:
                raise self.error(call, number, f"is outside the region where it is proved: {bound.text}")

    def check_answer(self, call: Call, gadget: Called, number: int) -> None:
        """A gadget never moves the coordinate of the answer, not even on the way, unless the answer is yes."""
        place = call.on.index(self.accept)
        if gadget.contract.untouched.get(gadget.names[place]) == "true":
            return
        when = self.result_term(gadget.untouched[place], [self.held[index].term for index in call.on])
        if when != self.applied("not", [self.answer]):
            name = self.program.coordinates()[self.accept]
            raise self.error(call, number, f"moves {name} though the answer may be no")

    def apply(self, call: Call, gadget: Called, outcome: Outcome) -> None:
        if "v" in gadget.contract.after:
            self.second_layer = self.truth(gadget.contract.after["v"])
        self.time += gadget.examples
        held, time = self.held, self.time
        terms = [held[index].term for index in call.on]
        for index, value, (truths, magnitude) in zip(call.on, gadget.values, outcome.after, strict=True):
            held[index] = Held(truths, magnitude, time, self.result_term(value, terms))

    def result_term(self, value: Function | None, terms: Sequence[int | None]) -> int | None:
        """The value that a function yields, if it is one of known values."""
        if value is None:
            return None
        function, places = value
        known = [term for term in [terms[place] for place in places] if term is not None]
        return self.applied(function, known) if len(known) == len(places) else None

    def error(self, call: Call, number: int, problem: str) -> InputError:
        coordinates = self.program.coordinates()
        text = f"{call.gadget}({', '.join(coordinates[i] for i in call.on)})"
        return InputError(f"the program is wrong: call {number}, {text}, {problem}")

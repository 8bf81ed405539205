"""Walks through the calls of a pass without running them: what each coordinate holds, call by call.

A pass starts with each coordinate in a known set of truth values (or a fixed weight) with a known magnitude, and
each input holding a value of its own. Each call's contract is met, and says what follows: values are tracked as
terms, so that the value of a gate is known to be the NAND of the values it reads.

Without decay, what a call does to truth values and magnitudes depends on nothing but those that it finds. A netlist
of any size has only a few such combinations; each is checked when it is first met, and its effect is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational, sign
from ogd_exact.core.tables.effects import ANY, KINDS, TRUTHS, Truth
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.training.constructions.called import Called, called
from ogd_exact.training.constructions.program import Call, Program
from ogd_exact.training.constructions.terms import NAND, NOT, Terms, function
from ogd_exact.training.constructions.values import ModelValues

MOST_EFFECTS = 10_000  # that are kept; constructions whose magnitudes never repeat would fill the memory


class Held(NamedTuple):
    """What a coordinate may hold: truth values or one fixed weight, with a magnitude as of some example.

    It may also hold any weight, but only in passes whose answer is yes; no call may find that.
    """

    truths: frozenset[Truth]
    magnitude: Number
    since: int = 0
    term: int | None = None  # which value it is, where it is a bit


class BoundCall(NamedTuple):
    """A call whose magnitudes are known."""

    call: Call
    table: Table
    magnitudes: Mapping[str, Number]


class Effect(NamedTuple):
    """The magnitudes that an allowed call passes, and what each of its places may hold after it."""

    given: Mapping[str, Number]
    after: tuple[tuple[frozenset[Truth], Number], ...]


class AbstractRun:
    called_wrong = "the program is wrong"

    def __init__(self, program: Program, library: Library, parameters: Mapping[str, Number]) -> None:
        self.program, self.library, self.parameters = program, library, parameters
        self.model: Model = library.models[program.construction.gadgets]
        values = ModelValues(self.model, parameters)
        self.step, self.decay = values.step, values.decay
        self.weights = values.encoding  # and other weights, once they are met
        self.truths: dict[str, Truth] = {ANY: ANY}
        self.kinds: dict[str, frozenset[Truth]] = {}
        self.unset = self.truth("unset")
        self.accept = program.accept
        # What the rule has besides the coordinates lies behind them.
        self.state = {name: program.dimension + k for k, name in enumerate(program.construction.state)}
        self.time = 0
        self.held: list[Held] = []
        self.called: dict[str, Called] = {}
        self.known: dict[tuple[Any, ...], Effect] = {}
        self.left: dict[tuple[str, tuple[frozenset[Truth], ...]], tuple[frozenset[Truth], ...]] = {}
        self.terms = Terms(self.unset == "false")
        self.signals = self.values()
        self.answer = self.signals[program.netlist.answer]

    def values(self) -> Sequence[int] | Mapping[int, int]:
        """The values of signals: of all of them, or of those that cells have."""
        netlist, found = self.program.netlist, [self.terms.term("input", i) for i in range(self.program.netlist.inputs)]
        if not netlist.cells:
            for a, b in netlist.gates:
                found.append(self.terms.applied(NAND, (found[a], found[b])))
            return found
        of = dict(enumerate(found))
        for cell in netlist.cells:
            of[cell.signal] = self.terms.applied(cell.table, [of[k] for k in cell.operands])
        return of

    def truth(self, text: Truth) -> Truth:
        """One name for one weight: encodings may have the same for false and unset, and fixed weights many texts."""
        if text not in self.truths:
            value = self.weights[text] if text in TRUTHS else exactly(text, self.parameters)
            known = TRUTHS if text in TRUTHS or value == 0 else [t for t in self.weights if t not in TRUTHS]
            self.truths[text] = next((t for t in known if self.weights[t] == value), text)
            self.weights.setdefault(self.truths[text], value)
        return self.truths[text]

    def kind(self, text: str) -> frozenset[Truth]:
        """What a precondition allows."""
        if text not in self.kinds:
            self.kinds[text] = frozenset(self.truth(t) for t in KINDS.get(text, (text,)))
        return self.kinds[text]

    def is_zero(self, truths: frozenset[Truth]) -> bool:
        """Whether the weight is 0, so that it has every magnitude."""
        return truths == {self.unset}

    def start(self, magnitudes: Mapping[int, Number]) -> list[Held]:
        """What a pass assumes: signals hold what the construction says, special coordinates and state their start."""
        construction, netlist, one = self.program.construction, self.program.netlist, rational(1)
        special, state = (
            [Held(frozenset({self.truth(construction.start.get(name, "0"))}), one) for name in names]
            for names in (construction.special, construction.state)
        )
        at, truths = self.program.signal, self.kind(construction.inputs)
        inputs = [Held(truths, magnitudes.get(at(i), one), term=self.signals[i]) for i in range(netlist.inputs)]
        truths = self.kind(construction.gates)
        # Gates hold what an earlier pass left, of no known value.
        gates = [Held(truths, magnitudes.get(at(k), one)) for k in netlist.placed]
        # A weight is known by the first coordinate that holds it; here nothing is said of the others.
        others = [Held(frozenset({self.unset}), one)] * (self.program.width - 1)
        return [held for first in special + inputs + gates for held in (first, *others)] + state

    def magnitude(self, index: int) -> Number:
        held = self.held[index]
        return held.magnitude * self.decay ** (self.time - held.since)

    def steps(self, magnitudes: Mapping[int, Number], check_regions: bool = True) -> Iterator[BoundCall]:
        """The calls of a pass with their magnitudes; raises InputError at the first that is not allowed."""
        self.held, self.time = self.start(magnitudes), 0
        steady = self.decay == 1
        for number, call in enumerate(self.program.calls(), 1):
            if call.gadget not in self.called:
                self.called[call.gadget] = called(self.library, self.model.name, call.gadget)
            gadget = self.called[call.gadget]
            if len(set(call.on)) != len(call.on):
                raise self.error(call, number, "names a coordinate twice")
            places = self.places(call)
            if steady:
                effect = self.known_effect(call, gadget, places, number)
            else:
                effect = self.effect(call, gadget, places, number, check_regions)
            if self.accept in places:
                self.check_answer(call, gadget, places, number)
            self.check_spent(call, gadget, places, number)
            yield BoundCall(call, gadget.table, effect.given)
            self.apply(gadget, places, effect)

    def places(self, call: Call) -> tuple[int, ...]:
        """Where the coordinates of a call's table lie, the rule's state included."""
        return self.called[call.gadget].places(call.on, self.state)

    def known_effect(self, call: Call, gadget: Called, places: Sequence[int], number: int) -> Effect:
        """The effect, worked out once for all calls that agree in what effect() looks at."""
        held = self.held
        key = (call.gadget, *[held[i][:2] for i in places])  # truths and magnitude
        effect = self.known.get(key)
        if effect is None:
            effect = self.effect(call, gadget, places, number, check_regions=True)
            if len(self.known) >= MOST_EFFECTS:
                self.known.clear()
            self.known[key] = effect
        return effect

    def effect(self, call: Call, gadget: Called, places: Sequence[int], number: int, check_regions: bool) -> Effect:
        """What a call does by its contract, if it may be made: truth values, magnitudes and region are as they must."""
        contract, before = gadget.contract, [self.held[index].truths for index in places]
        for name, index, truths in zip(gadget.names, places, before, strict=True):
            if not truths <= self.kind(contract.before[name]):
                holds = " or ".join("any weight" if truth == ANY else truth for truth in sorted(truths))
                where = self.name(index)
                raise self.error(call, number, f"needs {contract.before[name]} at {where}, which may hold {holds}")
        magnitudes = [None if self.is_zero(self.held[index].truths) else self.magnitude(index) for index in places]
        given = self.given(gadget, places, magnitudes)
        parameters = {**self.parameters, **given}
        if check_regions and (bound := gadget.outside(parameters)):
            raise self.error(call, number, f"is outside the region where it is proved: {bound.text}")
        decay = self.decay**gadget.examples
        try:
            scope = with_constants(gadget.table, parameters)
            does = meaning(contract, gadget.table.returns, decay, lambda text: exactly(text, scope))
        except ExpressionError as error:  # as it may be outside the region
            sizes = ", ".join(f"{name} = {value}" for name, value in given.items())
            raise self.error(call, number, f"has no value where {sizes}: {error}") from None
        for index, wanted, found in zip(places, does.found_magnitudes.values(), magnitudes, strict=True):
            if found is not None and wanted is not found and wanted != found:
                raise self.error(call, number, f"needs magnitude {wanted} at {self.name(index)}, not {found}")
        for magnitude in does.left_magnitudes.values():
            if not magnitude > 0:
                raise self.error(call, number, f"leaves magnitude {magnitude}, which is not positive")
        after = tuple(zip(self.results(gadget, tuple(before)), does.left_magnitudes.values(), strict=True))
        for index, held in zip(places, after, strict=True):
            if index < self.program.dimension and not self.is_at_rest(*held):
                raise self.error(call, number, f"leaves a weight at {self.name(index)} that changes after every step")
        return Effect(given, after)

    def is_at_rest(self, truths: frozenset[Truth], magnitude: Number) -> bool:
        """Whether a weight stays as it is where no example names it: nothing that follows a step changes it."""
        if ANY in truths and self.step.rule.after:
            return False
        held = {str(k): self.weights[truth] * magnitude for k, truth in enumerate(truths - {ANY})}
        return self.step.follow(held, sign) == held

    def given(self, gadget: Called, places: Sequence[int], magnitudes: Sequence[Number | None]) -> dict[str, Number]:
        """The magnitudes that a call passes; a coordinate that is 0 has every one, and so gives way to others."""
        symbols, given = [gadget.contract.magnitudes.get(name) for name in gadget.names], dict[str, Number]()
        for symbol, magnitude in zip(symbols, magnitudes, strict=True):
            if symbol is not None and magnitude is not None:
                given.setdefault(symbol, magnitude)
        for symbol, index in zip(symbols, places, strict=True):
            if symbol is not None and symbol not in given:
                given[symbol] = self.magnitude(index)
        return given

    def results(self, gadget: Called, found: tuple[frozenset[Truth], ...]) -> tuple[frozenset[Truth], ...]:
        """What each place may hold after a call, by what it may hold before: few choices, with decay or without."""
        key = (gadget.table.gadget, found)
        if key not in self.left:
            contract, before = gadget.contract, dict(zip(gadget.names, found, strict=True))
            possible = [a for a in contract.assignments() if all(self.truth(a[n]) in before[n] for n in before)]
            self.left[key] = tuple(
                frozenset(self.truth(contract.effect(name, a)) for a in possible) for name in gadget.names
            )
        return self.left[key]

    def check_answer(self, call: Call, gadget: Called, places: Sequence[int], number: int) -> None:
        """A gadget never makes the weight of the answer positive, not even on the way, unless the answer is yes.

        So is promised what it never touches, as that weight is not positive when a pass begins.
        """
        name, terms = gadget.names[places.index(self.accept)], [self.held[index].term for index in places]
        no = self.terms.applied(NOT, [self.answer])
        for promised in (gadget.contract.untouched, gadget.contract.never_positive):
            when = promised.get(name, "")
            if when == "true" or self.terms.result(function(when, gadget.names), terms) == no:
                return
        raise self.error(call, number, f"moves {self.name(self.accept)} though the answer may be no")

    def check_spent(self, call: Call, gadget: Called, places: Sequence[int], number: int) -> None:
        """A gadget may leave coordinates anywhere, the one of the answer apart, only where the answer is yes."""
        terms = [self.held[index].term for index in places] if gadget.contract.any else []
        for name, when in gadget.contract.any.items():
            index = places[gadget.names.index(name)]
            known = self.terms.result(function(when, gadget.names), terms) == self.answer
            if not (known and self.program.construction.answers) or index == self.accept:
                raise self.error(call, number, f"leaves {self.name(index)} anywhere though the answer may be no")

    def apply(self, gadget: Called, places: Sequence[int], effect: Effect) -> None:
        self.time += gadget.examples
        held, time = self.held, 0 if self.decay == 1 else self.time  # a date for each gate would take memory
        terms = [held[index].term for index in places]
        for index, value, (truths, magnitude) in zip(places, gadget.values, effect.after, strict=True):
            held[index] = Held(truths, magnitude, time, self.terms.result(value, terms))

    def name(self, index: int) -> str:
        return [*self.program.names.values()][index]

    def error(self, call: Call, number: int, problem: str) -> InputError:
        return self.wrong(f"call {number}, {call.gadget}({', '.join(map(self.name, call.on))}), {problem}")

    def wrong(self, problem: str) -> InputError:
        return InputError(f"{self.called_wrong}: {problem}")

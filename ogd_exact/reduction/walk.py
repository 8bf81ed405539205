"""Walks through the calls of a pass without running them: what each coordinate holds, call by call.

A pass starts with each coordinate in a known set of truth values (or a fixed weight) with a known magnitude, and
each input holding a value of its own. Each call's contract is met, and says what follows: values are tracked as
terms, so that the value of a gate is known to be the NAND of the values it reads.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.program import Call, Program
from ogd_exact.tables.arithmetic import arithmetic, polynomial_at
from ogd_exact.tables.contract import CALL, KINDS, TRUTHS, Contract, Truth
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model, positive_part
from ogd_exact.tables.table import Table
from ogd_exact.verify.reading import region_bounds

SYMMETRIC = ("and", "or", "nand", "nor", "xor", "xnor")


@dataclass(frozen=True)
class Held:
    """What a coordinate may hold: truth values or one fixed weight, with a magnitude as of some example."""

    truths: frozenset[Truth]
    magnitude: Any = 1
    since: int = 0
    term: int | None = None  # which value it is, where it is a bit


@dataclass(frozen=True)
class BoundCall:
    """A call whose magnitudes are known."""

    call: Call
    table: Table
    magnitudes: Mapping[str, Any]


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
        self.assignments: dict[str, list[dict[str, Truth]]] = {}
        self.terms: dict[tuple[str | int, ...], int] = {}
        self.signals = [self.term("input", i) for i in range(program.netlist.inputs)]
        for a, b in program.netlist.gates:
            self.signals.append(self.applied("nand", (self.signals[a], self.signals[b])))
        self.answer = self.signals[program.netlist.outputs[-1]]

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
        for number, call in enumerate(self.program.calls(), 1):
            table = self.library.find(self.model.name, call.gadget)
            assert table is not None
            contract = self.library.contract(table)
            assert contract is not None
            given = self.check_call(call, contract, number)
            if check_regions:
                self.check_region(call, table, given, number)
            yield BoundCall(call, table, given)
            self.apply(call, contract, table, given, number)

    def check_call(self, call: Call, contract: Contract, number: int) -> dict[str, Any]:
        """The magnitudes that the call passes, if its precondition holds."""
        if len(set(call.on)) != len(call.on):
            raise self.error(call, number, "names a coordinate twice")
        if "v" in contract.before and self.kind(contract.before["v"]) != {self.second_layer}:
            raise self.error(call, number, f"needs v = {contract.before['v']}, and it is {self.second_layer}")
        given: dict[str, Any] = {}
        for name, index in zip(self.names(contract), call.on, strict=True):
            held, where = self.held[index], self.program.coordinates
            if not held.truths <= self.kind(contract.before[name]):
                holds = " or ".join(sorted(held.truths))
                needs = f"needs {contract.before[name]} at {where()[index]}"
                raise self.error(call, number, f"{needs}, which may hold {holds}")
            if name in contract.magnitudes:
                symbol, magnitude = contract.magnitudes[name], self.magnitude(index)
                if given.setdefault(symbol, magnitude) != magnitude:
                    raise self.error(call, number, f"has one magnitude {symbol} for two that differ")
            elif held.truths != {self.unset} and self.magnitude(index) != 1:
                raise self.error(call, number, f"needs magnitude 1 at {where()[index]}, not {self.magnitude(index)}")
            if index == self.accept and not self.leaves_alone(contract, name, call):
                raise self.error(call, number, f"moves {where()[index]} though the answer may be no")
        return given

    def leaves_alone(self, contract: Contract, name: str, call: Call) -> bool:
        """Whether a gadget never moves a coordinate, not even on the way, unless the answer is yes."""
        when = contract.untouched.get(name, "")
        terms = {n: self.held[index].term for n, index in zip(self.names(contract), call.on, strict=True)}
        return when == "true" or self.result_term(when, terms) == self.applied("not", [self.answer])

    def check_region(self, call: Call, table: Table, given: Mapping[str, Any], number: int) -> None:
        numbers = self.model.arithmetic
        point = {name: rational(1) for name in numbers.symbols} | dict(self.parameters) | dict(given)
        for bound in region_bounds(table, self.model) if numbers.symbols else ():
            if not polynomial_at(positive_part(bound, numbers), point) > 0:
                raise self.error(call, number, f"is outside the region where it is proved: {bound.text}")

    def apply(self, call: Call, contract: Contract, table: Table, given: Mapping[str, Any], number: int) -> None:
        names = self.names(contract)
        truths = {name: self.held[index].truths for name, index in zip(names, call.on, strict=True)}
        if call.gadget not in self.assignments:
            self.assignments[call.gadget] = list(contract.assignments())
        possible = [a for a in self.assignments[call.gadget] if all(self.truth(a[n]) in truths[n] for n in names)]
        terms = {name: self.held[index].term for name, index in zip(names, call.on, strict=True)}
        if "v" in contract.after:
            self.second_layer = self.truth(contract.after["v"])
        kept = {name: self.magnitude(index) for name, index in zip(names, call.on, strict=True)}
        self.time += self.library.examples(table)
        for name, index in zip(names, call.on, strict=True):
            if name not in contract.after:  # as it was, exactly, also where all else decays
                self.held[index] = replace(self.held[index], magnitude=kept[name], since=self.time)
                continue
            results = frozenset(self.truth(str(contract.effect(name, a))) for a in possible)
            magnitude = arithmetic(()).exactly(table.returns.get(name, "1"), {**self.parameters, **given})
            if not magnitude > 0:
                raise self.error(call, number, f"leaves magnitude {magnitude}, which is not positive")
            self.held[index] = Held(results, magnitude, self.time, self.result_term(contract.after[name], terms))

    def result_term(self, effect: str, terms: Mapping[str, int | None]) -> int | None:
        """The value that an effect leaves, if it is a function of known values."""
        match = CALL.fullmatch(effect)
        if match is None:
            return None
        arguments = [terms[name.strip()] for name in match[2].split(",")]
        known = [argument for argument in arguments if argument is not None]
        return self.applied(match[1], known) if len(known) == len(arguments) else None

    def names(self, contract: Contract) -> list[str]:
        return [name for name in contract.coordinates if name != "v"]

    def error(self, call: Call, number: int, problem: str) -> InputError:
        coordinates = self.program.coordinates()
        text = f"{call.gadget}({', '.join(coordinates[i] for i in call.on)})"
        return InputError(f"the program is wrong: call {number}, {text}, {problem}")

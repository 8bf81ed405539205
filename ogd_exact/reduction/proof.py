"""Proves an assembled program right without running it: what each coordinate holds, call by call.

A pass starts with each coordinate in a known set of truth values (or a fixed weight) with a known magnitude, and
each input holding a value of its own. Each call's contract is met, and says what follows: values are tracked as
terms, so that the value of a gate is known to be the NAND of the values it reads. If after the pass every input
holds the value of its output, the answer sits where it should, and all else is as it was assumed before, then,
the tables being verified, every pass simulates the netlist.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.program import Call, Program
from ogd_exact.tables.arithmetic import arithmetic, polynomial_at
from ogd_exact.tables.contract import CALL, KINDS, Contract, Truth
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model, positive_part
from ogd_exact.tables.table import Table
from ogd_exact.verify.reading import region_bounds

SYMMETRIC = ("and", "or", "nand", "nor", "xor", "xnor")
UNSET = frozenset({"unset"})


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
        self.time = 0
        self.held: list[Held] = []
        self.second_layer: Truth = "unset"
        self.assignments: dict[str, list[dict[str, Truth]]] = {}
        self.terms: dict[tuple[str | int, ...], int] = {}
        self.signals = [self.term("input", i) for i in range(program.netlist.inputs)]
        for a, b in program.netlist.gates:
            self.signals.append(self.applied("nand", (self.signals[a], self.signals[b])))

    def term(self, *parts: str | int) -> int:
        """A number for a value: the same for the same function of the same values."""
        return self.terms.setdefault(parts, len(self.terms))

    def applied(self, function: str, arguments: Sequence[int]) -> int:
        if function in ("copy", "false_if_unset"):
            return arguments[0]
        return self.term(function, *(sorted(arguments) if function in SYMMETRIC else arguments))

    def start(self, magnitudes: Mapping[int, Any]) -> list[Held]:
        """What a pass assumes: inputs set or not, gates unset, special coordinates as they start."""
        construction, n = self.program.construction, self.program.netlist.inputs
        special = [
            Held(frozenset({construction.start[name]}) if name in construction.start else UNSET)
            for name in construction.special
        ]
        first = len(special)
        truths = frozenset(KINDS[construction.inputs])
        inputs = [Held(truths, magnitudes.get(first + i, rational(1)), term=self.signals[i]) for i in range(n)]
        return special + inputs + [Held(UNSET)] * len(self.program.netlist.gates)

    def magnitude(self, index: int) -> Any:
        held = self.held[index]
        return held.magnitude if self.decay == 1 else held.magnitude * self.decay ** (self.time - held.since)

    def steps(self, magnitudes: Mapping[int, Any], check_regions: bool = True) -> Iterator[BoundCall]:
        """The calls of a pass with their magnitudes; raises InputError at the first that is not allowed."""
        self.held, self.time = self.start(magnitudes), 0
        self.second_layer = self.program.construction.start.get("v", "unset")
        for number, call in enumerate(self.program.calls(), 1):
            table = self.library.find(self.model.name, call.gadget)
            assert table is not None
            contract = self.model.contracts[call.gadget]
            given = self.check_call(call, contract, number)
            if check_regions:
                self.check_region(call, table, given, number)
            yield BoundCall(call, table, given)
            self.apply(call, contract, table, given)

    def check_call(self, call: Call, contract: Contract, number: int) -> dict[str, Any]:
        """The magnitudes that the call passes, if its precondition holds."""
        if len(set(call.on)) != len(call.on):
            raise self.error(call, number, "names a coordinate twice")
        if contract.before.get("v", self.second_layer) != self.second_layer:
            raise self.error(call, number, f"needs v = {contract.before['v']}, and it is {self.second_layer}")
        given = {}
        for name, index in zip(self.names(contract), call.on, strict=True):
            allowed = frozenset(KINDS.get(contract.before[name], (contract.before[name],)))
            if not self.held[index].truths <= allowed:
                holds = " or ".join(sorted(self.held[index].truths))
                where = self.program.coordinates()[index]
                raise self.error(call, number, f"needs {contract.before[name]} at {where}, which may hold {holds}")
            if name in contract.magnitudes:
                given[contract.magnitudes[name]] = self.magnitude(index)
        return given

    def check_region(self, call: Call, table: Table, given: Mapping[str, Any], number: int) -> None:
        numbers = self.model.arithmetic
        point = {name: rational(1) for name in numbers.symbols} | dict(self.parameters) | dict(given)
        for bound in region_bounds(table, self.model) if numbers.symbols else ():
            if not polynomial_at(positive_part(bound, numbers), point) > 0:
                raise self.error(call, number, f"is outside the region where it is proved: {bound.text}")

    def apply(self, call: Call, contract: Contract, table: Table, given: Mapping[str, Any]) -> None:
        self.time += self.library.examples(table)
        names = self.names(contract)
        truths = {name: self.held[index].truths for name, index in zip(names, call.on, strict=True)}
        if call.gadget not in self.assignments:
            self.assignments[call.gadget] = list(contract.assignments())
        possible = [a for a in self.assignments[call.gadget] if all(a[n] in truths[n] for n in names)]
        terms = {name: self.held[index].term for name, index in zip(names, call.on, strict=True)}
        self.second_layer = contract.after.get("v", self.second_layer)
        for name, index in zip(names, call.on, strict=True):
            if name in contract.after:
                results = frozenset(str(contract.effect(name, a)) for a in possible)
                text = table.returns.get(name, "1")
                magnitude = arithmetic(()).exactly(text, {**self.parameters, **given})
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


@dataclass(frozen=True)
class Proved:
    """A program that simulates its netlist in every pass, and the magnitudes of its inputs at the start of one."""

    program: Program
    magnitudes: Mapping[int, Any]
    examples: int


def check_values(walk: Walk, accept: int) -> None:
    """After a pass, every input holds its output's value, and the answer is that of the last output."""
    program = walk.program
    outputs = program.netlist.outputs
    for i, gate in enumerate(outputs):
        if walk.held[program.signal(i)].term != walk.signals[gate]:
            raise InputError(f"the program is wrong: after a pass input{i} does not hold the value of its output")
    if walk.held[accept].term != walk.applied("unset_if_false", [walk.signals[outputs[-1]]]):
        raise InputError("the program is wrong: after a pass the answer is not that of the last output")
    if walk.second_layer != program.construction.start.get("v", "unset"):
        raise InputError("the program is wrong: after a pass v is not as it was before it")


def check_biases(program: Program, library: Library) -> None:
    """What every example has at some coordinates is undone by the gadget after each example, from 0 or -1 to 0."""
    always, after = program.construction.always, program.construction.after_each
    if not always and after is None:
        return
    contract = library.models[program.construction.model].contracts[after.gadget] if after else None
    width = len(always)
    if (
        after is None
        or contract is None
        or set(always) != set(after.names)
        or any(text != "-1" for text in always.values())
        or any(name in program.construction.start for name in always)
        or sorted(contract.entry) != [("-1",) * width, ("0",) * width]
        or set(contract.final) != {("0",) * width}
    ):
        raise InputError("the program is wrong: biases are -1 in every example, and brought back to 0 after each")
    check_labels(program, library)


def check_labels(program: Program, library: Library) -> None:
    """Biases move to 0 or -1, which is what their correction expects, only if every example has y = 1."""
    pending = [pattern.gadget for phase in program.construction.phases for pattern in phase.calls]
    done: set[str] = set()
    while pending:
        gadget = pending.pop()
        table = library.find(program.construction.gadgets, gadget)
        if gadget in done or table is None:
            continue
        done.add(gadget)
        pending += [step.call for step in table.steps if step.call]
        if any(step.y != "1" for step in table.steps if not step.call):
            raise InputError(f"the program is wrong: {gadget} has an example with y other than 1, which biases forbid")


def prove(program: Program, library: Library, parameters: Mapping[str, Any]) -> Proved:
    """Walks a pass until the magnitudes at its start are those at its end, then checks everything once."""
    check_biases(program, library)
    walk = Walk(program, library, parameters)
    inputs = [program.signal(i) for i in range(program.netlist.inputs)]
    magnitudes: dict[int, Any] = {index: rational(1) for index in inputs}
    for _ in range(0 if walk.decay == 1 else 4):  # without decay nothing changes them
        for _call in walk.steps(magnitudes, check_regions=False):
            pass
        after = {index: walk.magnitude(index) for index in inputs}
        if after == magnitudes:
            break
        magnitudes = after
    for _call in walk.steps(magnitudes):
        pass
    accept = program.special(program.construction.accept)
    for index, (before, held) in enumerate(zip(walk.start(magnitudes), walk.held, strict=True)):
        allowed = before.truths | ({"true"} if index == accept else frozenset())
        if not held.truths <= allowed or (index in magnitudes and walk.magnitude(index) != magnitudes[index]):
            name = program.coordinates()[index]
            raise InputError(f"the program is wrong: after a pass {name} is not as it was assumed before it")
    check_values(walk, accept)
    return Proved(program, magnitudes, walk.time)

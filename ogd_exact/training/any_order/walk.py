"""Walks through the turns of a period without running it: what every weight may be while a slot waits to fire.

A turn of a slot are the moments from the firing of the slot before to its own. Within the turn the weights of the
call that it belongs to are those of one case of its table, and every other weight is one that earlier calls may have
left. Values are tracked as terms, so that the value of a gate is known to be the NAND of the values it reads.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.training.any_order.choice import allowed, chosen, weights_of
from ogd_exact.training.any_order.table import Line, SlotSet, SlotTable
from ogd_exact.training.constructions.program import Call, Program
from ogd_exact.training.constructions.terms import NAND, NOT, UNSET_IF_FALSE, Terms, function

Member = tuple[tuple[int, Number], ...]  # the data part of an example: coordinates, and what it has there


class Held(NamedTuple):
    """The weights that a coordinate may have, and which value they are, if they are a bit's."""

    weights: frozenset[Number]
    term: int | None = None


class Turn(NamedTuple):
    number: int
    call: int  # its number; slots of one call have their cases in common
    places: dict[int, int]  # coordinates of the call, and where they stand in a line
    found: tuple[Line, ...]  # the weights there, one line for each case that can be
    height: tuple[Number, ...]  # in each case: the phase below which the slot fires, which is minus the least w.x
    gap: Number | None  # by how much the winner wins at least
    held: Sequence[Held]  # what every coordinate may hold, those of the call apart; valid while the turn lasts


def wrong(condition: int, problem: str) -> InputError:
    return InputError(f"the construction is wrong: clock condition {condition}: {problem}")


def placed(program: Program, tables: SlotSet) -> list[tuple[Member, ...]]:
    """The members of every slot of a period, by the coordinates of the program."""
    return [
        tuple(tuple((c, x) for c, x in zip(call.on, member, strict=True) if x != 0) for member in slot.members)
        for call in program.calls()
        for slot in tables.tables[call.gadget].slots
    ]


class Walk:
    def __init__(self, program: Program, tables: SlotSet) -> None:
        self.program, self.tables = program, tables
        self.names = program.coordinates()
        self.terms = Terms()
        self.signals = [self.terms.term("input", i) for i in range(program.netlist.inputs)]
        for a, b in program.netlist.gates:
            self.signals.append(self.terms.applied(NAND, (self.signals[a], self.signals[b])))
        self.answer = self.signals[program.netlist.answer]
        self.held: list[Held] = []

    def start(self) -> list[Held]:
        """What a period assumes: special coordinates as they start, and every input and gate a bit."""
        bit, netlist = allowed("bit", self.tables.encoding), self.program.netlist
        special = self.program.construction.special
        fixed = [Held(frozenset({self.tables.start.get(name, rational(0))})) for name in special]
        return [
            *fixed,
            *(Held(bit, term) for term in self.signals[: netlist.inputs]),
            *[Held(bit)] * len(netlist.gates),
        ]

    def turns(self) -> Iterator[Turn]:
        """Turn by turn; raises InputError at the first call that may not be made (clock condition 1)."""
        self.held, number = self.start(), 0
        for k, call in enumerate(self.program.calls()):
            table = self.tables.tables[call.gadget]
            cases = self.cases(call, table)
            places = {c: place for place, c in enumerate(call.on)}
            for i, slot in enumerate(table.slots):
                before = table.before(i)
                found = tuple(before[case] for case in cases)
                winners = [chosen(slot.members, line) for line in found]
                gaps = [winner.gap for winner in winners if winner.gap is not None]
                heights = tuple(-winner.value for winner in winners)
                yield Turn(number, k, places, found, heights, min(gaps, default=None), self.held)
                number += 1
            self.leave(call, table, cases)

    def cases(self, call: Call, table: SlotTable) -> list[int]:
        """The cases that the weights at hand allow, all of which the contract allows."""
        if len(set(call.on)) != len(call.on):
            raise self.error(call, "names a coordinate twice")
        held = [self.held[c].weights for c in call.on]
        for name, c, weights in zip(table.coordinates, call.on, held, strict=True):
            if not weights <= allowed(table.contract.before[name], self.tables.encoding):
                raise self.error(call, f"needs {table.contract.before[name]} at {self.names[c]}")
        return [k for k, line in enumerate(table.cases) if all(w in h for w, h in zip(line, held, strict=True))]

    def leave(self, call: Call, table: SlotTable, cases: list[int]) -> None:
        """What the call leaves: the weights that the table ends with, and the values that its contract promises."""
        contract, names = table.contract, table.coordinates
        terms = [self.held[c].term for c in call.on]
        if self.program.accept in call.on:
            name = names[call.on.index(self.program.accept)]
            when = contract.untouched.get(name, "")
            no = self.terms.applied(NOT, [self.answer])
            if when != "true" and self.terms.result(function(when, names), terms) != no:
                raise self.error(call, f"moves {self.names[self.program.accept]} though the answer may be no")
        for place, (c, name) in enumerate(zip(call.on, names, strict=True)):
            term = self.terms.result(function(contract.after.get(name, f"copy({name})"), names), terms)
            self.held[c] = Held(frozenset(table.slots[-1].after[case][place] for case in cases), term)

    def check_start(self) -> None:
        """Before the first period every bit is false, and the weight of the answer is not positive."""
        encoding, accept = self.tables.encoding, self.program.construction.accept
        if not encoding["true"] > 0 or weights_of("true", encoding) == weights_of("false", encoding):
            raise wrong(1, "the answer is yes where a weight is positive, so true must be, and false another weight")
        if self.tables.start.get(accept, rational(0)) > 0:
            raise wrong(1, f"{accept} starts positive, which says yes before any answer")

    def check_end(self) -> None:
        """After a period every input holds the value of its output, and all else is as it was assumed before."""
        program = self.program
        for i, gate in enumerate(program.netlist.outputs):
            if self.held[program.signal(i)].term != self.signals[gate]:
                raise wrong(1, f"after a period {self.names[program.signal(i)]} does not hold the value of its output")
        if self.held[program.accept].term not in (self.answer, self.terms.applied(UNSET_IF_FALSE, [self.answer])):
            raise wrong(1, "after a period the answer is not that of the last output")
        for c, before in enumerate(self.start()):
            left = self.held[c].weights - (frozenset({self.tables.encoding["true"]}) if c == program.accept else set())
            if not left <= before.weights:
                raise wrong(1, f"after a period {self.names[c]} is not as it was assumed before it")

    def error(self, call: Call, problem: str) -> InputError:
        return wrong(1, f"{call.gadget}({', '.join(self.names[c] for c in call.on)}) {problem}")

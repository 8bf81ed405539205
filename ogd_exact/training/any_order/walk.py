"""Walks through the turns of a period without running it: what every weight may be while a slot waits to fire.

A turn of a slot are the moments from the firing of the slot before to its own. Within the turn the weights of the
call that it belongs to are those of one case of its table, and every other weight is one that earlier calls may have
left: what that is the walk through the calls of a pass knows, as for examples in a fixed order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.effects import Truth
from ogd_exact.training.any_order.table import Line, SlotSet
from ogd_exact.training.constructions.abstract_run import AbstractRun, Held
from ogd_exact.training.constructions.program import Program

CONDITIONS = {
    1: "every call finds what its contract asks for, and a period leaves the circuit's next state",
    2: "in each turn no member of another slot can fire, nor another of the slot whose turn it is",
    3: "turns follow one another: each slot fires exactly once in a period",
    4: "no margin is ever on the kink, by residues",
    5: "the drift fires in every epoch",
}
Member = tuple[tuple[int, Number], ...]  # the data part of an example: coordinates, and what it has there


class Turn(NamedTuple):
    number: int
    call: int  # its number; slots of one call have their cases in common
    places: dict[int, int]  # coordinates of the call, and where they stand in a line
    found: tuple[Line, ...]  # the weights there, one line for each case that can be
    height: tuple[Number, ...]  # in each case: the phase below which the slot fires, which is minus the least w.x
    gap: Number | None  # by how much the winner wins at least
    held: Sequence[Held]  # what every coordinate may hold, those of the call apart; valid while the turn lasts
    weights: Mapping[Truth, Number]  # of what they hold


class Chosen(NamedTuple):
    """The w.x of the member that fires, and how much more the next one has (nothing where there is no other)."""

    value: Number
    gap: Number | None


def chosen(members: tuple[Line, ...], weights: Line) -> Chosen:
    ranked = sorted(sum(a * b for a, b in zip(x, weights, strict=True)) for x in members)
    return Chosen(ranked[0], ranked[1] - ranked[0] if len(ranked) > 1 else None)


def wrong(condition: int, problem: str) -> InputError:
    return InputError(f"the construction is wrong: clock condition {condition}: {problem}")


def placed(program: Program, tables: SlotSet) -> list[tuple[Member, ...]]:
    """The members of every slot of a period, by the coordinates of the program."""
    return [
        tuple(tuple((c, x) for c, x in zip(call.on, member, strict=True) if x != 0) for member in slot.members)
        for call in program.calls()
        for slot in tables.tables[call.gadget].slots
    ]


class Walk(AbstractRun):
    called_wrong = "the construction is wrong: clock condition 1"

    def __init__(self, program: Program, tables: SlotSet) -> None:
        super().__init__(program, tables.library, {})
        self.tables = tables

    def turns(self) -> Iterator[Turn]:
        """Turn by turn; raises InputError at the first call that may not be made (clock condition 1)."""
        number = 0
        for k, bound in enumerate(self.steps({})):
            on, table = bound.call.on, self.tables.tables[bound.call.gadget]
            held = [{self.weights[truth] for truth in self.held[c].truths} for c in on]
            cases = [i for i, line in enumerate(table.cases) if all(w in h for w, h in zip(line, held, strict=True))]
            places = {c: place for place, c in enumerate(on)}
            for i, slot in enumerate(table.slots):
                before = table.before(i)
                found = tuple(before[case] for case in cases)
                winners = [chosen(slot.members, line) for line in found]
                gaps = [winner.gap for winner in winners if winner.gap is not None]
                heights = tuple(-winner.value for winner in winners)
                yield Turn(number, k, places, found, heights, min(gaps, default=None), self.held, self.weights)
                number += 1

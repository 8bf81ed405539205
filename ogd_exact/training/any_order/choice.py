"""The conditions on a table of slots, each with a number that findings, tests and docs/any-order.md share."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.effects import KINDS
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.training.any_order.table import Line, SlotTable, product

CONDITIONS = {
    1: "in each case of each slot one member has the smallest w.x, and all others have more",
    2: "that member leads to the printed weights",
    3: "the cases at entry are exactly those of the contract's precondition",
    4: "the final weights are those of the contract",
    5: "what the contract says is never touched is not, in any slot",
    6: "every call finds what its contract asks for, and a period leaves the circuit's next state",
    7: "in each turn no member of another slot can fire, nor another of the slot whose turn it is",
    8: "turns follow one another: each slot fires exactly once in a period",
    9: "no margin is ever on the kink, by residues",
    10: "the drift fires in every epoch",
}


class Violation(NamedTuple):
    """A condition that fails: at which slot and case, counted from 1, if at any."""

    condition: int
    slot: int | None
    case: int | None
    message: str


class Chosen(NamedTuple):
    """The member that fires, its w.x, and how much more the next one has (nothing where there is no other)."""

    member: Line
    value: Number
    gap: Number | None


def chosen(members: tuple[Line, ...], weights: Line) -> Chosen:
    ranked = sorted((product(x, weights), k) for k, x in enumerate(members))
    gap = ranked[1][0] - ranked[0][0] if len(ranked) > 1 else None
    return Chosen(members[ranked[0][1]], ranked[0][0], gap)


def weights_of(text: str, encoding: Mapping[str, Number]) -> Number:
    """The weight of a truth value, or the fixed weight that a contract names."""
    return encoding[text] if text in encoding else exactly(text, {})


def allowed(kind: str, encoding: Mapping[str, Number]) -> frozenset[Number]:
    """The weights that a precondition allows."""
    return frozenset(weights_of(truth, encoding) for truth in KINDS.get(kind, (kind,)))


def violations(table: SlotTable, encoding: Mapping[str, Number]) -> Iterator[Violation]:
    """All that is wrong with a table; if nothing is, it does what its contract says in every order."""
    contract, names = table.contract, table.coordinates
    assignments = list(contract.assignments())
    entry = {tuple(weights_of(truths[n], encoding) for n in names): truths for truths in assignments}
    if sorted(table.cases) != sorted(entry) or len(entry) != len(assignments):
        yield Violation(3, None, None, "the cases are not those that the precondition allows, each once")
        return
    for k, slot in enumerate(table.slots):
        for case, (found, left) in enumerate(zip(table.before(k), slot.after, strict=True)):
            member, _, gap = chosen(slot.members, found)
            if gap is not None and not gap > 0:
                yield Violation(1, k + 1, case + 1, "two members have the smallest w.x")
            elif (after := moved(found, member)) != left:
                yield Violation(2, k + 1, case + 1, f"leads to {text(after)}, not to {text(left)}")
    for case, (first, last) in enumerate(zip(table.cases, table.slots[-1].after, strict=True)):
        truths = entry[first]
        wanted = tuple(weights_of(contract.effect(name, truths), encoding) for name in names)
        if wanted != last:
            yield Violation(4, len(table.slots), case + 1, f"ends at {text(last)}, and promised is {text(wanted)}")
        for place, name in enumerate(names):
            touched = [k for k, slot in enumerate(table.slots) if slot.after[case][place] != first[place]]
            if contract.never_moves(name, truths) and touched:
                message = f"{name} moves, though the contract says that it never does"
                yield Violation(5, touched[0] + 1, case + 1, message)


def least_gap(table: SlotTable) -> Number | None:
    """By how much winners win at least: the drift may be half of it; none where no slot has a choice."""
    found = [chosen(slot.members, w).gap for k, slot in enumerate(table.slots) for w in table.before(k)]
    return min((gap for gap in found if gap is not None), default=None)


def moved(weights: Line, member: Line) -> Line:
    return tuple(rational(w) + x for w, x in zip(weights, member, strict=True))


def text(weights: Line) -> str:
    return f"({', '.join(map(str, weights))})"

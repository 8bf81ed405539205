"""Proves that a training set runs its circuit in every order, in batches of every kind, for ever.

docs/any-order.md has the theorem; what follows are its five conditions on the clock, on numbers of anybody's choice.
"""

from collections.abc import Iterable
from math import gcd, lcm
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order.clock import Clock, apart, succession
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.any_order.walk import Member, Turn, Walk, placed, wrong
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import check_comes_back, check_start, check_values
from ogd_exact.training.constructions.reduction import check_tables


def prove(program: Program, tables: SlotSet, clock: Clock) -> Any:
    """How far slots stay from the kink, for threshold 0 and rate 1; raises InputError unless all is proved."""
    check_tables(tables.library, program)  # the proof rests on them
    slots = placed(program, tables)
    if len(clock.phases) != len(slots) or not slots:
        raise wrong(3, f"{len(clock.phases)} phases for {len(slots)} slots")
    if not clock.drift > 0 or clock.epochs < 1 or clock.grip * clock.grip != clock.period:
        raise wrong(3, "firing raises a phase by other than what the drift of a period takes away")
    walk = Walk(program, tables)
    check_start(walk)
    most = highest(walk, slots)
    first = last = None
    for turn in walk.turns():
        check_others(turn, slots, clock, most)
        check_drift(turn, clock)
        if last is not None:
            check_follows(last, turn, clock, turn.number)
        first, last = first or turn, turn
    assert first is not None and last is not None
    check_values(walk)
    check_comes_back(walk, {})
    check_follows(last, first, clock, len(slots))
    if clock.phases[0] - max(first.height) < clock.drift:
        raise wrong(3, "the first slot may fire in the first epoch")
    if clock.phases[-1] - min(last.height) + 2 * clock.drift > clock.period:
        raise wrong(3, "the last slot may not have fired by the end of the period")
    return check_residues(program, tables, slots, clock)


def largest(walk: Walk) -> list[Any]:
    """The largest size that each data weight has at any moment of a period, for rate 1."""
    sizes: list[Any] = [0] * walk.program.dimension
    for turn in walk.turns():
        for c, place in turn.places.items():
            sizes[c] = max(sizes[c], *(size(line[place]) for line in turn.found))
    for line in (walk.start({}), walk.held):
        sizes = [
            max(known, *(size(walk.weights[truth]) for truth in held.truths))
            for known, held in zip(sizes, line, strict=True)
        ]
    return sizes


def highest(walk: Walk, slots: list[tuple[Member, ...]]) -> Any:
    """A phase from which on no member of any slot can fire, at any moment of a period."""
    sizes = largest(walk)
    return max(sum(size(x) * sizes[c] for c, x in member) for slot in slots for member in slot)


def check_others(turn: Turn, slots: list[tuple[Member, ...]], clock: Clock, most: Any) -> None:
    """Clock condition 2: of the slots that wait, this one's winner alone can fire."""
    if turn.gap is not None and turn.gap < 2 * clock.drift:
        raise wrong(2, f"in slot {turn.number} the winner wins by {turn.gap}, and the drift is {clock.drift}")
    own, far = clock.phase(turn.number), most - min(turn.height) + 2 * clock.drift
    for other in range(turn.number + 1, turn.number + len(slots)):
        distance = clock.phase(other) - own
        if distance < clock.phase(other - 1) - own:
            raise wrong(3, f"the phase of slot {other % len(slots)} is below that of the slot before")
        if distance >= far:
            return  # and so are all that come after it
        if distance < apart(turn, slots[other % len(slots)], clock.drift):
            raise wrong(2, f"in the turn of slot {turn.number}, slot {other % len(slots)} may fire")


def check_follows(last: Turn, turn: Turn, clock: Clock, number: int) -> None:
    """Clock condition 3: each turn ends in a later epoch than the one before could have ended without delay."""
    if clock.phase(number) - clock.phase(number - 1) < succession(last, turn, clock.drift):
        raise wrong(3, f"slot {turn.number} may be due before slot {last.number} has fired")


def check_drift(turn: Turn, clock: Clock) -> None:
    """Clock condition 5: at the end of a turn, where they are least, the phases have a positive sum."""
    passed = clock.phase(turn.number) - min(turn.height) + 2 * clock.drift
    if not sum(clock.phases) + turn.number * clock.period > len(clock.phases) * passed:
        raise wrong(5, f"in the turn of slot {turn.number} the phases may have a sum that is not positive")


def check_residues(program: Program, tables: SlotSet, slots: list[tuple[Member, ...]], clock: Clock) -> Any:
    """Clock condition 4: whatever fires, u.w and the drift are multiples of a unit, and phases odd ones of its half."""
    unit = residue_unit(program, tables, slots, clock.drift)
    for t, phase in enumerate(clock.phases):
        if (phase / unit - rational(1, 2)).denominator != 1:
            raise wrong(4, f"the phase of slot {t} is not an odd multiple of {unit / 2}, and may meet the kink")
    return unit / 2


def residue_unit(program: Program, tables: SlotSet, slots: list[tuple[Member, ...]], drift: Any) -> Any:
    """Every weight differs from its start by multiples of what the examples have there in common."""
    entries: dict[int, list[Any]] = {}
    for c, x in (entry for slot in slots for member in slot for entry in member):
        entries.setdefault(c, []).append(x)
    products: list[Any] = [drift]
    starts = start_weights(program, tables)
    for c, found in entries.items():
        common = common_measure(found)
        products += [common * common, common * starts[c]]
    return common_measure(products)


def start_weights(program: Program, tables: SlotSet) -> list[Any]:
    """The weights of the data coordinates at the start, for rate 1: bits are false."""
    bits = len(program.coordinates()) - len(program.construction.special)
    special = [tables.start.get(name, rational(0)) for name in program.construction.special]
    return [*special, *[tables.encoding["false"]] * bits]


def size(value: Any) -> Any:
    return -value if value < 0 else value


def common_measure(numbers: Iterable[Any]) -> Any:
    """The greatest number of which all are multiples."""
    exact = [rational(number) for number in numbers if number != 0]
    below = lcm(*(int(number.denominator) for number in exact))
    return rational(gcd(*(int(number * below) for number in exact)), below)

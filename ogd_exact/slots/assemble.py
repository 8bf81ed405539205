"""Chooses phases and period, as small as the proof allows, and then a power of 4, so that all numbers are dyadic."""

from math import ceil, isqrt
from typing import Any

from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.program import Program
from ogd_exact.slots.clock import Clock, apart, succession
from ogd_exact.slots.proof import check_tables, highest, residue_unit
from ogd_exact.slots.table import SlotSet
from ogd_exact.slots.walk import Turn, Walk, placed, wrong


def assemble(program: Program, tables: SlotSet) -> Clock:
    """Each phase is the lowest that the phases before it allow; nothing here is trusted."""
    check_tables(program, tables)
    slots, walk = placed(program, tables), Walk(program, tables)
    drift: Any = tables.drift
    most, count = highest(walk, slots), len(slots)
    unit = residue_unit(program, tables, slots, drift)
    turns = [(max(turn.height), min(turn.height)) for turn in walk.turns()]
    # Turns are at least a drift apart, but for how their heights differ, so that slots so far away are no concern.
    window = min(count - 1, int(ceil((most + max(high for high, _ in turns)) / drift)) + 3)
    floor: list[Any] = [rational(0)] * (2 * count)
    floor[0] = turns[0][0] + drift
    first: Turn | None = None
    last: Turn | None = None
    for turn in walk.turns():
        n = turn.number
        if n > 0 and last is not None:
            floor[n] = max(floor[n], floor[n - 1] + max(succession(last, turn, drift), 0))
        floor[n] = -(-floor[n] // unit) * unit + unit / 2 if n == 0 else raised(floor[n], floor[0], unit)
        for other in range(n + 1, n + window + 1):
            floor[other] = max(floor[other], floor[n] + apart(turn, slots[other % count], drift))
        first, last = first or turn, turn
    assert first is not None and last is not None
    floor[count] = max(floor[count], floor[count - 1] + succession(last, first, drift))
    period = max(floor[count + t] - floor[t] for t in range(count))
    period = max(period, floor[count - 1] - turns[-1][1] + 2 * drift)
    return clock_of(drift, period, tuple(floor[:count]))


def raised(value: Any, base: Any, unit: Any) -> Any:
    """The least number from a value on that differs from the base by a multiple of the unit."""
    return base - (base - value) // unit * unit


def clock_of(drift: Any, period: Any, phases: tuple[Any, ...]) -> Clock:
    """The least period that is long enough and whose grip, the root of epochs * drift, is rational and dyadic."""
    epochs = int(drift.numerator) * int(drift.denominator)
    while epochs * drift < period:
        epochs *= 4
    square = epochs * drift
    grip = rational(isqrt(int(square.numerator)), isqrt(int(square.denominator)))
    if grip * grip != square:
        raise wrong(8, f"a period of {epochs} epochs has no rational grip at a drift of {drift}")
    return Clock(drift, epochs, grip, phases)

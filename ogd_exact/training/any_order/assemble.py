"""Chooses phases and period, as small as the proof allows, and then a power of 4, so that all numbers are dyadic."""

from math import isqrt
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.any_order.clock import Clock, apart, succession
from ogd_exact.training.any_order.proof import highest, residue_unit
from ogd_exact.training.any_order.table import SlotSet
from ogd_exact.training.any_order.walk import Turn, Walk, placed, wrong
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.reduction import check_tables

WINDOW = 64  # slots before one that are looked at; what lies beyond is far enough away, or else is not proved


def assemble(program: Program, tables: SlotSet) -> Clock:
    """Each phase is the lowest that the phases before it allow; nothing here is trusted."""
    check_tables(tables.library, program)
    slots, walk = placed(program, tables), Walk(program, tables)
    drift: Any = tables.drift
    if not slots:
        raise wrong(3, "there are no slots")
    unit = residue_unit(program, tables, slots, drift)
    most = highest(walk, slots) + 2 * drift
    phases: list[Any] = []
    past: list[Turn] = []
    for turn in walk.turns():
        n = turn.number
        if past:
            least = phases[-1] + max(succession(past[-1], turn, drift), 0)
            least = lowest(least, slots[n], past, phases, most, drift)
            phases.append(phases[0] - (phases[0] - least) // unit * unit)
        else:
            phases.append(-(-(max(turn.height) + drift) // unit) * unit + unit / 2)
        past.append(turn._replace(held=list(turn.held)))
        if n > WINDOW:
            past[n - WINDOW] = past[n - WINDOW]._replace(held=())  # too far away to be looked at
    count = len(slots)
    period = max(
        phases[-1] + succession(past[-1], past[0], drift) - phases[0], phases[-1] - min(past[-1].height) + 2 * drift
    )
    for t in range(min(count, WINDOW)):
        period = max(
            period, lowest(phases[t] + period, slots[t], past[t + 1 :], phases[t + 1 :], most, drift) - phases[t]
        )
    return clock_of(drift, period, tuple(phases))


def lowest(least: Any, members: Any, past: list[Turn], phases: list[Any], most: Any, drift: Any) -> Any:
    """The lowest phase from a given one on at which a slot is far enough above all turns before."""
    for turn, phase in zip(past[: -WINDOW - 1 : -1], phases[: -WINDOW - 1 : -1], strict=True):
        if least - phase >= most - min(turn.height):
            break  # and from all before it
        least = max(least, phase + apart(turn, members, drift))
    return least


def clock_of(drift: Any, period: Any, phases: tuple[Any, ...]) -> Clock:
    """The least period that is long enough and whose grip, the root of epochs * drift, is rational and dyadic."""
    epochs = int(drift.numerator) * int(drift.denominator)
    while epochs * drift < period:
        epochs *= 4
    square = epochs * drift
    grip = rational(isqrt(int(square.numerator)), isqrt(int(square.denominator)))
    if grip * grip != square:
        raise wrong(3, f"a period of {epochs} epochs has no rational grip at a drift of {drift}")
    return Clock(drift, epochs, grip, phases)

"""The still picture of a run in any order: its clock in one period, and beside it the bits of all periods."""

from typing import Any

from ogd_exact.documents.explorer.outline import Outline
from ogd_exact.documents.explorer.palette import LIGHT
from ogd_exact.documents.explorer.picture import (
    LINE,
    LONGEST,
    TITLES,
    TRUE,
    check_number,
    draw_bits,
    ended,
    plainly,
    saved,
    short,
)
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.orders import order as placed_by
from ogd_exact.training.any_order.reduction import SlotReduction

COLOURS = (TRUE, LIGHT["false"], LIGHT["accent"], LIGHT["between"])  # of phases, one after the other
MOST_ROWS, MOST_NAMES = 64, 4
WIDE = 5.5  # inches, as wide as a page of text
Point = tuple[float, float]


def clock_picture(
    reduction: SlotReduction, way: Outline, number: int, order: str, seed: int, kind: str = "png"
) -> bytes:
    """Period `number` (from 1) at the left, and the run at the right; the same bytes for the same run."""
    check_number(number, way.outcome.passes, "period")

    def draw(figure: Any) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(4, 1))
        draw_clock(left, reduction, number, order, seed)
        draw_strip(right, reduction, way)

    said = f"{reduction.asked.circuit} by {reduction.model}: the clock in period {number}, and the bits of every period"
    return saved(draw, (WIDE, 3.3), kind, f"{said}; {ended(way.outcome, 'period')}")


def firings(reduction: SlotReduction, number: int, order: str, seed: int) -> tuple[dict[int, int], int]:
    """The epoch of a period in which each slot fires; and its last, which is early where the answer is yes."""
    engine = EventEngine(reduction, placed_by(order, len(reduction.examples), seed))
    began = (number - 1) * reduction.epochs
    engine.advance(began)
    engine.log = []
    engine.advance(began + reduction.epochs)
    return {reduction.slot_of[k]: epoch - began for epoch, k in engine.log}, engine.epoch - began


def hands(reduction: SlotReduction, fired: dict[int, int], last: int) -> list[list[list[Point]]]:
    """Each slot's phase up to an epoch: down to where it fires, and from where that has lifted it."""
    clock: Any = reduction.clock
    drift, lift = float(clock.drift), float(clock.period)
    found = []
    for t, start in enumerate(float(phase) for phase in clock.phases):
        at = fired.get(t, last)
        lines = [[(0.0, start), (float(at), start - at * drift)]]
        if t in fired:
            lines.append([(float(at), start - at * drift + lift), (float(last), start - last * drift + lift)])
        found.append(lines)
    return found


def draw_clock(axes: Any, reduction: SlotReduction, number: int, order: str, seed: int) -> None:
    from matplotlib.collections import LineCollection

    program, tables = reduction.program, reduction.tables.tables
    fired, last = firings(reduction, number, order, seed)
    calls = [(group.phase, call) for group in program.groups() for call in group.calls]
    phase_of = [phase for phase, call in calls for _ in tables[call.gadget].slots]
    drawn = hands(reduction, fired, last)
    for phase, what in enumerate(program.construction.phases):
        own = [t for t, other in enumerate(phase_of) if other == phase]
        colour, title = COLOURS[phase % len(COLOURS)], TITLES.get(what.over, what.over)
        axes.add_collection(LineCollection([line for t in own for line in drawn[t]], colors=colour, linewidths=0.9))
        dots = [drawn[t][0][1] for t in own if t in fired]
        if dots:
            axes.plot(*zip(*dots, strict=True), "o", color=colour, markersize=3, label=title, zorder=3)
        lifts = [(drawn[t][0][1], drawn[t][1][0]) for t in own if t in fired]
        axes.add_collection(LineCollection(lifts, colors=colour, linewidths=0.6, linestyles=":", alpha=0.6))
    axes.axhline(0, color=LINE, linewidth=0.8)
    axes.set_xlim(0, reduction.epochs)
    axes.autoscale(axis="y")
    axes.legend(title="a dot: one member of a slot fires", loc="upper right", framealpha=1)
    seeded = f", seed {seed}" if order == "shuffle" or order.startswith("batch") else ""
    plainly(axes.set_xlabel(f"epoch of period {number}, {order}{seeded}"))
    plainly(axes.set_ylabel(f"phase of each of the {len(drawn)} slots"))


def draw_strip(axes: Any, reduction: SlotReduction, way: Outline) -> None:
    """A row for each period, downwards, as words are written; of the last ones if there are too many."""
    netlist, latches, periods = reduction.program.netlist, reduction.asked.latches, way.outcome.passes
    first = max(0, periods - MOST_ROWS)
    rows = [list(reversed(netlist.latches(way.bits(netlist, k)))) for k in range(first, periods)]
    draw_bits(axes, axes.yaxis, rows, (-0.5, len(latches) - 0.5, periods + 0.5, first + 0.5))
    if len(latches) <= MOST_NAMES:
        axes.set_xticks(range(len(latches)), [short(name, LONGEST // 2) for name in reversed(latches)])
        for label in axes.get_xticklabels():
            plainly(label)
    else:
        axes.set_xticks([])
        axes.set_xlabel(f"{len(latches)} bits of state")
    plainly(axes.set_ylabel("period" if first == 0 else f"the last {MOST_ROWS} periods"))

"""Runs the circuit, which decides: every pass is certified to do what it does."""

from collections.abc import Callable

from ogd_exact.circuits.netlists.follow import Follower
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Outcome

CHUNK = 64  # frames, at first


def run(
    reduction: LogisticReduction, most: int | None, progress: Callable[[int, int | None], None] = lambda *_: None
) -> Outcome:
    """Until the answer is yes, the circuit comes round, or so many passes are over."""
    netlist, size = reduction.netlist, reduction.size
    follower, frame, chunk = Follower(netlist, (False,) * netlist.inputs), 0, CHUNK
    cycle = Cycle(follower.state)
    while room := min(chunk, cycle.room, chunk if most is None else most - frame):
        moved = follower.go(room, cycle.kept)
        frame += moved
        cycle.move(moved, follower.state)
        progress(frame * size, None if most is None else most * size)
        if cycle.closed(follower.state):
            return Outcome("never", None, frame, frame * size, cycle.distance)
        if moved < room:
            return Outcome("accepted", frame, frame + 1, (frame + 1) * size)
        chunk *= 2
    return Outcome("undecided", None, frame, frame * size)

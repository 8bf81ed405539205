"""Runs the circuit, which decides: passes are proved to do what its frames do, and no weight is computed."""

from collections.abc import Callable

from ogd_exact.circuits.netlists.follow import Follower
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Outcome

CHUNK = 64  # frames, at first


def circuit_alone(
    netlist: Netlist,
    examples: int,
    most: int | None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
    passes: int = 1,  # that do a frame
) -> Outcome:
    """Until the answer is yes, the circuit comes round, or no frame is left that so many passes can do."""
    follower, frame, chunk = Follower(netlist, (False,) * netlist.inputs), 0, CHUNK
    cycle, frames, size = Cycle(follower.state), None if most is None else most // passes, passes * examples

    def outcome(verdict: str, found: int | None = None, period: int | None = None) -> Outcome:
        done = frame + (found is not None)
        return Outcome(verdict, found, done * passes, done * size, period)

    while room := min(chunk, cycle.room, chunk if frames is None else frames - frame):
        moved = follower.go(room, cycle.kept)
        frame += moved
        cycle.move(moved, follower.state)
        progress(frame * size, None if frames is None else frames * size)
        if cycle.closed(follower.state):
            return outcome("never", period=cycle.distance * passes)
        if moved < room:
            return outcome("accepted", frame)
        chunk *= 2
    return outcome("undecided")

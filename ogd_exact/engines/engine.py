"""What an engine is, the engine that does nothing, and the driver that all share."""

import time
from collections.abc import Iterator
from typing import Protocol

from ogd_exact.simulate.simulation import Simulation

AT_FIRST = 64  # passes
SECONDS = 0.25  # that a call of an engine should take, so that progress and checkpoints keep up


class Unfit(Exception):
    """An engine cannot run this problem; the message says why."""


class Engine(Protocol):
    name: str

    def advance(self, run: Simulation, most: int) -> int:
        """Moves the run, which stands between two passes, on by at most so many; returns by how many.

        It stops before a pass in which the answer becomes yes, at weights that come round, and before whatever it
        cannot do. It leaves the weights, frame, steps, kept, distance and reach that the reference would leave.
        """


class KernelEngine:
    """The reference itself: nothing is skipped."""

    name = "kernel"

    def advance(self, run: Simulation, most: int) -> int:
        return 0


def advance(run: Simulation, engine: Engine, passes: int | None, steps: int | None) -> Iterator[None]:
    """Moves a run on to where only the reference can go on, pausing now and then; limits count from the start."""
    if run.pass_done and not run.accepted:  # it was left after a step, and the next one would begin a pass
        run.place(run.frame + 1, run.weights)
    chunk = AT_FIRST
    while not (run.come_round or run.accepted or run.steps % run.asked.examples):
        limits = [passes, None if steps is None else steps // run.asked.examples]
        room = min([chunk, *(limit - run.frame for limit in limits if limit is not None)])
        began = time.monotonic()
        moved = engine.advance(run, room) if room > 0 else 0
        if not moved:
            return
        yield
        if moved < room:
            return
        if time.monotonic() - began < SECONDS / 2:
            chunk *= 2

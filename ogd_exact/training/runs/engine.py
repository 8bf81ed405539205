"""What an engine is, the engine that does nothing, and the driver that all share."""

import time
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.simulation import Mismatch, Simulation

AT_FIRST = 64  # passes
SECONDS = 0.25  # that a call of an engine should take, so that progress and checkpoints keep up


class Unfit(Exception):
    """An engine cannot run this problem; the message says why."""


class Claim(NamedTuple):
    """What an engine says: so many passes on, the weights are these. It is confirmed before anyone is told."""

    moved: int
    weights: dict[str, Number]
    unable: str = ""  # why it cannot do the next pass, where that says nothing about the run


class Engine(Protocol):
    name: str

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        """Goes on from weights between two passes, by at most so many.

        It stops before a pass in which the answer becomes yes, after one that ends with the kept weights, and before
        whatever it cannot do. Unless it says why it is unable, the next pass answers yes, or goes wrong.
        """


class KernelEngine:
    """The reference itself: nothing is skipped."""

    name = "kernel"

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        return Claim(0, dict(weights))


def advance(run: Simulation, engine: Engine, passes: int | None, steps: int | None) -> Iterator[Claim]:
    """Moves a run on to where only the reference can go on, claim by claim; limits count from the start."""
    if run.pass_done and not run.accepted:  # it was left after a step, and the next one would begin a pass
        run.place(run.frame + 1, run.weights)
    chunk = AT_FIRST
    while not (run.cycle_closed or run.accepted or run.steps % run.reduction.examples):
        limits = [passes, None if steps is None else steps // run.reduction.examples]
        room = min([chunk, run.cycle.room, *(limit - run.frame for limit in limits if limit is not None)])
        if room <= 0:
            return
        began = time.monotonic()
        claim = engine.advance(run.weights, run.cycle.kept, room)
        if not 0 <= claim.moved <= room:
            raise Mismatch(
                f"pass {run.frame + 1}: the {engine.name} engine does {claim.moved} passes instead of {room}"
            )
        if claim.moved:
            run.place(run.frame + claim.moved, claim.weights)
            run.cycle.move(claim.moved, claim.weights)
        yield claim
        if not claim.moved:
            return
        if room == chunk and time.monotonic() - began < SECONDS / 2:
            chunk *= 2

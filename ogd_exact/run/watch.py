"""What happens beside a run under way: checkpoints, and progress on a terminal."""

import sys
import time

from ogd_exact.run.checkpoint import Checkpoint
from ogd_exact.run.simulation import Moment, Simulation


class Watch:
    def __init__(self, checkpoint: Checkpoint | None, first: int) -> None:
        self.checkpoint, self.first, self.started = checkpoint, first, time.monotonic()
        self.watched = sys.stderr is not None and sys.stderr.isatty()

    def keep(self, run: Simulation, at_end: bool = False) -> None:
        if self.checkpoint and run.between_passes and (at_end or self.checkpoint.due):
            self.checkpoint.keep(run)

    def passes(self, run: Simulation) -> None:
        self.keep(run)
        self.say(run.frame, run.steps)

    def step(self, run: Simulation, moment: Moment) -> None:
        self.keep(run)
        if moment.number % 10_000 == 0:
            self.say(moment.frame + 1, moment.number)

    def say(self, number: int, steps: int) -> None:
        if self.watched:
            rate = (steps - self.first) / (time.monotonic() - self.started)
            print(f"\rpass {number}, step {steps}, {rate:.0f}/s ", end="", file=sys.stderr)

    def end(self) -> None:
        if self.watched:
            print(file=sys.stderr)

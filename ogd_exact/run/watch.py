"""What happens beside a run under way: checkpoints, and word of how far it has come."""

from collections.abc import Callable

from ogd_exact.kernel.errors import InputError
from ogd_exact.run.checkpoint import Checkpoint
from ogd_exact.run.simulation import Simulation

Progress = Callable[[int, int | None], None]  # told how many steps are done, and of how many if that is known


class Watch:
    def __init__(
        self, checkpoint: Checkpoint | None, progress: Progress | None, most: int | None, tell: Callable[[str], None]
    ) -> None:
        self.checkpoint, self.progress, self.most, self.tell = checkpoint, progress, most, tell
        self.next_word = 10_000
        self.told = False  # that a checkpoint could not be written

    def keep(self, run: Simulation, at_end: bool = False) -> None:
        if self.checkpoint and run.between_passes and (at_end or self.checkpoint.due):
            try:
                self.checkpoint.keep(run)
            except InputError as error:
                if not self.told:
                    self.tell(f"{error}; the run goes on without it")
                self.told = True

    def passes(self, run: Simulation) -> None:
        self.keep(run)
        self.say(run.steps)

    def step(self, run: Simulation) -> None:
        self.keep(run)
        if run.steps >= self.next_word:
            self.next_word = run.steps + 10_000
            self.say(run.steps)

    def say(self, steps: int) -> None:
        if self.progress:
            self.progress(steps, self.most)

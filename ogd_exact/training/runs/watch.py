"""What happens beside a run under way: checkpoints, and word of how far it has come."""

from collections.abc import Callable
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.training.runs.checkpoint import Checkpoint
from ogd_exact.training.runs.simulation import Simulation

Progress = Callable[[int, int | None], None]  # told how many steps are done, and of how many if that is known


@dataclass
class Watch:
    checkpoint: Checkpoint | None
    progress: Progress | None
    most: int | None  # steps
    tell: Callable[[str], None]
    next_word: int = 10_000
    told: bool = False  # that a checkpoint could not be written

    def keep(self, run: Simulation, at_end: bool = False) -> None:
        if self.checkpoint and run.between_passes and (at_end or self.checkpoint.due):
            try:
                self.checkpoint.keep(run)
            except InputError as error:
                if not self.told:
                    self.tell(f"{error}; the run goes on without it")
                self.told = True

    def step(self, run: Simulation, at_once: bool = False) -> None:
        self.keep(run)
        if self.progress and (at_once or run.steps >= self.next_word):
            self.next_word = run.steps + 10_000
            self.progress(run.steps, self.most)

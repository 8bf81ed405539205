"""The exact run beside which a library is watched: the weights after every pass, and how near it comes to a kink."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.confirm import confirm_outcome
from ogd_exact.training.runs.engines.gadget import GadgetEngine
from ogd_exact.training.runs.simulation import Mismatch, Moment, Outcome, Simulation

Weights = dict[str, Number]


class Nearest(NamedTuple):
    """The step whose margin was least in absolute value."""

    margin: Number
    frame: int
    step: int


@dataclass
class Exact:
    reduction: Reduction
    outcome: Outcome | None = None
    nearest: Nearest | None = None

    def passes(self, most: int | None) -> Iterator[Weights]:
        """The weights after each pass, up to the one that decides, which is taken to its end."""
        run = Simulation(self.reduction)
        for moment in run.moments(most, None, GadgetEngine(self.reduction).stepwise(run)):
            if isinstance(moment, Outcome):
                self.outcome = moment
                run = confirm_outcome(self.reduction, moment, "the gadget engine")
                break
            self.watch(moment)
            if run.pass_done and not run.accepted:
                yield dict(run.weights)
        if run.accepted:
            for moment in self.rest(run):
                self.watch(moment)
            yield dict(run.weights)

    def rest(self, run: Simulation) -> Iterator[Moment]:
        """What OGD does after a yes, to the end of the pass: not proved, but computed."""
        done = run.steps - run.frame * self.reduction.examples
        for example in islice(self.reduction.training.examples(), done, None):
            try:
                yield run.step(example)
            except Kink as kink:
                raise Mismatch(f"pass {run.frame + 1}, step {run.steps + 1}, after the answer: {kink}") from None

    def watch(self, moment: Moment) -> None:
        margin = plain(moment.margin)
        size = -margin if margin < 0 else margin
        if self.nearest is None or size < self.nearest.margin:
            self.nearest = Nearest(size, moment.frame, moment.number)

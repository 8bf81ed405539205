"""The exact weights after a step however late: an engine moves to its pass, the kernel runs the rest.

OGD goes on after the answer was yes. The accepting weight is then not what was proved, so that an engine moves on
only after a check: all calls that name it name besides it nothing but the gate of the answer and coordinates whose
weight is the same in every pass, and one pass whose answer is no does, step by step, the same with this weight as
without it. Then all such passes do, as those calls start from the same weights in each. A pass whose answer is yes
is run by the kernel.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from numbers import Rational
from typing import Any

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import Powers
from ogd_exact.training.numbers.sums import bits
from ogd_exact.training.runs.coding import NoBit
from ogd_exact.training.runs.conclude import SECONDS
from ogd_exact.training.runs.confirm import Evidence, LockstepCheck
from ogd_exact.training.runs.engine import Engine, KernelEngine, advance
from ogd_exact.training.runs.simulation import Mismatch, Outcome, Simulation
from ogd_exact.training.runs.watch import Progress

MOST_BITS = 1_000_000  # of a weight


class OutOfReach(Exception):
    """The weights cannot be computed; the message says from which step on."""


@dataclass
class RunPastYes:
    """A run that does not stop at a yes."""

    reduction: Reduction
    engine: Engine
    limit: float = SECONDS  # that the kernel may take
    progress: Progress | None = None

    def __post_init__(self) -> None:
        self.reduction.program.construction.lift.refuse(argument("at_step"))
        self.run = Simulation(self.reduction)
        self.accept = str(self.reduction.program.accept)
        self.at_first = self.run.weights[self.accept]
        self.known: Outcome | None = None  # when the answer was yes, or that it never is
        self.spent = 0.0  # seconds in the kernel
        self.last = 0
        self.evidence = Evidence()

    def after(self, step: int) -> tuple[dict[str, Number], Outcome]:
        self.last = step
        passes, rest = divmod(step, self.reduction.examples)
        while self.run.frame < passes:
            self.jump(passes)
            if self.run.frame < passes:
                before, moved = dict(self.run.weights), self.run.velocities
                self.steps(self.reduction.examples)
                moving = self.run.velocities  # after a yes nothing is promised, rest neither
                # A pass that changes nothing is followed by its like.
                same = self.run.weights == before and moving == moved
                self.run.place(passes if same else self.run.frame + 1, self.run.weights)
                self.run.velocities = moving
        self.steps(rest)
        return dict(self.run.weights), self.known or Outcome("undecided", None, passes, step)

    def jump(self, passes: int) -> None:
        """Goes as far as the engine can, round the cycle as often as there is room."""
        if isinstance(self.engine, KernelEngine) or self.run.velocities:
            return
        accept = self.run.weights[self.accept]
        plain = {**self.run.weights, self.accept: self.at_first}
        bits = self.bits(plain)
        if bits is None or self.reduction.netlist.step(bits)[1]:
            return
        if accept != self.at_first and not (self.apart and self.same(plain, accept)):
            return
        proxy = self.moved(Simulation(self.reduction, plain, self.run.frame, self.run.steps), passes)
        if proxy.cycle_closed:
            period = proxy.cycle.distance
            if self.known is None:
                self.known = Outcome("never", None, proxy.frame, proxy.steps, period)
            whole = (passes - proxy.frame) // period * period
            steps = proxy.steps + whole * self.reduction.examples
            proxy = self.moved(Simulation(self.reduction, proxy.weights, proxy.frame + whole, steps), passes)
        self.run.place(proxy.frame, {**proxy.weights, self.accept: accept})

    def moved(self, run: Simulation, passes: int) -> Simulation:
        """The run, which is right, as far as the engine goes: confirmed."""
        beside, confirmed = LockstepCheck(run, evidence=self.evidence), run
        for _ in advance(run, self.engine, passes, None):
            confirmed = beside.confirm(run, f"the {self.engine.name} engine")
            self.say(confirmed.steps)
        return confirmed

    def bits(self, weights: dict[str, Number]) -> tuple[bool, ...] | None:
        """The bits that the weights between two passes hold, if they are such weights."""
        try:
            bits = self.run.coding.bits(weights)
        except NoBit:
            return None
        return bits if weights == self.reduction.start() or self.run.coding.state_after_pass(weights) else None

    @cached_property
    def apart(self) -> bool:
        """Whether calls that name the accepting coordinate start from the same weights in all passes of one answer."""
        walk = AbstractRun(self.reduction.program, self.reduction.training.library, self.reduction.parameters)
        if walk.decay != 1:
            return False
        for bound in walk.steps(self.reduction.proved.magnitudes, check_regions=False):
            if int(self.accept) in bound.call.on:
                others = [walk.held[index] for index in bound.call.on if index != int(self.accept)]
                if any(len(held.truths) > 1 and held.term != walk.answer for held in others):
                    return False
        return True

    def same(self, plain: dict[str, Number], accept: Number) -> bool:
        """Whether a pass from these weights does the same with this accepting weight, which it leaves alone."""
        one, other = (Simulation(self.reduction, plain | {self.accept: weight}) for weight in (self.at_first, accept))
        try:
            for example in self.examples(self.reduction.examples):
                changed = one.step(example).changed
                if other.step(example).changed != changed or self.accept in changed:
                    return False
        except Kink:
            return False
        return True

    def steps(self, count: int) -> None:
        """So many steps of this pass through the kernel, whatever the answer."""
        for example in self.examples(count):
            try:
                moment = self.run.step(example)
            except Kink as kink:
                raise Mismatch(f"{self.since()} step {self.run.steps + 1} is not defined: {kink}") from None
            self.evidence.passes += self.run.pass_done
            if self.run.accepted and (self.known is None or self.known.verdict != "accepted"):
                self.evidence.passes += 1
                self.known = Outcome("accepted", self.run.frame, self.run.frame + 1, self.run.steps)
            if any(size(weight) > MOST_BITS for weight in moment.changed.values()):
                raise OutOfReach(f"{self.since()} by step {self.run.steps} a weight has over {MOST_BITS} bits")

    def examples(self, count: int) -> Iterator[Example]:
        """So many of a pass, for the kernel, while there is time."""
        for example in islice(self.reduction.training.examples(), count):
            began = time.monotonic()
            yield example
            self.spent += time.monotonic() - began
            if self.spent > self.limit:
                why = f"the kernel came to step {self.run.steps} in {self.limit:g} s"
                raise OutOfReach(f"{self.since()} {why}; ask for an earlier step, or raise {argument('limit')}")
            self.say(self.run.steps)

    def say(self, steps: int) -> None:
        if self.progress:
            self.progress(steps, self.last)

    def since(self) -> str:
        found = self.known
        return f"accepted in step {found.steps}, after which nothing is proved;" if found else "not yet accepted;"


def size(value: Any) -> int:
    """The size of a rational, in bits, or of its powers of alpha; a number with a root does not grow here."""
    if isinstance(value, Powers):
        return sum(map(bits, (*value.over.values(), *value.under.values())))
    return bits(value) if isinstance(value, Rational) else 0

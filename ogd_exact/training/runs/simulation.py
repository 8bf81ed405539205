"""Every step through the kernel; after every pass the bits are compared with the circuit itself."""

from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example, velocity
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Coding, NoBit, Weights
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.questions import question
from ogd_exact.training.runs.weights import FallingWeights, taken


class Mismatch(Exception):
    """OGD and the circuit disagree: a defect of this project, never of the input."""


class Moment(NamedTuple):
    """What one step did."""

    number: int  # of the step, from 1
    frame: int  # of the circuit, from 0: the pass it lies in
    example: Example
    margin: Number | None  # None where the loss has no kink
    fired: bool
    changed: dict[str, Number]


Told = TypeVar("Told")  # a moment; or nothing, where many steps are taken at once


@dataclass
class Outcome:
    verdict: str  # accepted, never, or undecided
    frame: int | None
    passes: int
    steps: int
    period: int | None = None


@dataclass
class Simulation:
    """The weights, and how far the run has come; `stepwise` runs on from there."""

    reduction: Reduction
    weights: MutableMapping[str, Number] = field(default_factory=dict)
    frame: int = 0
    steps: int = 0
    cycle: Cycle[Weights] = field(default_factory=lambda: Cycle({}))  # of the weights after passes
    began: tuple[bool, ...] = ()  # the bits at the start of the pass under way

    def __post_init__(self) -> None:
        self.rule, self.values = self.reduction.model.rule, self.reduction.values
        self.velocities: dict[str, Number] = {}  # with momentum: those that are not 0
        self.examples = self.reduction.examples
        self.take(self.weights or self.reduction.start())
        self.cycle.kept = self.cycle.kept or dict(self.weights)
        self.coding = Coding(self.reduction)
        self.question = question(self.reduction)
        self.question.begin(self.weights)

    @property
    def accepted(self) -> bool:
        return self.steps > 0 and self.question.met(self.weights, self.pass_done)

    def bits(self) -> tuple[bool, ...]:
        """The netlist's inputs as the weights hold them between passes (false where unset)."""
        try:
            return self.coding.bits(self.weights)
        except NoBit as problem:
            raise Mismatch(f"pass {self.frame + 1}: {problem}") from None

    def take(self, weights: Weights) -> None:
        """Go on from these, at rest."""
        self.velocities = {}
        self.weights = dict(weights) if self.values.decay == 1 else FallingWeights(weights, self.values.decay)

    def place(self, passes: int, weights: Weights) -> None:
        """Puts the run between two passes."""
        self.take(weights)
        self.frame, self.steps, self.began = passes, passes * self.examples, ()
        self.question.begin(weights)

    def begin(self) -> None:
        """A pass begins."""
        self.began = self.bits()
        self.question.begin(self.weights)

    def move(self, after: Weights) -> None:
        """A step sets some weights; the others only decay."""
        self.question.move({key: self.weights[key] for key in after}, after)
        if isinstance(self.weights, FallingWeights):
            self.weights.fall()
        self.weights.update(after)
        self.steps += 1

    def step(self, example: Example, rate: Number | None = None) -> Moment:
        """Through the kernel, at the rate of the model unless the step has its own."""
        step = self.values.step if rate is None else replace(self.values.step, rate=rate)
        named, done = taken(step, self.weights, self.velocities, example)
        if step.momentum is not None:
            self.velocities = {c: v for c in named if (v := done.weights[velocity(c)]) != 0}
        after = {c: done.weights[c] for c in named}
        self.move(after)
        changed = {c: w for c, w in after.items() if w != named[c]}
        return Moment(self.steps, self.frame, example, done.margin, done.fired, changed)

    def decayed(self, moment: Moment) -> Moment:
        """The last step, with what it changed by decay alone."""
        if self.values.decay == 1:
            return moment
        kept = {*moment.example.x, *self.rule.state}
        others = {c: w for c, w in self.weights.items() if w != 0 and c not in kept}
        return moment._replace(changed={**others, **moment.changed})

    @property
    def pass_done(self) -> bool:
        return self.steps == (self.frame + 1) * self.examples

    @property
    def between_passes(self) -> bool:
        """Whether a pass was just completed without an answer, so that the run can go on from its weights."""
        return self.steps > 0 and self.steps % self.examples == 0 and not self.accepted

    def stepwise(self, with_decay: bool = True) -> Iterator[Moment]:
        """Step after step, pass after pass, until the answer is yes; the caller stops it otherwise.

        Without decay, moments leave out what a step changes by nothing but that.
        """

        def steps(done: int) -> Iterator[Moment]:
            moments = map(self.off_kink, islice(self.reduction.training.examples(), done, None))
            return map(self.decayed, moments) if with_decay else moments

        return self.passes(steps)

    def passes(self, steps: Callable[[int], Iterator[Told]]) -> Iterator[Told]:
        """Pass after pass until the answer is yes, by what takes the steps of one, after those that are done, and
        tells of them; each pass must have done what the circuit does at its end, or at a yes.
        """
        while not self.accepted:
            done = self.steps - self.frame * self.examples  # of this pass, if it was left in the middle
            if not done:
                self.begin()
            for told in steps(done):
                if self.pass_done or self.accepted:
                    self.compare()
                yield told
                if self.accepted:
                    return  # type: ignore[unreachable]  # a step has been since the loop asked
            self.frame += 1

    def off_kink(self, example: Example) -> Moment:
        """A step of a pass that was proved to avoid the kink."""
        try:
            return self.step(example)
        except Kink as kink:
            raise Mismatch(f"pass {self.frame + 1}, step {self.steps + 1}: {kink}") from None

    def compare(self) -> None:
        if problem := self.problem():
            raise Mismatch(f"pass {self.frame + 1}: {problem}")

    def problem(self) -> str | None:
        """Where the pass under way and the circuit disagree, at its end or at a yes."""
        answer = self.reduction.netlist.step(self.began)[1]
        if self.question.expected(answer) not in (None, self.accepted):
            return f"OGD answers {self.accepted}, the circuit {answer}"
        wanted = self.coding.after(self.began)
        program = self.reduction.program
        if answer and program.construction.answers:  # written there, and stays; and what it may leave anywhere
            free = program.construction.lift.places((program.accept, *self.reduction.proved.anywhere))
            wanted |= {str(c): self.weights[str(c)] for c in free}
        if self.pass_done and self.velocities:
            return f"{len(self.velocities)} velocities are not 0"
        if self.pass_done and (wrong := self.coding.difference(self.weights, wanted)):
            return f"{wrong.name} is {wrong.found}, and by the circuit it must be {wrong.wanted}"
        return None

    def moments(
        self, most_passes: int | None, most_steps: int | None, told: Iterator[Any] | None = None
    ) -> Iterator[Any]:
        """What is told of the run as it goes on, which are the kernel's steps unless given, and last the outcome."""
        # A run that was kept after its last pass knows its outcome already.
        if self.cycle_closed:
            yield Outcome("never", None, self.frame, self.steps, self.cycle.distance)
            return
        if self.steps and (reached(self.frame, most_passes) or reached(self.steps, most_steps)):
            yield Outcome("undecided", None, self.frame, self.steps)
            return
        for moment in told or self.stepwise(with_decay=False):
            outcome = self.outcome(most_passes, most_steps)  # before anyone keeps the state
            yield moment
            if outcome:
                yield outcome
                return

    def outcome(self, most_passes: int | None, most_steps: int | None) -> Outcome | None:
        """What is known after the last step, if anything."""
        done = self.pass_done
        if self.accepted:
            return Outcome("accepted", self.frame, self.frame + 1, self.steps)
        passes = self.frame + done
        if done:
            self.cycle.move(1, self.weights)
            if self.cycle_closed:
                return Outcome("never", None, passes, self.steps, self.cycle.distance)
        stop = (done and reached(passes, most_passes)) or reached(self.steps, most_steps)
        return Outcome("undecided", None, passes, self.steps) if stop else None

    @property
    def cycle_closed(self) -> bool:
        return self.cycle.closed(self.weights)


def reached(count: int, most: int | None) -> bool:
    return most is not None and count >= most

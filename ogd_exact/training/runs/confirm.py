"""What a run must have come to, by the plain meaning of its netlist: engines claim, and this confirms.

Every pass is proved to do what the circuit does. So the state after so many passes is that after as many frames, and
a run whose weights come round is one whose frames do. Besides, the kernel runs the first pass, and the one that answers
yes or comes round. Where frames do not decide the question, as other passes may say yes too, it runs them all.
"""

from dataclasses import dataclass

from ogd_exact.circuits.netlists.follow import Follower
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.memoised_pass import memoised_pass
from ogd_exact.training.runs.simulation import Mismatch, Outcome, Simulation

MOST_STEPS = 10**5  # of the kernel with powers of alpha, in some fifteen seconds
State = tuple[bool, ...] | None  # after a pass; None before the first, if its weights are no bits


@dataclass
class Evidence:
    """What was done, so far, that confirms a run."""

    frames: int = 0  # of the netlist that were evaluated
    passes: int = 0  # that the kernel ran, to their end or to a yes
    comes_round: bool = False  # the pass that does, by the kernel

    def step(self, run: Simulation) -> None:
        """The kernel did a step; it compares passes with the netlist."""
        if run.pass_done or run.accepted:
            self.frames, self.passes = self.frames + 1, self.passes + 1
            self.comes_round |= run.cycle_closed

    @property
    def by(self) -> str:
        return " and ".join(name for name, count in (("netlist", self.frames), ("kernel", self.passes)) if count)


class LockstepCheck:
    """The circuit beside a run, from where the run is known to be right: from its start, if nothing else is."""

    def __init__(self, run: Simulation, whatever_it_costs: bool = False, evidence: Evidence | None = None) -> None:
        self.evidence = evidence or Evidence()
        self.reduction, self.coding, self.follows_circuit = run.reduction, run.coding, run.question.follows_circuit
        self.by_kernel = whatever_it_costs or affordable(run)
        self.frame = self.began = run.steps // run.reduction.examples
        self.tried = False  # whether the kernel ran the first pass
        self.first = (
            self.coding.state_after_pass(run.weights) is None
        )  # no pass was done, and the next may set its bits
        self.question = run.question
        self.follower = Follower(self.coding.netlist, self.coding.state(run.weights))
        kept = self.coding.state_after_pass(run.cycle.kept)
        self.cycle: Cycle[State] = Cycle(kept, run.cycle.distance, run.cycle.reach)

    @property
    def state(self) -> State:
        return None if self.first else self.follower.state

    @property
    def cycle_closed(self) -> bool:
        return self.cycle.closed(self.state)

    def go(self, frame: int) -> None:
        """Goes as far as this frame, if no answer is yes before, and no state comes round."""
        while self.frame < frame and not self.cycle_closed:
            moved = self.move(min(frame - self.frame, self.cycle.room))
            if not moved:
                return
            self.frame, self.first = self.frame + moved, False
            self.cycle.move(moved, self.state)

    def move(self, frames: int) -> int:
        if not self.follows_circuit and not self.answers_no(self.run()):
            return 0
        moved = self.follower.go(frames, self.cycle.kept) if self.follows_circuit else 0
        if not moved and not (self.follows_circuit and self.question.yes_is_visible(self.weights(self.state))):
            self.follower.state, moved = self.coding.netlist.evaluate(self.follower.state), 1
        self.evidence.frames += moved
        return moved

    def answers_no(self, run: Simulation) -> bool:
        """A whole pass by the kernel, which is compared with the circuit; or the steps until it says yes."""
        for _ in memoised_pass(run):
            self.evidence.step(run)
            if run.pass_done:
                break
        return run.pass_done and not run.accepted

    def complete(self, run: Simulation) -> None:
        """A pass by the kernel that must not say yes."""
        if not self.answers_no(run):
            raise Mismatch(f"pass {run.frame + 1}: the kernel answers yes there")

    def weights(self, state: State) -> dict[str, Number]:
        return self.reduction.start() if state is None else self.coding.weights(state)

    def run(self) -> Simulation:
        """The run that stands here."""
        cycle: Cycle[Weights] = Cycle(self.weights(self.cycle.kept), self.cycle.distance, self.cycle.reach)
        steps = self.frame * self.reduction.examples
        return Simulation(self.reduction, self.weights(self.state), self.frame, steps, cycle)

    def at(self, frame: int, cycle_closed: bool, who: str) -> Simulation:
        """The run after so many passes; raises Mismatch if its answer is yes before, or it comes round elsewhere."""
        self.go(frame - cycle_closed)
        last = self.run() if cycle_closed and not self.cycle_closed else None
        self.go(frame)
        if self.frame < frame and not self.cycle_closed:
            said = f"the answer is yes there, and {who} goes on to pass {frame + 1}"
            raise Mismatch(f"pass {self.frame + 1}: {said}")
        if self.frame < frame or self.cycle_closed != cycle_closed:
            does, other = ("comes", "does not") if self.cycle_closed else ("does not come", "does")
            raise Mismatch(f"pass {self.frame}: the circuit {does} round there, and {who} {other}")
        if not self.follows_circuit:
            self.evidence.comes_round |= cycle_closed  # the kernel ran all passes
            return self.run()
        if frame and self.by_kernel and not self.tried:
            first = Simulation(self.reduction)
            # A run that begins later may have passed by a yes, as --at-step does.
            if not (self.reduction.netlist.step(first.bits())[1] and first.question.yes_is_visible(first.weights)):
                self.complete(first)
            self.tried = True
        if last and self.by_kernel:
            self.complete(last)
            if last.weights != last.cycle.kept:
                raise Mismatch(f"pass {frame}: the kernel does not come round there, and {who} does")
            self.evidence.comes_round = True
        return self.run()

    def confirm(self, claimed: Simulation, who: str) -> Simulation:
        """A claim made anew, as it must be; raises Mismatch where it is another."""
        frame = claimed.steps // self.reduction.examples
        confirmed = self.at(frame, claimed.cycle_closed, who)
        kept = frame - confirmed.cycle.distance
        for found, wanted, passes in (
            (claimed.weights, confirmed.weights, frame),
            (claimed.cycle.kept, confirmed.cycle.kept, kept),
        ):
            if wrong := self.coding.difference(found, wanted):
                raise Mismatch(f"pass {passes}: {wrong.name} is {wrong.found} by {who}, {wrong.wanted} by the circuit")
        return confirmed


def affordable(run: Simulation) -> bool:
    """Whether a pass of the kernel is worth it where it does nothing but confirm: with decay its numbers are slow."""
    return run.values.decay == 1 or run.reduction.examples <= MOST_STEPS


def cost(run: Simulation) -> int:
    """The cost of confirming a pass, in gates that Python evaluates; a step of the kernel takes as long as many."""
    if run.question.follows_circuit:
        return len(run.reduction.netlist.gates)
    return run.reduction.examples * (180 if run.values.decay == 1 else 1800)


def confirm_outcome(
    reduction: Reduction, outcome: Outcome, who: str, whatever_it_costs: bool = False, evidence: Evidence | None = None
) -> Simulation:
    """The run at its outcome, made anew from nothing but that; raises Mismatch if the outcome is another."""
    passes = outcome.passes if outcome.frame is None else outcome.frame
    beside = LockstepCheck(Simulation(reduction), whatever_it_costs, evidence)
    run = beside.at(passes, outcome.verdict == "never", who)
    for found in run.moments(None, outcome.steps, memoised_pass(run, outcome.steps)):
        if not isinstance(found, Outcome):
            beside.evidence.step(run)
    if found != outcome:
        raise Mismatch(f"pass {outcome.passes}: {who} says {outcome}, and the kernel {found}")
    return run

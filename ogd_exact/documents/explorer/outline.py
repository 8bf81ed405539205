"""How a run goes: its outcome, and its state at some passes, so that a page need not start from the first."""

from dataclasses import dataclass

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.confirm import LockstepCheck, confirm_outcome
from ogd_exact.training.runs.memoised_pass import memoised_pass
from ogd_exact.training.runs.simulation import Outcome, Simulation

MOST_KEPT = 256  # states; every other one is dropped when there are more


@dataclass(frozen=True)
class Outline:
    outcome: Outcome
    stride: int
    states: tuple[tuple[bool, ...], ...]  # the netlist's inputs before passes 0, stride, 2*stride and so on

    def bits(self, netlist: Netlist, number: int) -> tuple[bool, ...]:
        """The netlist's inputs before a pass, which counts from 0."""
        kept = min(number // self.stride, len(self.states) - 1)
        bits = self.states[kept]
        for _ in range(number - kept * self.stride):
            bits = netlist.evaluate(bits)
        return bits


class Kept:
    """States before some passes: those of every pass at first, and fewer and fewer as there are more."""

    def __init__(self, first: tuple[bool, ...]) -> None:
        self.stride, self.states = 1, [first]

    @property
    def next(self) -> int:
        """The pass whose state is wanted next."""
        return len(self.states) * self.stride

    def offer(self, number: int, bits: tuple[bool, ...]) -> None:
        if number == self.next:
            self.states.append(bits)
        if len(self.states) == MOST_KEPT:
            self.stride, self.states = 2 * self.stride, self.states[::2]


def outlined(reduction: Reduction, most_passes: int) -> Outline:
    """Runs to the end, or for so many passes; by the circuit, but for the passes that decide."""
    run = Simulation(reduction)
    beside, kept = LockstepCheck(run), Kept(run.bits())
    while True:
        target = min(kept.next, most_passes)
        beside.go(target)
        if beside.frame < target or beside.cycle_closed or beside.frame == most_passes:
            break
        kept.offer(target, run.coding.bits(beside.weights(beside.state)))
    last = beside.run()
    outcome = next(told for told in last.moments(most_passes, None, memoised_pass(last)) if isinstance(told, Outcome))
    if outcome.verdict == "never":
        confirm_outcome(reduction, outcome, "the page")
    return Outline(outcome, kept.stride, tuple(kept.states))

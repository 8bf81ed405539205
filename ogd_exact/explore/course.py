"""How a run goes: its outcome, and its state at some passes, so that a page need not start from the first."""

from dataclasses import dataclass

from ogd_exact.circuits.nand import Netlist
from ogd_exact.engines.circuit import CircuitEngine
from ogd_exact.engines.engine import advance
from ogd_exact.reduction.problem import Problem
from ogd_exact.simulate.simulation import Outcome, Simulation

MOST_KEPT = 256  # states; every other one is dropped when there are more


@dataclass(frozen=True)
class Course:
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


def course(asked: Problem, most_passes: int) -> Course:
    """Runs to the end, or for so many passes; by the circuit, but for the pass that answers."""
    engine, run = CircuitEngine(asked), Simulation(asked)
    stride, states = 1, [run.bits()]
    while True:
        target = min(len(states) * stride, most_passes)
        for _ in advance(run, engine, target, None):
            pass
        if run.frame < target or run.come_round or run.frame == most_passes:
            break
        states.append(run.bits())
        if len(states) == MOST_KEPT:
            stride, states = 2 * stride, states[::2]
    outcome = next(moment for moment in run.moments(most_passes, None) if isinstance(moment, Outcome))
    return Course(outcome, stride, tuple(states))

"""The check that an invariant shows that a netlist, from all inputs false, never answers yes.

Three formulas must be refuted. Variable s + 1 is signal s of the netlist; behind them there is one for each clause of
the invariant.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ogd_exact.circuits.invariants.propagation import Clause, first_wrong
from ogd_exact.circuits.netlists.nand import Netlist

CLAIMS = {
    "start": "that the invariant holds at the start",
    "frame": "that a frame keeps the invariant",
    "answer": "that the invariant excludes a yes",
}


class Failure(NamedTuple):
    """A claim whose proof does not prove it: which, and the first clause of the proof that does not do."""

    claim: str
    clause: int  # from 0; as many as there are if the proof stops short


def failure(netlist: Netlist, invariant: Sequence[Clause], proofs: Mapping[str, Sequence[Clause]]) -> Failure | None:
    """The first claim that is not proved; None if all three are, and then no frame of the netlist ever answers yes.

    Every literal of the invariant must be of an input, and those of proofs of a variable of the formulas.
    """
    most = variables(netlist, invariant)
    for claim, formula in formulas(netlist, invariant).items():
        wrong = first_wrong(most, formula, proofs[claim])
        if wrong is not None:
            return Failure(claim, wrong)
    return None


def formulas(netlist: Netlist, invariant: Sequence[Clause]) -> Mapping[str, list[Clause]]:
    """The invariant, clauses on the inputs, is false at the start; or a frame breaks it; or it allows a yes.

    If none of this can be, every state that is ever reached has the invariant, and its answer is no.
    """
    inputs, answer = range(netlist.inputs), netlist.answer + 1
    first = 1 + netlist.inputs + len(netlist.gates)
    at_start = [(-(i + 1),) for i in inputs]
    next_state = [output + 1 for output in netlist.outputs]
    same_state = [i + 1 for i in inputs]
    gates = list(gate_clauses(netlist))
    return {
        "start": [*at_start, *violated(invariant, same_state, first)],
        "frame": [*gates, *invariant, (-answer,), *violated(invariant, next_state, first)],
        "answer": [*gates, *invariant, (answer,)],
    }


def variables(netlist: Netlist, invariant: Sequence[Clause]) -> int:
    """The number of variables that the formulas have."""
    return netlist.inputs + len(netlist.gates) + len(invariant)


def gate_clauses(netlist: Netlist) -> Iterator[Clause]:
    """Every gate is the NAND of its two signals."""
    for gate, (a, b) in enumerate(netlist.gates, netlist.inputs):
        yield (gate + 1, a + 1)
        yield (gate + 1, b + 1)
        yield (-gate - 1, -a - 1, -b - 1)


def violated(invariant: Sequence[Clause], state: Sequence[int], first: int) -> Iterable[Clause]:
    """Some clause is false in a state, whose bits these variables are; variable first + k chooses clause k."""
    for chosen, clause in enumerate(invariant, first):
        for literal in clause:
            bit = state[abs(literal) - 1]
            yield (-chosen, -bit if literal > 0 else bit)
    yield tuple(range(first, first + len(invariant)))

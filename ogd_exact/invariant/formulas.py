"""Three formulas that nothing satisfies if an invariant shows that a netlist, from all inputs false, never answers yes.

Variable s + 1 is signal s of the netlist; behind them there is one for each clause of the invariant.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ogd_exact.circuits.nand import Netlist
from ogd_exact.invariant.propagation import Clause


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
    """How many the formulas have."""
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

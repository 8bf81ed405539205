"""What it takes for an invariant to show that a netlist, from all inputs false, never answers yes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ogd_exact.circuits.nand import Netlist
from ogd_exact.invariant.formulas import formulas, variables
from ogd_exact.invariant.propagation import Clause, first_wrong

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
    """None if all three proofs refute their formulas; then no frame of the netlist ever answers yes.

    Every literal of the invariant must be of an input, and those of proofs of a variable of the formulas.
    """
    most = variables(netlist, invariant)
    for claim, formula in formulas(netlist, invariant).items():
        wrong = first_wrong(most, formula, proofs[claim])
        if wrong is not None:
            return Failure(claim, wrong)
    return None

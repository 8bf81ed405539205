"""That the netlist of a training set, C', steps and answers as the closed circuit C does; and how much larger it is."""

from dataclasses import dataclass

from ogd_exact.circuits.invariants.equivalence import equivalence
from ogd_exact.circuits.invariants.sweep import Sweep
from ogd_exact.circuits.netlists.nand_gates import most_gates
from ogd_exact.text.wording import counted
from ogd_exact.training.constructions.asked import asks, question_of
from ogd_exact.training.constructions.request import Request


@dataclass(frozen=True)
class Translation:
    """What is said of a circuit and its netlist; holds is None where it is undecided."""

    lines: list[str]
    holds: bool | None


def translation(request: Request) -> Translation:
    question = question_of(request)
    made, netlist = question.made, question.netlist
    n, m, gates = len(made.circuit.latches), len(made.circuit.ands), len(netlist.gates)
    lines = [
        f"{request.circuit_name()} {asks(question.wanted)}",
        f"C   n = {n}, m = {m}: {counted(n, 'latch', 'latches')}, {counted(m, 'and')} of two, inverters free",
        f"C'  n' = {netlist.inputs}, m' = {gates}: {counted(netlist.inputs, 'input')}, {counted(gates, 'NAND gate')}",
        f"    n' = n + 1, m' <= 5 m + 7 n + 8 = {most_gates(n, m)}",
    ]
    asked = equivalence(made, netlist, question.target, question.chosen)
    if asked is None or gates > most_gates(n, m):
        return Translation([*lines, "C' has not the inputs, the state or the size that it should have"], False)
    sweep = Sweep(asked)
    if asked.refuted_by(sweep.proof):
        claims, clauses = counted(len(asked.claims), "claim"), counted(len(sweep.proof), "clause")
        said = f"equal in every state, whatever the additional input: {claims}, proved by {clauses}"
        return Translation([*lines, f"{said}, checked by unit propagation"], True)
    place = sweep.differing
    if place is None:
        said = "no proof was found that C' does what C does, and no state in which it does not"
        return Translation([*lines, said], None)
    state = "".join("01"[sweep.values[2 + i] >> place & 1] for i in reversed(range(n)))
    return Translation([*lines, f"C' does something else where the latches are {state}"], False)

"""A formula that nothing satisfies if a netlist steps and answers as its closed circuit does, in every state.

Variable 1 is false; then come the variables of the circuit, one for the answer, and the signals of the netlist.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ogd_exact.circuits.closing.close import Closed
from ogd_exact.circuits.invariants.check import violated
from ogd_exact.circuits.invariants.propagation import Clause, first_wrong
from ogd_exact.circuits.netlists.nand import Netlist, Stored, asked_property, word_bits

Definition = tuple[int, tuple[int, ...]]  # a literal that is the conjunction of others


@dataclass(frozen=True)
class Equivalence:
    """Definitions of all variables but the latches and the spare input, and what must follow from them."""

    definitions: Sequence[Definition]
    claims: Sequence[Clause]
    variables: int  # without those that choose a claim

    @cached_property
    def formula(self) -> list[Clause]:
        """Some claim is false."""
        clauses: list[Clause] = [(-1,)]
        for literal, operands in self.definitions:
            clauses += [(-literal, operand) for operand in operands]
            clauses.append((literal, *(-operand for operand in operands)))
        return [*clauses, *violated(self.claims, range(1, self.variables + 1), self.variables + 1)]

    def refuted_by(self, proof: Sequence[Clause]) -> bool:
        """Whether a proof shows that the claims hold in every state."""
        return first_wrong(self.variables + len(self.claims), self.formula, proof) is None


def equivalence(made: Closed, netlist: Netlist, target: str | None, name: str | int | None) -> Equivalence | None:
    """The claim that a netlist is its circuit; None if it does not store the latches so that all resets are false."""
    circuit, after = made.circuit, made.after
    latches, variables = circuit.latches, 1 + len(circuit.latches) + len(circuit.ands)
    flips = [latch.reset == 1 for latch in latches]
    if netlist.inputs != len(latches) + 1 or netlist.state != tuple(map(Stored, range(made.own), flips)):
        return None

    def own(literal: int) -> int:
        return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1

    def signal(place: int) -> int:
        return variables + 2 + place

    if target is None:
        asked = [asked_property(circuit, name).literal]
    else:
        bits = word_bits(target, latches[: made.own])
        asked = [literal ^ (bit == "0") for literal, bit in zip(after, bits, strict=True)]
    definitions: list[Definition] = [
        (own(2 * k), (own(a), own(b))) for k, (a, b) in enumerate(circuit.ands, circuit.first_and)
    ]
    answer = variables + 1
    definitions.append((answer, tuple(map(own, (*asked, made.held)))))
    definitions += [(signal(i), (own(2 * (1 + i) ^ flip),)) for i, flip in enumerate(flips)]
    definitions += [(-signal(g), (signal(a), signal(b))) for g, (a, b) in enumerate(netlist.gates, netlist.inputs)]
    wanted = [*(own(latch.next ^ flip) for latch, flip in zip(latches, flips, strict=True)), answer]
    pairs = zip(wanted, map(signal, (*netlist.outputs[:-1], netlist.answer)), strict=True)
    claims = [clause for one, other in pairs for clause in ((-one, other), (one, -other))]
    return Equivalence(definitions, claims, variables + 1 + netlist.inputs + len(netlist.gates))

"""Proposes why a netlist is its circuit: signals that are equal in random states are proved equal, one after the other.

Not trusted: the proof is checked.
"""

from collections.abc import Iterator
from random import Random

from ogd_exact.circuits.invariants.equivalence import Equivalence
from ogd_exact.circuits.invariants.propagation import Clause, Propagation

STATES = 1024  # random ones


class Sweep:
    """The proof so far; what the circuit defines comes first, so that each signal of the netlist finds its like."""

    def __init__(self, asked: Equivalence) -> None:
        self.asked, self.proof = asked, list[Clause]()
        self.operands = {abs(literal): operands for literal, operands in asked.definitions}
        self.known = Propagation(asked.variables + len(asked.claims))
        for clause in asked.formula:
            self.known.add(clause)
        self.values = in_random_states(asked)
        like = {0: 1}
        for literal, _ in asked.definitions:
            word = self.values[literal]
            other = like.setdefault(word, literal)
            like.setdefault(self.values[-literal], -literal)
            if other != literal:
                for clause in ((-literal, other), (literal, -other)):
                    self.derive(clause)
        self.wrong = [claim for claim in asked.claims if not self.derive(claim)]
        for chosen in range(asked.variables + 1, asked.variables + len(asked.claims) + 1):
            if not self.wrong and not self.known.contradiction:
                self.add((-chosen,))

    def add(self, clause: Clause) -> None:
        if not self.known.contradiction:
            self.proof.append(clause)
            self.known.add(clause)

    def derive(self, clause: Clause) -> bool:
        """Adds a clause that follows, by unit propagation or by that in either case of a signal nearby."""
        if self.known.follows(clause):
            self.add(clause)
            return True
        for case in self.nearby(clause):
            if self.known.follows((*clause, case)) and self.known.follows((*clause, -case)):
                self.add((*clause, case))
                self.add(clause)
                return True
        return False

    def nearby(self, clause: Clause) -> Iterator[int]:
        """What the signals of a clause are made of, and what that is made of."""
        level = [abs(literal) for literal in clause]
        for _ in range(2):
            level = [abs(operand) for variable in level for operand in self.operands.get(variable, ())]
            yield from dict.fromkeys(level)

    @property
    def differing(self) -> int | None:
        """A random state in which a claim is false, if one is; else they may hold, though no proof is found."""
        missed = (~(self.values[a] | self.values[b]) for a, b in self.wrong)
        words = [word & (1 << STATES) - 1 for word in missed]
        return next((word.bit_length() - 1 for word in words if word), None)


def in_random_states(asked: Equivalence) -> dict[int, int]:
    """The value of every literal in each of them, as the bits of a number."""
    chance, every = Random(1), (1 << STATES) - 1
    values = {1: 0, -1: every}
    for variable in {*range(2, asked.variables + 1)} - {abs(literal) for literal, _ in asked.definitions}:
        values[variable] = chance.getrandbits(STATES)
        values[-variable] = every ^ values[variable]
    for literal, operands in asked.definitions:
        word = every
        for operand in operands:
            word &= values[operand]
        values[literal], values[-literal] = word, every ^ word
    return values

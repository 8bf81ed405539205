"""Clauses, and what follows from them by unit propagation: all that a proof of unsatisfiability needs to be checked.

A literal is a variable, counted from 1, or its negative. Lists by literal have a place for each: Python counts negative
places from the end.
"""

from collections.abc import Iterable, Sequence

Clause = Sequence[int]


class Propagation:
    """Each clause is watched by its first two literals: nothing follows from it until one of them is false."""

    def __init__(self, variables: int) -> None:
        self.true = [False] * (2 * variables + 1)  # by literal; a literal is false if its opposite is true
        self.watched: list[list[list[int]]] = [[] for _ in self.true]  # by literal: the clauses that it watches
        self.trail: list[int] = []  # the literals that are true, in the order in which they became so
        self.contradiction = False  # whether the clauses contradict each other, by unit propagation alone

    def add(self, clause: Clause) -> None:
        """Another clause, with what follows from it for good."""
        if self.contradiction:
            return
        known = sorted(dict.fromkeys(clause), key=lambda literal: self.true[-literal])  # those that are false last
        if len(known) > 1 and not self.true[-known[1]]:
            self.watched[known[0]].append(known)
            self.watched[known[1]].append(known)
        else:
            at = len(self.trail)
            self.contradiction = not (known and self.put(known[0]) and self.propagate(at))

    def follows(self, clause: Clause) -> bool:
        """Whether unit propagation refutes the opposite of a clause: then the clauses imply it."""
        at = len(self.trail)
        refuted = self.contradiction or not (all(self.put(-x) for x in clause) and self.propagate(at))
        self.forget(at)
        return refuted

    def put(self, literal: int) -> bool:
        """Makes a literal true; False if it is false already."""
        if self.true[-literal]:
            return False
        if not self.true[literal]:
            self.true[literal] = True
            self.trail.append(literal)
        return True

    def forget(self, at: int) -> None:
        """Takes back what became true from this place of the trail on."""
        for literal in self.trail[at:]:
            self.true[literal] = False
        del self.trail[at:]

    def propagate(self, at: int) -> bool:
        """Makes true all that follows from the trail, from this place on; False where a clause has no true literal."""
        while at < len(self.trail):
            false, at = -self.trail[at], at + 1
            pending, self.watched[false] = self.watched[false], []
            for place, clause in enumerate(pending):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if not self.true[clause[0]] and self.rewatched(clause):
                    continue
                self.watched[false].append(clause)
                if not self.put(clause[0]):
                    self.watched[false] += pending[place + 1 :]
                    return False
        return True

    def rewatched(self, clause: list[int]) -> bool:
        """Whether another literal that is not false can watch in the second one's place."""
        for place in range(2, len(clause)):
            if not self.true[-clause[place]]:
                clause[1], clause[place] = clause[place], clause[1]
                self.watched[clause[1]].append(clause)
                return True
        return False


def first_wrong(variables: int, formula: Iterable[Clause], proof: Sequence[Clause]) -> int | None:
    """The place of a proof's first clause that does not do, or its length; None if the proof refutes the formula.

    Each clause must follow from the formula and those before it, and the last must make the contradiction plain.
    """
    known = Propagation(variables)
    for clause in formula:
        known.add(clause)
    for place, clause in enumerate(proof):
        named = all(0 < abs(literal) <= variables for literal in clause)
        if known.contradiction or not (named and known.follows(clause)):
            return place
        known.add(clause)
    return None if known.contradiction else len(proof)

"""Chooses few NAND gates for an and-inverter graph.

An and costs one NAND for its opposite, and one more for itself. An exclusive or costs four, of which an adder's carry
shares one, and takes its operands in whichever form exists. Equal gates are shared, and none is made without need.
"""

from collections.abc import Sequence

from ogd_exact.circuits.netlists.graph import Graph
from ogd_exact.circuits.netlists.sequential import FALSE, TRUE

NO_SIGNAL = -1


def most_gates(latches: int, ands: int) -> int:
    """How many NAND gates a closed circuit takes at most, the answer included.

    The question adds at most latches + 1 ands: one for each bit of a target, and one for constraints. An and takes at
    most five gates: four as an exclusive or, and an inverter. A latch takes two: its opposite, and itself as an output.
    Constants take three.
    """
    return 5 * (ands + latches + 1) + 2 * latches + 3


class Gates:
    """Gates on signals: the graph's leaves first, then a spare input, which serves to make constants."""

    def __init__(self, graph: Graph, leaves: int, order: Sequence[int], roots: list[int]) -> None:
        """`order` has the ands that the roots depend on, operands first."""
        self.graph, self.spare = graph, leaves
        self.gates: dict[tuple[int, int], int] = {}  # with their signals, in the order in which they were made
        # The signal of each literal, and flags of literals that something needs in just this form, and of variables
        # that serve in either form: a dict and sets would take much more memory.
        variables = len(graph.variables)
        self.signals = [NO_SIGNAL] * (2 * variables)
        self.wanted, self.either = bytearray(2 * variables), bytearray(variables)
        for i in range(leaves):
            self.signals[2 * (1 + i)] = i
        for root in roots:
            self.wanted[root] = True
        for variable in reversed(order):
            if self.is_live(variable):
                if pair := self.parity_operands(variable):
                    for literal in pair:
                        self.either[literal >> 1] = True
                else:
                    for literal in self.operands(variable):
                        self.wanted[literal] = True
        for variable in order:
            if self.is_live(variable):
                if pair := self.parity_operands(variable):
                    self.make_parity(variable, *pair)
                else:
                    self.make_and(variable, *self.operands(variable))

    def operands(self, variable: int) -> tuple[int, ...]:
        return self.graph.variables[variable] or ()

    def is_live(self, variable: int) -> bool:
        return bool(self.either[variable] or self.wanted[2 * variable] or self.wanted[2 * variable + 1])

    def parity_operands(self, variable: int) -> tuple[int, int] | None:
        """a and b, if the variable is not (a and b) and not (not a and not b), that is, a exclusive or b."""
        left, right = self.operands(variable)
        inside, other = self.operands(left >> 1), self.operands(right >> 1)
        if left & right & 1 and inside and set(other) == {literal ^ 1 for literal in inside}:
            return inside[0], inside[1]
        return None

    def nand(self, a: int, b: int) -> int:
        pair = (min(a, b), max(a, b))
        return self.gates.setdefault(pair, self.spare + 1 + len(self.gates))

    def has_signal(self, literal: int) -> bool:
        return self.signals[literal] != NO_SIGNAL

    def signal(self, literal: int) -> int:
        """The signal of a literal, with a gate for it if only its opposite has one."""
        if not self.has_signal(literal):
            opposite = self.signals[literal ^ 1]
            self.signals[literal] = self.nand(opposite, opposite)
        return self.signals[literal]

    def will_have_nand(self, a: int, b: int) -> bool:
        """Whether some gate is, or is going to be, the NAND of these two literals."""
        conjunction = self.graph.known.get((min(a, b), max(a, b)))
        return conjunction is not None and self.is_live(conjunction >> 1)

    def make_and(self, variable: int, a: int, b: int) -> None:
        for x, y in ((a, b), (b, a)):
            if not self.has_signal(y) and self.will_have_nand(x, y ^ 1):
                # not (x and y) is also not (x and not (x and not y)), which spares an inverter of y.
                signal = self.signal(x)
                self.signals[2 * variable + 1] = self.nand(signal, self.nand(signal, self.signals[y ^ 1]))
                return
        self.signals[2 * variable + 1] = self.nand(self.signal(a), self.signal(b))

    def make_parity(self, variable: int, a: int, b: int) -> None:
        forms = [(x, y) for x in (a, a ^ 1) for y in (b, b ^ 1)]

        def cost(form: tuple[int, int]) -> int:
            made = 2 * variable + (form in (forms[1], forms[2]))
            missing = sum(not self.has_signal(literal) and not self.wanted[literal] for literal in form)
            return missing + (not self.wanted[made]) + (not self.will_have_nand(*form))

        x, y = form = min(forms, key=cost)
        p, q = self.signal(x), self.signal(y)
        both = self.nand(p, q)
        made = 2 * variable + (form in (forms[1], forms[2]))
        self.signals[made] = self.nand(self.nand(p, both), self.nand(q, both))

    def output(self, literal: int) -> int:
        """The gate of a root; inputs and constants get gates of their own."""
        if literal in (FALSE, TRUE):
            true = self.nand(self.spare, self.nand(self.spare, self.spare))
            return true if literal == TRUE else self.nand(true, true)
        signal = self.signal(literal)
        if signal > self.spare:
            return signal
        inverse = self.signal(literal ^ 1)
        return self.nand(inverse, inverse)

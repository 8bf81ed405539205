"""An and-inverter graph in the making: equal ands are shared, and what is constant or redundant folds away."""

from collections.abc import Iterable

from ogd_exact.circuits.netlists.sequential import FALSE, MAX_VARIABLES, TRUE
from ogd_exact.core.kernel.errors import InputError


class Graph:
    """Variables in the order in which they were made: leaves (None), and ands of earlier literals."""

    def __init__(self, leaves: int = 0) -> None:
        self.variables: list[tuple[int, int] | None] = [None] * (1 + leaves)
        self.known: dict[tuple[int, int], int] = {}

    def leaf(self) -> int:
        return self.appended(None)

    def appended(self, operands: tuple[int, int] | None) -> int:
        if len(self.variables) > MAX_VARIABLES:
            raise InputError(f"the circuit has more than {MAX_VARIABLES} variables; use a smaller one")
        self.variables.append(operands)
        return 2 * len(self.variables) - 2

    def conjunction(self, a: int, b: int) -> int:
        """The literal of a and b, new only if no existing one will do."""
        for x, y in ((a, b), (b, a)):
            if (inside := self.variables[y >> 1]) is None:
                continue
            if y & 1:
                if x ^ 1 in inside:  # x and not (not x and ...)
                    return x
                if x in inside:  # x and not (x and z) is x and not z
                    return self.conjunction(x, inside[inside[0] == x] ^ 1)
            elif x in inside:
                return y
            elif x ^ 1 in inside:
                return FALSE
        a, b = min(a, b), max(a, b)
        if a == FALSE or a ^ 1 == b:
            return FALSE
        if a in (TRUE, b):
            return b
        pair = (a, b)
        if pair not in self.known:
            self.known[pair] = self.appended(pair)
        return self.known[pair]

    def disjunction(self, a: int, b: int) -> int:
        return self.conjunction(a ^ 1, b ^ 1) ^ 1

    def parity(self, a: int, b: int) -> int:
        """Exclusive or, in the form that shares its first and with a half adder's carry."""
        return self.conjunction(self.conjunction(a, b) ^ 1, self.conjunction(a ^ 1, b ^ 1) ^ 1)

    def choice(self, select: int, a: int, b: int) -> int:
        """a if select, else b."""
        return self.disjunction(self.conjunction(select, a), self.conjunction(select ^ 1, b))

    def all_of(self, literals: Iterable[int]) -> int:
        result = TRUE
        for literal in literals:
            result = self.conjunction(result, literal)
        return result

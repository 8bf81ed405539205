"""Values without knowing them: the same number for the same function of the same values.

A function is its truth table, such as 1110 for NAND: what it yields from all arguments false to all true, the last
argument changing first; 0, 1, or - for unset. What a contract promises and what a netlist computes are both read as
such tables, so that a value is one number however it is written.
"""

import functools
from collections.abc import Sequence
from itertools import product

from ogd_exact.core.tables.effects import BITS, apply_effect, coordinates_in, is_call


@functools.lru_cache(maxsize=1000)
def truth_table(text: str) -> str:
    """What an effect yields for all bits of its coordinates, from all false to all true: 0, 1, or - for unset.

    An unset coordinate counts as false: the functions that allow it yield for both what counts as the same.
    """
    names = coordinates_in(text)
    rows = (dict(zip(names, bits, strict=True)) for bits in product(BITS, repeat=len(names)))
    return "".join({"false": "0", "true": "1", "unset": "-"}[apply_effect(text, row)] for row in rows)


Function = tuple[str, tuple[int, ...]]  # a truth table, and the places of its arguments
COPY, NOT, NAND, UNSET_IF_FALSE = map(truth_table, ("copy(a)", "not(a)", "nand(a, b)", "unset_if_false(a)"))


class Terms:
    def __init__(self, false_is_unset: bool = False) -> None:
        self.false_is_unset = false_is_unset
        self.known: dict[tuple[str, int], dict[int, int]] = {}  # by function and its arguments, these as one number
        self.count = 0

    def term(self, function: str, *arguments: int) -> int:
        known = self.known.setdefault((function, len(arguments)), {})
        number = known.setdefault(numbered(arguments), self.count)
        self.count += number == self.count
        return number

    def applied(self, table: str, arguments: Sequence[int]) -> int:
        """The value of a function, whatever the order of its arguments, and which of them are the same or unused."""
        if "-" in table:
            value = self.applied(table.replace("-", "0"), arguments)
            return value if self.false_is_unset else self.term(UNSET_IF_FALSE, value)
        values = sorted({*arguments})
        table, used = reduced(table, tuple([values.index(argument) for argument in arguments]))
        return values[used[0]] if table == COPY else self.term(table, *[values[k] for k in used])

    def result(self, function: Function | None, terms: Sequence[int | None]) -> int | None:
        """The value that a function yields, if it is one of known values."""
        if function is None:
            return None
        known = [term for term in [terms[place] for place in function[1]] if term is not None]
        return self.applied(function[0], known) if len(known) == len(function[1]) else None


@functools.lru_cache(maxsize=10_000)
def reduced(table: str, places: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The function of distinct values that has arguments at these places, and which of the values it depends on."""
    size = max(places, default=-1) + 1

    def at(bits: Sequence[str]) -> str:
        return table[int("".join(bits[place] for place in places) or "0", 2)]

    rows = [*product("01", repeat=size)]
    used = tuple(
        k for k in range(size) if any(at(bits) != at([*bits[:k], "10"[int(bits[k])], *bits[k + 1 :]]) for bits in rows)
    )
    return "".join(at(bits) for bits in rows if all(bits[k] == "0" for k in range(size) if k not in used)), used


def numbered(arguments: Sequence[int]) -> int:
    """One number for several, and another for any others that are as many: Cantor's. Tuples take much more memory."""
    return functools.reduce(lambda a, b: (a + b) * (a + b + 1) // 2 + b, arguments) if arguments else 0


def function(text: str, names: Sequence[str]) -> Function | None:
    """The effect of a contract as a function of what is at the places that it depends on, if it is one."""
    of = coordinates_in(text)
    if not is_call(text) or not {*of} <= {*names}:
        return None
    table, used = reduced(truth_table(text), tuple(range(len(of))))
    return table, tuple(names.index(of[k]) for k in used)

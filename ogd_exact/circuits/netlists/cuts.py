"""What gates of given kinds can do of a netlist: for each signal, functions of few signals before it.

A literal is (signal, positive?). Inverters are no signals of their own here: they are the other literal.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

MOST_OPERANDS = 4
MOST_CUTS = 16  # that are kept of a signal

Literal = tuple[int, bool]


class Kind(NamedTuple):
    """A gate that a construction has, and how many examples it takes."""

    table: str
    cost: int
    in_place: bool = False  # whether its last operand is what its target held


class Match(NamedTuple):
    """A way to make a literal: the gate, and the literals that it reads."""

    kind: Kind
    operands: tuple[Literal, ...]


class Cut(NamedTuple):
    """A signal as a function of these; row 0 of the table, where all are false, stands first."""

    leaves: tuple[int, ...]
    table: str


def permuted(kind: Kind) -> Iterable[tuple[str, tuple[int, ...]]]:
    """The functions that a gate computes, its operands in any order: which operand is put at each of its places."""
    k = len(kind.table).bit_length() - 1
    for places in permutations(range(k)):
        rows = product((0, 1), repeat=k)
        yield "".join(kind.table[number(row[place] for place in places)] for row in rows), places


def number(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found = 2 * found + bit
    return found


class Matcher:
    """Which gates compute a function of literals."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        # Of a gate that works in place it matters which argument its target holds.
        self.known: dict[str, dict[int, tuple[Kind, tuple[int, ...]]]] = {}
        for kind in sorted(kinds, key=lambda kind: -kind.cost):
            for table, places in permuted(kind):
                self.known.setdefault(table, {})[places[-1] if kind.in_place else 0] = kind, places
        self.of_table = cache(self.found)

    def found(self, table: str) -> tuple[tuple[Kind, tuple[int, ...], tuple[bool, ...], bool], ...]:
        """Gates for a function or its opposite, of its arguments or of their opposites."""
        k, all_found = len(table).bit_length() - 1, []
        for signs in product((True, False), repeat=k):
            rows = product((0, 1), repeat=k)
            turned = "".join(table[number(b ^ (not s) for b, s in zip(row, signs, strict=True))] for row in rows)
            for wanted in (True, False):
                found = self.known.get(turned if wanted else turned.translate(OPPOSITE), {})
                all_found += [(*match, signs, wanted) for match in found.values()]
        return tuple(all_found)


OPPOSITE = str.maketrans("01", "10")


def cuts(
    inputs: int, gates: Sequence[tuple[int, int]], order: Sequence[int], literal: Mapping[int, Literal]
) -> dict[int, list[Cut]]:
    """For each signal in this order the functions that it is of few others."""
    found: dict[int, list[Cut]] = {}

    def of(signal: int) -> list[tuple[Cut, bool]]:
        name, positive = literal[signal]
        own = [Cut((name,), "01")]
        return [(cut, positive) for cut in own + (found.get(name, []) if name >= inputs else [])]

    for signal in order:
        a, b = gates[signal - inputs]
        merged: dict[Cut, None] = {}
        for (left, p), (right, q) in product(of(a), of(b)):
            leaves = tuple(sorted({*left.leaves, *right.leaves}))
            if len(leaves) <= MOST_OPERANDS:
                merged[joined(left, p, right, q, leaves)] = None
        found[signal] = sorted(merged, key=lambda cut: len(cut.leaves))[:MOST_CUTS]
    return found


def joined(left: Cut, p: bool, right: Cut, q: bool, leaves: tuple[int, ...]) -> Cut:
    """The NAND of two functions or their opposites, without the leaves that it does not depend on."""
    used, table = nand_of(
        (left.table, p, tuple(map(leaves.index, left.leaves))),
        (right.table, q, tuple(map(leaves.index, right.leaves))),
        len(leaves),
    )
    return Cut(tuple(leaves[k] for k in used), table)


@cache
def nand_of(left: tuple[str, bool, tuple[int, ...]], right: tuple[str, bool, tuple[int, ...]], k: int) -> Cut:
    def value(part: tuple[str, bool, tuple[int, ...]], row: tuple[int, ...]) -> bool:
        return (part[0][number(row[place] for place in part[2])] == "1") == part[1]

    rows = list(product((0, 1), repeat=k))
    of = {row: "10"[value(left, row) and value(right, row)] for row in rows}
    used = [j for j in range(k) if any(of[row] != of[(*row[:j], 1 - row[j], *row[j + 1 :])] for row in rows)]
    return Cut(tuple(used), "".join(of[row] for row in rows if not any(row[j] for j in range(k) if j not in used)))

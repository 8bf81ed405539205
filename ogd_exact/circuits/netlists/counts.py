"""Signals that say whether so many of a few inputs are true. Nothing here is trusted: cells are checked."""

from collections.abc import Iterator, Sequence
from functools import cache

from ogd_exact.circuits.netlists.cells import columns
from ogd_exact.circuits.netlists.cuts import MOST_OPERANDS, Literal

MOST_COUNTED = 9
MOST_GATES = 150  # between a signal and its inputs

Count = tuple[str, tuple[Literal, ...], bool]  # a table, what it is of, and whether the signal is that, or its opposite


@cache
def at_least(least: int, count: int) -> str:
    """The table of a gate for so many of several bits."""
    return "".join("01"[row.bit_count() >= least] for row in range(1 << count))


def counts(inputs: int, gates: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Count]]:
    """The signals that depend on more inputs than other gates read, and only on how many of these are true."""
    leaves: list[tuple[int, ...] | None] = [(i,) for i in range(inputs)]
    for signal, (a, b) in enumerate(gates, inputs):
        left, right = leaves[a], leaves[b]
        together = None if left is None or right is None else tuple(sorted({*left, *right}))
        leaves.append(together if together is not None and len(together) <= MOST_COUNTED else None)
        if together is not None and MOST_OPERANDS < len(together) <= MOST_COUNTED:
            yield from ((signal, count) for count in counts_of(inputs, gates, signal, together))


def counts_of(inputs: int, gates: Sequence[tuple[int, int]], signal: int, leaves: Sequence[int]) -> Iterator[Count]:
    """Of literals, and of their opposites: where at least t of k are not true, at least k + 1 - t of these are."""
    inner, waiting = {signal}, [signal]
    while waiting and len(inner) <= MOST_GATES:
        new = {*gates[waiting.pop() - inputs]} - inner - {*leaves}
        inner |= new
        waiting += new
    if waiting:
        return

    def value(of: dict[int, int], every: int) -> int:
        for gate in sorted(inner):
            a, b = gates[gate - inputs]
            of[gate] = every ^ (of[a] & of[b])
        return of[signal]

    every, each = (1 << (1 << len(leaves))) - 1, dict(zip(leaves, columns(len(leaves)), strict=True))
    table = value(dict(each), every)
    # By how much more often it is true where a leaf is: alike for all leaves that count, if they do.
    rise = {leaf: 2 * (table & each[leaf]).bit_count() - table.bit_count() for leaf in leaves}
    used = [leaf for leaf in leaves if rise[leaf]]
    if len(used) <= MOST_OPERANDS or len({abs(rise[leaf]) for leaf in used}) > 1:
        return
    if any((table ^ (table << (1 << k))) & each[leaf] for k, leaf in enumerate(leaves) if not rise[leaf]):
        return
    every = (1 << (1 << len(used))) - 1
    rising = zip(used, columns(len(used)), strict=True)
    each = dict.fromkeys(leaves, 0) | {leaf: column if rise[leaf] > 0 else every ^ column for leaf, column in rising}
    table = value(each, every)
    text = "".join("01"[table >> row & 1] for row in range(1 << len(used)))
    for least in range(1, len(used) + 1):
        if text == at_least(least, len(used)):
            yield text, tuple((leaf, rise[leaf] > 0) for leaf in used), True
            yield at_least(len(used) + 1 - least, len(used)), tuple((leaf, rise[leaf] < 0) for leaf in used), False

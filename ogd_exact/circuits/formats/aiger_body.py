"""What stands between the header and the names of an AIGER file."""

from dataclasses import dataclass

from ogd_exact.circuits.formats.aiger_cursor import Cursor
from ogd_exact.circuits.netlists.ordering import Loop, operands_first

Sizes = dict[str, int]
NAMED = {"o": "an output's literal", "b": "a bad's literal", "c": "a constraint's literal"}


@dataclass
class Body:
    """The contents of a file but for names, with literals as a Sequential numbers them."""

    latches: list[tuple[int, int | None]]
    named: dict[str, list[int]]  # by kind, of NAMED
    ands: list[tuple[int, int]]


def read_binary(cursor: Cursor, sizes: Sizes) -> Body:
    """Literals are as in a Sequential already; the ands are written as differences."""
    variables = sizes["M"]

    def literal(word: bytes) -> int:
        return cursor.literal(word, variables)

    latches: list[tuple[int, int | None]] = []
    for i in range(sizes["l"]):
        words = cursor.words(1, 2, "a latch: next [reset]")
        latches.append((literal(words[0]), cursor.reset(words[1:], 2 * (1 + sizes["i"] + i))))
    named = {k: [literal(cursor.words(1, 1, what)[0]) for _ in range(sizes[k])] for k, what in NAMED.items()}
    if 2 * sizes["A"] > cursor.remaining():
        raise cursor.error(f"the header claims {sizes['A']} ands, but only {cursor.remaining()} bytes follow")
    ands: list[tuple[int, int]] = []
    for variable in range(1 + sizes["i"] + sizes["l"], variables + 1):
        left = 2 * variable - cursor.difference(1, 2 * variable)
        ands.append((left, left - cursor.difference(0, left)))
    return Body(latches, named, ands)


def read_ascii(cursor: Cursor, sizes: Sizes) -> Body:
    """Definitions come in any order and with gaps, and are renumbered."""
    new: dict[int, int] = {0: 0}
    lines: dict[int, int] = {}

    def literal(word: bytes) -> int:
        return cursor.literal(word, sizes["M"])

    def defined(word: bytes) -> int:
        """The variable that this line defines."""
        left = literal(word)
        if left & 1:
            raise cursor.error(f"literal {left} is odd; define the even {left - 1}")
        if left == 0:
            raise cursor.error("literal 0 is the constant false and cannot be defined")
        if left >> 1 in lines:
            raise cursor.error(f"literal {left} is defined twice; first on line {lines[left >> 1]}")
        lines[left >> 1] = cursor.number_of_line
        return left >> 1

    def uses(count: int, what: str) -> list[tuple[int, int]]:
        found = []
        for _ in range(count):
            (word,) = cursor.words(1, 1, what)
            found.append((literal(word), cursor.number_of_line))
        return found

    def renumbered(use: int, line: int) -> int:
        if use >> 1 not in new:
            raise cursor.error(f"literal {use} is used but nothing defines it", line)
        return 2 * new[use >> 1] + (use & 1)

    for _ in range(sizes["i"]):
        new[defined(cursor.words(1, 1, "an input's literal")[0])] = len(new)
    latches = []
    for _ in range(sizes["l"]):
        words = cursor.words(2, 3, "a latch: literal next [reset]")
        variable = defined(words[0])
        new[variable] = len(new)
        latches.append((literal(words[1]), cursor.reset(words[2:], 2 * variable), cursor.number_of_line))
    named = {kind: uses(sizes[kind], what) for kind, what in NAMED.items()}
    gates: dict[int, tuple[int, int]] = {}
    for _ in range(sizes["A"]):
        words = cursor.words(3, 3, "an and: literal left right")
        gates[defined(words[0])] = literal(words[1]), literal(words[2])
    try:
        order = operands_first(gates, lambda v: [use >> 1 for use in gates[v] if use >> 1 in gates])
    except Loop as loop:
        raise cursor.error(f"the and of literal {2 * loop.node} depends on itself", lines[loop.node]) from None
    for variable in order:
        new[variable] = len(new)
    return Body(
        [(renumbered(follows, line), reset) for follows, reset, line in latches],
        {kind: [renumbered(*use) for use in found] for kind, found in named.items()},
        [(renumbered(gates[v][0], lines[v]), renumbered(gates[v][1], lines[v])) for v in order],
    )

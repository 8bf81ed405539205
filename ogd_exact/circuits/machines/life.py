"""Conway's Game of Life on a torus: life:8 or life:6x10, with a pattern by name or from an RLE file: life:8:glider."""

import re
from pathlib import Path
from typing import NamedTuple

from ogd_exact.circuits.machines.arithmetic import none_of
from ogd_exact.circuits.netlists.builder import Circuit, Signal, all_of
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.paths import contents
from ogd_exact.text.suggestion import unknown

LEAST, MOST = 3, 64  # rows, and columns
MAX_BYTES = 1 << 16
PATTERNS = {  # as RLE files have them: b is dead, o lives, $ ends a row, ! the pattern
    "glider": "bo$2bo$3o!",
    "blinker": "3o!",
    "toad": "b3o$3o!",
    "r-pentomino": "b2o$2o$bo!",
    "acorn": "bo$3bo$2o2b3o!",
    "gosper-gun": "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
}


class Board(NamedTuple):
    rows: int
    columns: int
    alive: frozenset[tuple[int, int]]  # rows from the top, columns from the left


def board(text: str) -> Board:
    """Reads what follows life: in a specification, such as 8, 6x10 or 16:r-pentomino."""
    size, _, name = text.partition(":")
    match = re.fullmatch("([0-9]{1,4})(?:x([0-9]{1,4}))?", size)
    rows, columns = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not (LEAST <= rows <= MOST and LEAST <= columns <= MOST):
        raise InputError(f"life takes {LEAST} to {MOST} rows and columns, as in life:8 or life:6x10, not {size[:40]!r}")
    if Path(name).suffix == ".rle":
        cells = living(contents(Path(name), MAX_BYTES, "give a pattern in RLE").decode("utf-8", "replace"), name)
    elif name and name not in PATTERNS:
        raise unknown("pattern", name, (*PATTERNS, "FILE.rle"))
    else:
        cells = living(PATTERNS[name or "glider"], name)
    high, wide = (1 + max((cell[k] for cell in cells), default=0) for k in (0, 1))
    if high > rows or wide > columns:
        raise InputError(f"the pattern {name[:40]} needs {high} rows and {wide} columns; make the board as large")
    top, left = (rows - high) // 2, (columns - wide) // 2
    return Board(rows, columns, frozenset((top + row, left + column) for row, column in cells))


def living(text: str, path: str) -> set[tuple[int, int]]:
    """The cells of a pattern in RLE that live; other rules than Life's are refused."""
    cells, row, column = set[tuple[int, int]](), 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        if re.match(r"\s*x\s*=", line):
            rule = re.search(r"rule\s*=\s*(\S+)", line)
            if rule and rule[1].upper() not in ("B3/S23", "23/3"):
                raise InputError(f"has the rule {rule[1][:40]}, not Life's B3/S23", path, number)
            continue
        for token in re.finditer(r"\s+|([0-9]*)([bo$!])|(.)", line):
            if token[3] or len(token[1] or "") > 4:
                raise InputError("is not RLE: a count, then b, o, $ or !", path, number, token.start() + 1)
            count = int(token[1] or 1)
            if token[2] == "!":
                return cells
            if token[2] == "$":
                row, column = row + count, 0
            elif token[2]:
                cells |= {(row, column + k) for k in range(count if token[2] == "o" else 0)}
                column += count
            if row > MOST or column > MOST:
                raise InputError(f"has more than {MOST} rows or columns", path, number, token.start() + 1)
    raise InputError("is not RLE: it ends without !", path)


def life(circuit: Circuit, start: Board) -> None:
    """plays the Game of Life on a torus of N x N or RxC cells, from a pattern in the middle; bad when all are dead"""
    rows, columns, alive = start
    places = [(row, column) for row in range(rows) for column in range(columns)]
    # A state is written with its last latch first, and so in the order in which one reads a board.
    cells = {(r, c): circuit.state(f"r{r}c{c}", int((r, c) in alive)) for r, c in reversed(places)}
    of_column = {(r, c): summed(*(cells[(r + k) % rows, c] for k in (-1, 0, 1))) for r, c in places}
    for r, c in places:
        near = [of_column[r, (c + k) % columns] for k in (-1, 0, 1)]
        # A cell and its neighbours make low + 2 (middle + carry) + 4 high: at least 3, and not 4 without the cell.
        low, carry = summed(*(ones for ones, _ in near))
        middle, high = summed(*(twos for _, twos in near))
        second, both = middle ^ carry, middle & carry
        four = high | both
        crowded = four & ~(~low & ~second & ~(high & both) & cells[r, c])
        circuit.set_next(cells[r, c], (four | (low & second)) & ~crowded)
    dead = (none_of(circuit, [cells[r, c] for c in range(columns)]) for r in range(rows))
    circuit.bad(all_of(circuit, dead), "all_dead")


def summed(a: Signal, b: Signal, c: Signal) -> tuple[Signal, Signal]:
    """The two bits of the sum of three."""
    differ = a ^ b
    return differ ^ c, (a & b) | (differ & c)

"""The Game of Life as a circuit, against rules that count neighbours; patterns, and files that are refused."""

import random
import re
from itertools import islice, product
from pathlib import Path

import pytest

from ogd_exact.circuits.machines.life import PATTERNS, board
from ogd_exact.circuits.machines.machines import machine
from ogd_exact.circuits.netlists.nand import to_nand
from ogd_exact.core.kernel.errors import InputError

Cells = frozenset[tuple[int, int]]


def generation(alive: Cells, rows: int, columns: int) -> Cells:
    """What lives next, by counting."""
    near = [(r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]
    found = set()
    for r, c in product(range(rows), range(columns)):
        count = sum(((r + dr) % rows, (c + dc) % columns) in alive for dr, dc in near)
        if count == 3 or (count == 2 and (r, c) in alive):
            found.add((r, c))
    return frozenset(found)


def played(spec: str, frames: int) -> list[Cells]:
    """The living cells in each frame of the NAND gates, as words are read: from the top left."""
    start, netlist = board(spec), to_nand(machine(f"life:{spec}"))
    found = []
    for frame in islice(netlist.run(), frames):
        word = netlist.latches(frame.bits)[::-1]
        found.append(frozenset(divmod(k, start.columns) for k, bit in enumerate(word) if bit))
    return found


def rle(cells: Cells, rows: int, columns: int) -> str:
    lines = ["".join("bo"[(r, c) in cells] for c in range(columns)) for r in range(rows)]
    return "#C a comment\nx = 1, y = 1, rule = B3/S23\n" + "$\n".join(lines) + "!\n"


@pytest.mark.parametrize("seed", range(12))
def test_random_boards_play_by_the_rules(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    rows, columns = chance.randint(3, 7), chance.randint(3, 7)
    corners = {(0, 0), (rows - 1, columns - 1)}  # so that the pattern is as large as the board
    cells = frozenset(corners | {cell for cell in product(range(rows), range(columns)) if chance.random() < 0.4})
    (tmp_path / "some.rle").write_text(rle(cells, rows, columns))
    frames = played(f"{rows}x{columns}:{tmp_path / 'some.rle'}", 8)
    assert frames[0] == cells
    for before, after in zip(frames, frames[1:], strict=False):
        assert after == generation(before, rows, columns)


def test_a_glider_is_back_after_32_generations() -> None:
    frames = played("8", 33)
    assert frames[32] == frames[0] and len({*frames}) == 32 and {len(cells) for cells in frames} == {5}
    moved = frozenset(((r + 1) % 8, (c + 1) % 8) for r, c in frames[0])
    assert frames[4] == moved


def test_the_gun_has_fired_a_glider_after_30_generations() -> None:
    assert len(board("40:gosper-gun").alive) == 36
    frames = played("40:gosper-gun", 31)
    assert len(frames[30]) == 36 + 5 and frames[0] < frames[30]


def test_a_blinker_blinks_and_all_patterns_fit() -> None:
    frames = played("5:blinker", 3)
    assert frames[0] == {(2, 1), (2, 2), (2, 3)} and frames[1] == {(1, 2), (2, 2), (3, 2)} and frames[2] == frames[0]
    assert all(len(board(f"40:{name}").alive) >= 3 for name in PATTERNS)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("2", "3 to 64 rows and columns"),
        ("65", "3 to 64 rows and columns"),
        ("4x", "3 to 64 rows and columns"),
        ("4x4x4", "3 to 64 rows and columns"),
        ("8:glidr", "did you mean glider?"),
        ("8:gosper-gun", "needs 9 rows and 36 columns"),
        ("8:no.rle", "no.rle"),
    ],
)
def test_wrong_boards(spec: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        machine(f"life:{spec}")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("3o", "", "ends without !"),
        ("3o$2x!", ":1:4", "a count, then b, o, $ or !"),
        ("x = 3, y = 1, rule = B36/S23\n3o!", ":1", "the rule B36/S23, not Life's"),
        ("#C large\n99999o!", ":2:1", "a count"),
        ("9999o!", ":1:1", "more than 64"),
        ("9999$o!", ":1:1", "more than 64"),
        ("\x00!", ":1:1", "a count"),
    ],
)
def test_wrong_patterns(text: str, place: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rle"
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        board(f"8:{path}")
    assert message in str(raised.value) and f"{path}{place}" in str(raised.value)

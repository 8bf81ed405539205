"""The map from the paper to the commands is what the commands say now."""

from pathlib import Path

import pytest

import paper_map
from conftest import needs, sampled
from ogd_exact.tables.folder import paper

ROWS, BEYOND = paper_map.rows(), paper_map.beyond()
NEEDED = {
    "sklearn": ("sklearn", "scikit-learn"),
    "torch": ("torch", "torch"),
    "barrier weights": ("flint", "python-flint"),
}


@pytest.mark.parametrize("row", sampled([*ROWS, *BEYOND], 3, lambda row: [row in BEYOND]), ids=lambda row: row.command)
def test_a_row_is_what_its_command_says(row: paper_map.Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for word, library in NEEDED.items():
        if word in row.command:
            needs(*library)
    monkeypatch.chdir(tmp_path)
    assert paper_map.line(row) in paper_map.PAGE.read_text().splitlines()


def test_the_page_has_the_rows_and_no_others() -> None:
    first, _, second = paper_map.PAGE.read_text().removeprefix(paper_map.HEAD).partition(paper_map.BEYOND)
    for part, listed in ((first, ROWS), (second, BEYOND)):
        assert [line.split(" | ")[2] for line in part.splitlines()] == [f"`{row.command}`" for row in listed]
    lines = [*first.splitlines(), *second.splitlines()]
    assert not any(cell.strip() == "" for line in lines for cell in line.strip("|").split(" | "))


def test_every_printed_table_has_a_row() -> None:
    printed = {table.label for table in paper().tables.values() if table.path}
    assert len(printed) == 24 and printed <= {row.where for row in ROWS}


def test_corrections_are_there() -> None:
    sections = (paper_map.ROOT / "docs" / "divergences.md").read_text()
    numbers = {number for row in ROWS for number in (row.corrected, row.differs) if number is not None}
    assert numbers == {1, 2, 3, 4, 7, 8} and all(f"\n## {number}. " in sections for number in numbers)

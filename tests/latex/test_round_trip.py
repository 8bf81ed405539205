"""What the writer writes, the reader reads back: the same tables, text for text."""

import re
from pathlib import Path
from typing import Any

import pytest

from conftest import called, in_full, sampled
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.latex_read.tables import read_papers
from ogd_exact.gadgets.reading.folder import paper


def texts(table: Table) -> Any:
    """All that a table says, with spaces and parentheses that change nothing taken out."""

    def plain(text: str) -> str:
        return re.sub(r"\((-?\w+)\)", r"\1", text.replace(" ", ""))

    steps = [
        (
            *([plain(t) for t in step.x], plain(step.y), step.call, step.on, step.note),
            {name: plain(text) for name, text in step.magnitudes.items()},
            [[plain(t) for t in line] for line in (*table.before(k), *step.after)],
        )
        for k, step in enumerate(table.steps)
    ]
    constants, returns = ({n: plain(t) for n, t in part.items()} for part in (table.constants, table.returns))
    return table.model, table.gadget, table.coordinates, steps, constants, returns, table.region, table.contract


@pytest.mark.parametrize(
    "options", sampled([(), ("--printed",), ("--marks", "colour"), ("--marks", "none")], 4, lambda _: ())
)
def test_all_tables_come_back(options: tuple[str, ...], tmp_path: Path) -> None:
    assert called("latex", "--output-dir", tmp_path, *options).code == 0
    library = paper(printed="--printed" in options)
    read = read_papers([tmp_path / "all.tex"], library).result
    assert len(read.tables) == len(library.tables) == 30
    for key, table in library.tables.items():
        assert texts(read.tables[key]) == texts(table), key


@in_full
def test_single_files_come_back(tmp_path: Path) -> None:
    """Also without the preamble that defines how corrections are marked."""
    called("latex", "--output-dir", tmp_path)
    for (model, gadget), table in paper().tables.items():
        read = read_papers([tmp_path / f"{model}-{gadget}.tex"], paper()).result
        assert list(map(texts, read.tables.values())) == [texts(table)]

"""The page on synthesis shows what was measured, and what can be measured again in a moment is still so."""

import json
import re
import shlex

import pytest

import least_lengths
from conftest import ROOT, called, needs, sampled

PAGE = (ROOT / "docs" / "synthesis.md").read_text()
DATA = json.loads(least_lengths.MEASURED.read_text())
SOON = [cell for cell in DATA["cells"] if cell["seconds"] < 2 and cell["found"]]


def test_the_page_shows_what_was_measured() -> None:
    assert least_lengths.page(PAGE, DATA) == PAGE, "run scripts/least_lengths.py --show"
    listed = [(cell["tables"], cell["model"], cell["contract"]) for cell in DATA["cells"]]
    assert listed == least_lengths.cells(), "run scripts/least_lengths.py with a word that no cell has"


def test_nothing_is_longer_than_what_is_there() -> None:
    for cell in DATA["cells"]:
        there = least_lengths.length(cell["tables"], cell["model"], cell["contract"])
        assert there is None or cell["found"] is None or cell["refuted"] < cell["found"] <= there
        assert cell["found"] is not None or (cell["model"], cell["contract"]) == ("dense-relu", "destructive_nand")


@pytest.mark.parametrize("cell", sampled(SOON, 4, lambda cell: [cell["model"]]), ids=lambda cell: cell["contract"][:20])
def test_what_was_measured_is_still_so(cell: dict[str, object]) -> None:
    needs("z3", "z3-solver")
    again = least_lengths.measured(*(str(cell[key]) for key in ("tables", "model", "contract")))
    assert {**again, "seconds": 0, "limit": 0} == {**cell, "seconds": 0, "limit": 0}


@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_real_output() -> None:
    needs("z3", "z3-solver")
    ((command, output),) = re.findall(r"```\n\$ python -m ogd_exact\.([^\n]*)\n(.*?)```", PAGE, re.S)
    assert called(*shlex.split(command)).out == output

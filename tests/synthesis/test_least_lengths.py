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
    assert [(cell["model"], cell["contract"]) for cell in DATA["cells"]] == least_lengths.CELLS


@pytest.mark.parametrize("cell", sampled(SOON, 4, lambda cell: [cell["model"]]), ids=lambda cell: cell["contract"][:20])
def test_what_was_measured_is_still_so(cell: dict[str, object]) -> None:
    needs("z3", "z3-solver")
    again = least_lengths.measured(str(cell["model"]), str(cell["contract"]))
    assert {**again, "seconds": 0} == {**cell, "seconds": 0}


@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_real_output() -> None:
    needs("z3", "z3-solver")
    ((command, output),) = re.findall(r"```\n\$ python -m ogd_exact\.([^\n]*)\n(.*?)```", PAGE, re.S)
    assert called(*shlex.split(command)).out == output

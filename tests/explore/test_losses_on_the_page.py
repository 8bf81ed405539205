"""The page of a loss of a user's own: its stepper does what OGD by fractions does."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from explored import data_of, node, page_file

from conftest import needs_program
from own_losses import LOSSES, by_fractions, copied, numbers, options


@pytest.mark.parametrize("loss", LOSSES)
def test_the_page_takes_the_same_steps(tmp_path: Path, loss: str) -> None:
    """By its own program, in JavaScript, up to the answer; a page of a table is written as well."""
    needs_program("node", package="nodejs")
    folder = copied(loss, tmp_path)
    said = [*options(folder, loss), *numbers(loss)]
    assert loss in page_file(folder, "gadget:copy", *said).read_text()
    data = data_of(page_file(folder, "counter:2", *said))
    (folder / "data.json").write_text(json.dumps(data))
    trace = node("trace.mjs", folder / "data.json")
    header, run = by_fractions(folder, loss, "counter:2")
    assert len(trace) > 3 * header["examples"] and next(run)
    for (*_, weights), found in zip(trace, run, strict=False):
        assert list(map(Fraction, weights)) == list(found.values())

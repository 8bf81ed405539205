"""The page on the library is run from top to bottom, example by example."""

import doctest
import re
from pathlib import Path

import pytest

import ogd_exact as ogd
from conftest import ROOT, needs, needs_program

PAGE = (ROOT / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_what_happens(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = BLOCKS[number]
    if "sklearn" in block:
        needs("sklearn", "scikit-learn")
    if "invariant" in block:
        needs_program("berkeley-abc")
        needs_program("cadical")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(block, {"ogd": ogd}, f"docs/api.md, block {number + 1}", None, None)
    said: list[str] = []
    assert test.examples
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


def test_the_page_has_every_name_and_every_option() -> None:
    assert all(
        f"ogd.{name}" in PAGE
        for name in ("verify", "reduce", "simulate", "training_set", "check", "Table", "Circuit", "InputError")
    )
    for verb in (ogd.verify, ogd.reduce, ogd.simulate, ogd.training_set, ogd.check):
        (signature,) = re.findall(rf"`ogd\.{verb.__name__}\(([^`]*)\)`", PAGE.replace("\n", " "))
        names = [name for name in verb.__annotations__ if name != "return"]
        assert [name for name in signature.split(", ") if name != "*"] == names

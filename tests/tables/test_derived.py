"""A model that is derived from another: its tables are those of the other, with every weight scaled."""

from pathlib import Path
from typing import Any

import pytest

from ogd_exact.core.tables import derived
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.derived import derived_table, product
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table

HALVE = """
gadget = "halve"
label = "tab:halve"
coordinates = ["i1"]
cases = [["1"]]
constants = { half = "1/2" }
returns = { i1 = "half" }
step = [{ x = ["-1/2"], y = "1", after = [["1/2"]] }]
"""
LIFT = """
gadget = "lift"
label = "tab:lift"
coordinates = ["i1"]
cases = [["1/2"]]
step = [{ x = ["1/2"], y = "1", after = [["1"]] }]
contract = { before = { i1 = "1/2" }, after = { i1 = "true" } }
"""
PLAIN = """
rule = "hinge"
contract = [{ gadget = "halve", before = { i1 = "true" }, after = { i1 = "true" }, returns = ["i1"] }]
"""
DERIVED = """
derived_from = "plain"
scale = { x = "1/root", w = "root" }
symbols = ["root"]
learning_rate = "root^2"
region = [{ bound = "root > 0" }]
"""


def test_a_contract_of_the_table_itself_is_scaled(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "scaled").mkdir()
    (tmp_path / "plain" / "model.toml").write_text('rule = "hinge"\n')
    (tmp_path / "plain" / "lift.toml").write_text(LIFT)
    (tmp_path / "scaled" / "model.toml").write_text(DERIVED)
    answer = verify("--tables", tmp_path)
    assert answer.code == 0 and "2 tables" in answer.out, answer.out


def test_a_returned_magnitude_is_not_scaled_as_the_weight_of_truth_is(verify: Any, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "scaled").mkdir()
    (tmp_path / "plain" / "model.toml").write_text(PLAIN)
    (tmp_path / "plain" / "halve.toml").write_text(HALVE)
    (tmp_path / "scaled" / "model.toml").write_text(DERIVED)
    answer = verify("--tables", tmp_path)
    assert answer.code == 0 and "2 tables" in answer.out, answer.out


SCALED = Model("s", RULES["hinge"], symbols=("root",), encoding=ENCODING, scale_x="1/root", scale_w="root")


def test_constants_and_printed_weights_before_a_step_are_scaled() -> None:
    step = Step((("2*k",),), x=("k",), y="1", before=(("k",),))
    table = Table("p", "g", "tab:g", ("i1",), (("k",),), (step,), constants={"k": "1/2"})
    found, read = derived_table(table, SCALED), arithmetic(("root",)).read
    (row,) = found.steps
    cells = (found.cases[0][0], row.before and row.before[0][0], row.after[0][0], row.x[0])
    assert [read(str(cell)) for cell in cells] == [read(text) for text in ("root/2", "root/2", "root", "1/(2*root)")]


def test_what_is_written_of_a_product_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert product(SCALED, "2", "root") == "2*root"
    monkeypatch.setattr(derived, "value_text", lambda value: "3*root")
    with pytest.raises(AssertionError, match=r"3\*root is not 2 times root"):
        product(SCALED, "2", "root")

"""A model that is derived from another: its tables are those of the other, with every weight scaled."""

from pathlib import Path
from typing import Any

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

"""Every expression that a verdict rests on is defined on the whole region, wherever it stands.

ONE is 1 but for alpha = 1/2, where it is nothing; the region has that point, so no table with it is verified.
"""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from ogd_exact.core.checker.scope import texts
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table

ONE = "(2*alpha-1)/(2*alpha-1)"
# Where an expression may stand, each with one that is right there.
TEXTS = {
    "a case": "1", "a printed before": "1", "before of step 1": "1", "an after": "1", "an x": "1", "a y": "1",
    "a constant": "1", "a magnitude": "eps1", "returns": "1", "a learning rate": "1", "a regularizer": "0",
    "an encoding": "1", "a contract's before": "1", "a contract's after": "1", "a contract's magnitude": "eps1",
    "an entry": "1", "a final": "1", "a bound": "alpha", "scale of x": "1", "scale of w": "1",
}  # fmt: skip
MODEL = """rule = "hinge"
learning_rate = "{a learning rate}"
regularizer = "{a regularizer}"
symbols = ["alpha"]
magnitudes = ["eps1"]
encoding = {{ true = "{an encoding}" }}
region = [{{ bound = "{a bound} > 0" }}, {{ bound = "alpha < 2" }}, {{ bound = "eps1 > 0" }}]
[[contract]]
gadget = "raise"
before = {{ i1 = "{a contract's before}", i2 = "unset" }}
after = {{ i2 = "{a contract's after}" }}
returns = ["i2"]
[[contract]]
gadget = "sized"
before = {{ i1 = "true" }}
magnitudes = {{ i1 = "{a contract's magnitude}" }}
[[contract]]
gadget = "listed"
coordinates = ["i1"]
entry = [["{an entry}"]]
final = [["{a final}"]]
"""
RAISE = """gadget = "raise"
label = "tab:raise"
coordinates = ["i1", "i2"]
cases = [["{a case}", "0"]]
constants = {{ one = "{a constant}" }}
returns = {{ i2 = "{returns}" }}
[[step]]
before = [["{before of step 1}", "0"]]
x = ["0", "{an x}"]
y = "{a y}"
after = [["1", "{an after}"]]
[[step]]
before = [["{a printed before}", "1"]]
x = ["3", "0"]
y = "1"
after = [["1", "1"]]
"""
SIZED = """gadget = "sized"
label = "tab:sized"
coordinates = ["i1"]
cases = [["eps1"]]
[[step]]
x = ["3/eps1"]
y = "1"
after = [["eps1"]]
"""
CALLER = """gadget = "caller"
label = "tab:caller"
coordinates = ["i1"]
cases = [["eps1"]]
[[step]]
call = "sized"
on = ["i1"]
magnitudes = {{ eps1 = "{a magnitude}" }}
after = [["eps1"]]
"""
STILL = 'gadget = "{0}"\nlabel = "tab:{0}"\ncoordinates = ["i1"]\ncases = [["1"]]\n'
STILL += '[[step]]\nx = ["3"]\ny = "1"\nafter = [["1"]]\n'
PLAIN = 'rule = "hinge"\n'
SCALED = """derived_from = "plain"
symbols = ["alpha"]
scale = {{ x = "{scale of x}", w = "{scale of w}" }}
region = [{{ bound = "alpha > 0" }}]
"""


def folder(path: Path, given: dict[str, str]) -> Path:
    files = {
        "m/model.toml": MODEL.format(**given),
        "m/raise.toml": RAISE.format(**given),
        "m/sized.toml": SIZED,
        "m/caller.toml": CALLER.format(**given),
        "m/listed.toml": STILL.format("listed"),
        "plain/model.toml": PLAIN,
        "plain/still.toml": STILL.format("still"),
        "scaled/model.toml": SCALED.format(**given),
    }
    for name, text in files.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text(text)
    return path


def test_the_tables_are_right_as_they_stand(verify: Any, tmp_path: Path) -> None:
    answer = verify("--tables", folder(tmp_path, TEXTS))
    assert answer.code == 0, answer


@pytest.mark.parametrize("place", [place for place in TEXTS if place != "a bound"])
def test_a_division_that_cancels_is_found_everywhere(verify: Any, tmp_path: Path, place: str) -> None:
    spoiled = f"{TEXTS[place]}*{ONE}"
    answer = verify("--tables", folder(tmp_path, {**TEXTS, place: spoiled}), "--format", "json")
    findings = [finding for table in json.loads(answer.out)["tables"] for finding in table["findings"]]
    assert answer.code == 1
    undefined = [finding for finding in findings if finding["kind"] == "undefined"]
    assert undefined and {finding["printed"] for finding in undefined} == {spoiled}
    assert all(f in undefined or "not verified" in f["message"] for f in findings), "only that, and what rests on it"


def test_a_bound_does_not_divide_even_where_that_cancels(verify: Any, tmp_path: Path) -> None:
    answer = verify("--tables", folder(tmp_path, {**TEXTS, "a bound": f"alpha*{ONE}"}))
    assert answer.code == 2
    assert "without division" in answer.err and "model.toml:7:" in answer.err


@pytest.mark.parametrize("place", ["an encoding", "a contract's before"])
def test_a_model_derived_without_scale_keeps_the_texts(verify: Any, tmp_path: Path, place: str) -> None:
    """They were once multiplied by 1, and so cancelled; the regions differ, so that only the derived model is wrong."""
    given = {**TEXTS, place: f"{TEXTS[place]}*{ONE}", "a bound": "2*alpha - 1"}
    derived = 'derived_from = "m"\nsymbols = ["alpha"]\nmagnitudes = ["eps1"]\nregion = [{ bound = "eps1 > 0" }]'
    (folder(tmp_path, given) / "n").mkdir()
    (tmp_path / "n" / "model.toml").write_text(derived)
    answer = verify("--tables", tmp_path, "--format", "json")
    found = [(t["model"], f["printed"]) for t in json.loads(answer.out)["tables"] for f in t["findings"]]
    assert answer.code == 1 and set(found) <= {("n", given[place]), ("n", "sized")}, "sized is called by another"


TEXT = "alpha + 7"
LINES, MAPPING = ((TEXT,),), {"i1": TEXT}
STEP = Step(after=(("0",),), x=("0",), y="1")
TABLE = Table("m", "g", "tab:g", ("i1",), (("0",),), (STEP,))
CONTRACT = Contract("g", "", ("i1",))
MODEL_OF_ALL = Model("m", RULES["hinge"], symbols=("alpha",))
# Each field that holds expressions, with a value that has TEXT in it; and the fields that hold none, or hold objects
# that are listed themselves. A region of the model is one of the table, or is left out.
EXPRESSIONS: dict[Any, dict[str, Any]] = {
    Table: {"cases": LINES, "constants": MAPPING, "returns": MAPPING, "region": (Bound(f"{TEXT} > 0"),)},
    Step: {"after": LINES, "before": LINES, "members": LINES, "x": (TEXT,), "y": TEXT, "magnitudes": MAPPING},
    Contract: {"before": MAPPING, "after": MAPPING, "magnitudes": MAPPING, "entry": LINES, "final": LINES},
    Model: dict.fromkeys(("learning_rate", "regularizer", "momentum", "scale_x", "scale_w"), TEXT)
    | {"encoding": MAPPING},
}
OTHERS = {
    Table: "model gadget label coordinates steps contract corrections path places state written",
    Step: "call on note",
    Contract: "gadget label coordinates untouched never_positive any returns note",
    Model: "name rule symbols per_step magnitudes contracts derived_from path region nesterov",
}


@pytest.mark.parametrize("kind", EXPRESSIONS)
def test_no_field_that_holds_expressions_is_forgotten(kind: Any) -> None:
    assert {*EXPRESSIONS[kind], *OTHERS[kind].split()} == {field.name for field in dataclasses.fields(kind)}
    for name, value in EXPRESSIONS[kind].items():
        objects = {Table: TABLE, Step: STEP, Contract: CONTRACT, Model: MODEL_OF_ALL}
        objects[kind] = dataclasses.replace(objects[kind], **{name: value})  # type: ignore[type-var]
        table = dataclasses.replace(objects[Table], steps=(objects[Step],), contract=objects[Contract])
        assert any(text.strip() == TEXT for _, text in texts(table, objects[Model])), name

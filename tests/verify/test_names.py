"""What users name may be called anything; words of our own, such as x1, before or call, stand apart from it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import examples

OURS = [
    *("x1", "x2", "x", "y", "before", "after", "cases", "call", "on", "magnitudes", "constants", "returns", "region"),
    *("learning_rate", "regularizer", "scale", "encoding", "contract", "step", "case", "name", "field", "kind", "v"),
    *("w", "rule", "symbols", "per_step", "copy", "nand", "eta", "gadget", "lambda", "E", "I", "pi"),
]
COORDINATES = [name for name in OURS if name != "v"]
FORMATS = ["text", "html", "github", "junit"]
WORDS = ("true", "false", "unset", "bit")

MODEL = """rule = "hinge"
symbols = ["{symbol}"]
per_step = ["{symbol}"]
magnitudes = ["{magnitude}"]
region = [{{ bound = "{symbol} > 0" }}, {{ bound = "{magnitude} > 0" }}]
[[contract]]
gadget = "keep"
before = {{ {coordinate} = "true" }}
magnitudes = {{ {coordinate} = "{magnitude}" }}
"""
KEEP = """gadget = "keep"
label = "tab:keep"
coordinates = ["{coordinate}"]
cases = [["{magnitude}"]]
constants = {{ {constant} = "3" }}
[[step]]
x = ["{constant}/{magnitude}"]
y = "1"
after = [["{magnitude}"]]
"""
CALLER = """gadget = "caller"
label = "tab:caller"
coordinates = ["{coordinate}"]
cases = [["2*{magnitude}"]]
[[step]]
call = "keep"
on = ["{coordinate}"]
magnitudes = {{ {magnitude} = "{passed}" }}
after = [["{after}"]]
"""


def folder(path: Path, names: dict[str, str], passed: str = "2*{magnitude}", after: str = "2*{magnitude}") -> Path:
    (path / "m").mkdir(exist_ok=True)
    (path / "m" / "model.toml").write_text(MODEL.format(**names))
    (path / "m" / "keep.toml").write_text(KEEP.format(**names))
    caller = CALLER.format(**names, passed=passed.format(**names), after=after.format(**names))
    (path / "m" / "caller.toml").write_text(caller)
    return path


def findings(answer: Any) -> list[Any]:
    return [finding for table in json.loads(answer.out)["tables"] for finding in table["findings"]]


RATES = ("eta", "lambda")  # as symbols these are the rates of the rule, and nothing else
NAMES = st.lists(st.sampled_from(OURS), min_size=3, max_size=3, unique=True).filter(lambda names: names[0] not in RATES)


@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    NAMES, st.sampled_from([name for name in OURS if name != "v"]), st.sampled_from(["text", "html", "github", "junit"])
)
def test_any_names_will_do(verify: Any, tmp_path: Path, names: list[str], coordinate: str, kind: str) -> None:
    """Right tables are verified, and what is wrong is found where it stands, in every format."""
    called = dict(zip(("symbol", "magnitude", "constant"), names, strict=True)) | {"coordinate": coordinate}
    assert verify("--tables", folder(tmp_path, called), "--format", kind).code == 0
    wrong = folder(tmp_path, called, after="3*{magnitude}")
    assert verify("--tables", wrong, "--format", kind).code == 1
    (finding,) = findings(verify("--tables", wrong, "--format", "json"))
    assert (finding["step"], finding["field"], finding["coordinate"]) == (1, "after", coordinate)
    wrong = folder(tmp_path, called, passed="{magnitude}")
    assert verify("--tables", wrong, "--format", kind).code == 1
    (finding,) = findings(verify("--tables", wrong, "--format", "json"))
    assert (finding["step"], finding["field"], finding["case"]) == (1, called["magnitude"], None)


STILL = """gadget = "still"
label = "tab:still"
coordinates = ["i1"]
cases = [["1"]]
[[step]]
{step}
after = [["1"]]
"""


@pytest.mark.parametrize("name", OURS)
def test_no_name_hides_what_depends_on_a_choice_of_each_step(verify: Any, tmp_path: Path, name: str) -> None:
    """A magnitude is the same in all steps of a call, which make choices of their own."""
    (tmp_path / "m").mkdir()
    model = f'rule = "hinge"\nsymbols = ["rate"]\nper_step = ["rate"]\nmagnitudes = ["{name}"]\n'
    model += f'region = [{{ bound = "rate > 0" }}, {{ bound = "{name} > 0" }}]\n'
    (tmp_path / "m" / "model.toml").write_text(model)
    (tmp_path / "m" / "still.toml").write_text(STILL.format(step=f'x = ["1 + {name}"]\ny = "1"'))
    for passed, code in (("2", 0), ("rate", 1)):
        step = f'call = "still"\non = ["i1"]\nmagnitudes = {{ {name} = "{passed}" }}'
        (tmp_path / "m" / "caller.toml").write_text(STILL.replace("still", "caller").format(step=step))
        answer = verify("--tables", tmp_path, "--format", "json")
        assert answer.code == code, answer
        wanted = [(3, 1, name)] if code else []
        assert [(f["condition"], f["step"], f["field"]) for f in findings(answer)] == wanted


@pytest.mark.parametrize("name", OURS)
def test_a_magnitude_of_any_name_can_be_corrected(verify: Any, tmp_path: Path, name: str) -> None:
    called = {"symbol": "rate", "magnitude": name, "constant": "three", "coordinate": "i1"}
    there = folder(tmp_path, called, passed="{magnitude}")
    table = there / "m" / "caller.toml"
    correction = f'[[correction]]\nstep = 1\nfield = "{name}"\nprinted = "{name}"\ncorrected = "2*{name}"\nwhy = "?"\n'
    table.write_text(table.read_text() + correction)
    assert verify("--tables", there).code == 0


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("role", ["symbol", "magnitude", "constant"])
def test_the_words_of_contracts_name_no_numbers(verify: Any, tmp_path: Path, word: str, role: str) -> None:
    called = {"symbol": "rate", "magnitude": "size", "constant": "three", "coordinate": "i1", role: word}
    answer = verify("--tables", folder(tmp_path, called))
    assert answer.code == 2 and answer.out == ""
    place = {"symbol": "model.toml:2:11", "magnitude": "model.toml:4:14", "constant": "keep.toml:5:"}
    assert place[role] in answer.err
    assert ("other than true, false, unset, bit" in answer.err) == (role != "constant")

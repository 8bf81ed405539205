"""What is said of parameters is what the rule has, whatever a model calls its symbols."""

import json
from pathlib import Path

import pytest

from conftest import ROOT, Answer, called

CONSTRUCTION = (ROOT / "gadget_tables/paper/svm/construction.toml").read_text()
SCALED = """
derived_from = "svm"
symbols = ["NAME"]
scale = { x = "1/NAME", w = "NAME" }
learning_rate = "NAME^2"
region = [{ bound = "NAME > 0" }]
"""


def simulate(folder: Path, model: str, *more: str, construction: str = CONSTRUCTION) -> Answer:
    (folder / "mine").mkdir()
    (folder / "mine" / "model.toml").write_text(model)
    (folder / "mine" / "construction.toml").write_text(construction)
    return called("simulate", "counter:2", "--tables", folder, "--model", "mine", *more)


@pytest.mark.parametrize(("name", "key"), [("eta", "learning_rate"), ("lambda", "regularizer")])
def test_a_symbol_does_not_take_the_name_of_a_rate(tmp_path: Path, name: str, key: str) -> None:
    answer = simulate(tmp_path, SCALED.replace("NAME", name), "--set", f"{name}=1/2")
    assert (answer.code, answer.out) == (2, "") and f'set {key} = "{name}", or rename it' in answer.err


@pytest.mark.parametrize(
    ("name", "option", "eta"), [("root", "--set=root=3/4", "9/16"), ("alpha", "--lambda=1/4", "9/16")]
)
def test_a_symbol_that_no_rate_tells_is_shown(tmp_path: Path, name: str, option: str, eta: str) -> None:
    answer = simulate(tmp_path, SCALED.replace("NAME", name), option, "--format", "json")
    assert json.loads(answer.out)["parameters"] == {"lambda": "0", "eta": eta, name: "3/4"}


@pytest.mark.parametrize(
    ("model", "start"),
    [
        ('derived_from = "svm"\nsymbols = ["s"]\nlearning_rate = "s/s"\nregion = [{ bound = "s > 0" }]\n', ""),
        ('derived_from = "svm"\nsymbols = ["s"]\nregion = [{ bound = "s > -1" }]\n', 'start = { more = "1/s" }\n'),
    ],
)
def test_what_has_no_value_at_the_parameters_is_refused(tmp_path: Path, model: str, start: str) -> None:
    construction = start + CONSTRUCTION.replace('"diamond"]', '"diamond", "more"]')
    answer = simulate(tmp_path, model, "--set", "s=0", construction=construction)
    assert (answer.code, answer.out) == (2, "") and len(answer.err.splitlines()) == 1
    assert "has no value where s = 0" in answer.err

"""Inputs, gates and special coordinates that start at another weight than 0."""

import json
from pathlib import Path
from typing import Any

import pytest
from simulate_command import said, simulate, simulated

from conftest import ROOT, called, edit, needs
from fuzz.changes import SHIPPED_CONSTRUCTIONS
from fuzz.construction_files import ConstructionFiles, judged, netlists

PAPER = ("svm", "svm-eta", "svm-reg", "svm-bias", "dense-relu", "dense-relu-dense")


def started(model: str) -> ConstructionFiles:
    """The paper's construction, with inputs that start false, and without the phase that makes them so."""
    files = SHIPPED_CONSTRUCTIONS[f"paper/{model}"]
    construction = {**files.construction, "inputs": "bit", "phase": files.construction["phase"][1:]}
    construction["start"] = {**construction.get("start", {}), "inputs": "false"}
    contents = {**files.contents, "construction.toml": construction}
    return ConstructionFiles(files.model, contents, files.parameters, files.beside, files.name)


@pytest.mark.parametrize("model", PAPER)
def test_inputs_may_start_false_at_a_weight_of_their_own(tmp_path: Path, model: str) -> None:
    """A run by other means agrees; with a regularizer each starts with the size that every pass finds."""
    assert judged(started(model), tmp_path, netlists(5, 6)) == 6


@pytest.mark.parametrize("engine", ["kernel", "gadget", "native", "circuit"])
@pytest.mark.parametrize("machine", ["counter:3", "lfsr:4"])
def test_every_engine_begins_there(tmp_path: Path, engine: str, machine: str) -> None:
    started("svm").write(tmp_path)
    answer = simulated(machine, "--tables", tmp_path, "--engine", engine)
    assert said(answer) == said(simulated(machine))


def test_training_sets_say_so(tmp_path: Path) -> None:
    started("svm").write(tmp_path)
    header = json.loads(called("reduce", "counter:3", "--tables", tmp_path).out.splitlines()[0])
    inputs = [header["coordinates"].index(name) for name in ("x0", "x1", "x2", "spare")]
    assert header["initial"] == {str(place): "-1" for place in inputs}


def test_it_is_replayed_and_explored_from_there(tmp_path: Path) -> None:
    started("svm").write(tmp_path)
    needs("sklearn", "scikit-learn")
    answer = called("replay", "counter:3", "--tables", tmp_path)
    assert answer.code == 0 and "right after 8 of 8 passes" in answer.out
    assert called("explore", "counter:3", "--tables", tmp_path, "-o", tmp_path / "run.html").code == 0


@pytest.mark.parametrize("first", ["true", "false", "unset"])
def test_gates_may_start_as_any_bit_where_they_are_overwritten(tmp_path: Path, first: str) -> None:
    files = SHIPPED_CONSTRUCTIONS["compact/svm"]
    contents = {**files.contents, "construction.toml": {**files.construction, "start": {"gates": first}}}
    made = ConstructionFiles(files.model, contents, files.parameters, files.beside, files.name)
    assert judged(made, tmp_path, netlists(7, 6)) == 6
    for engine in ("kernel", "circuit"):
        assert said(simulated("gray:3", "--tables", tmp_path, "--engine", engine)) == said(simulated("gray:3"))


def test_gates_that_start_true_and_end_as_0_are_0_after_a_pass(tmp_path: Path) -> None:
    """The answer's gate is moved out, so that between passes it is never what it was at the start."""
    folder = ROOT / "tests/reduction/false_proofs/gates_spent/svm"
    (tmp_path / "svm").mkdir()
    for path in folder.iterdir():
        (tmp_path / "svm" / path.name).write_text(path.read_text())
    edit(tmp_path / "svm" / "construction.toml", "[[phase]]", 'start = { gates = "true" }\n\n[[phase]]', 1)
    for engine in ("kernel", "gadget", "circuit"):
        answer = simulate("collatz:2", "--question", "fixed-point", "--tables", tmp_path, "--engine", engine)
        assert answer.code == 0 and "never: the weights repeat with period 2 (seen after pass 3" in answer.out


def test_a_special_coordinate_may_start_as_a_bit(tmp_path: Path) -> None:
    """By the number of its weight it would be a fixed weight, of which a gadget for bits knows nothing."""
    started("svm").write(tmp_path)
    path = tmp_path / "svm" / "construction.toml"
    edit(path, '"diamond"]', '"diamond", "flag"]')
    edit(path, 'inputs = "false"', 'inputs = "false", flag = "true"')
    edit(path, '"copy_if_true(q, bot)"', '"not(flag)", "not(flag)", "copy_if_true(q, bot)"')
    assert said(simulated("counter:2", "--tables", tmp_path)) == said(simulated("counter:2"))
    edit(path, 'flag = "true"', 'flag = "1"')
    answer = simulate("counter:2", "--tables", tmp_path)
    assert answer.code == 2 and "not(flag), needs bit at flag, which may hold 1" in answer.err
    edit(path, 'flag = "1"', 'flag = "true"')
    edit(path, '"not(flag)", "not(flag)"', '"not(flag)"')
    answer = simulate("counter:2", "--tables", tmp_path)
    assert answer.code == 2 and "after a pass flag is not as it was assumed before it" in answer.err


def test_there_is_no_theorem_of_it(tmp_path: Path) -> None:
    started("svm").write(tmp_path)
    answer: Any = called("prove", "--tables", tmp_path, "--model", "svm", "-o", tmp_path / "proofs")
    assert answer.code == 3 and "inputs start false; for a theorem they start at 0" in answer.err + answer.out

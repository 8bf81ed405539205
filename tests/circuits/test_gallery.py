"""The circuits of docs/gallery do in OGD what they do in yosys' simulation, in ABC, and in Python."""

import json
import re
import shlex
from itertools import islice
from pathlib import Path

import pytest
from gallery import DATA, FOLDER, RUNS, Run, shown_by_yosys, status_by_abc, to_aiger
from gallery_models import MODELS

from conftest import ROOT, called, in_full, sampled

FRAMES = 120
PAGE = (ROOT / "docs" / "gallery.md").read_text()
FIGURES = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| `\w+` \|", line)]
COLUMNS = ["svm", "dense-relu", "svm-reg"]  # of examples and seconds, on the page
QUICK = [(run, model) for run in RUNS for model in ("svm", "dense-relu")]
THIRD = {"trap": "svm-bias", "both": "svm-reg"}  # the processor's third model, and the smallest run of svm-reg
QUICK += [(run, THIRD[run.property]) for run in RUNS if run.property in THIRD]
SOME = sampled(RUNS, 2, lambda run: [run.frame])  # each frame once, and so the processor's


@pytest.mark.parametrize("run", [run for run in RUNS if run.frame is not None], ids=str)
def test_python_models_say_so(run: Run) -> None:
    shown = list(islice(MODELS[run.name](run.frames(FRAMES + 1)), FRAMES))
    assert next((frame for frame, held in enumerate(shown) if run.property in held), None) == run.frame


@pytest.mark.parametrize("run", SOME, ids=str)
def test_yosys_simulation_says_so(tmp_path: Path, run: Run) -> None:
    """And shows in each frame what the model does; nothing is undefined after the reset."""
    shown = shown_by_yosys(tmp_path, run, FRAMES)
    assert shown.find("1") == (-1 if run.frame is None else run.frame)
    modelled = islice(MODELS[run.name](run.frames(FRAMES + 1)), FRAMES)
    assert shown[0] in "0x" and shown[1:] == "".join(str(int(run.property in held)) for held in modelled)[1:]


@pytest.mark.parametrize("run", SOME, ids=str)
def test_abc_says_so(tmp_path: Path, run: Run) -> None:
    """Bounded model checking finds the frame, or none; and a proof shows that no inputs lead to what never holds."""
    (tmp_path / "closed.v").write_text(run.verilog(opened=False))
    to_aiger(tmp_path, "read_verilog closed.v", "closed")
    status = status_by_abc(tmp_path, f"read_aiger closed.aig; zero; bmc3 -F {FRAMES}")
    expected = "-1 " if run.frame is None else rf"0 .* Frame = *{run.frame} "
    assert re.match(f"Status = *{expected}", status), status
    if run.for_all_inputs:
        (tmp_path / "closed.v").write_text(run.verilog(opened=True))
        to_aiger(tmp_path, "read_verilog closed.v", "closed")
        assert re.match("Status = *1 ", status_by_abc(tmp_path, "read_aiger closed.aig; zero; pdr"))


def check_ogd(run: Run, model: str) -> None:
    """The command as the gallery has it; and the page's figures of it."""
    answer = called(*shlex.split(run.command), "--model", model, "--format", "json")
    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert (data["verdict"], data["frame"]) == ("never" if run.frame is None else "accepted", run.frame)
    assert data["property"] == f"output {run.property}" and data["confirmed"]
    (row,) = (row for row in FIGURES if row[:2] == [f"`{run.name}`", f"`{run.property}`"])
    frame, inputs, gates, *figures = row[2:]
    assert frame == str("never" if run.frame is None else run.frame)
    assert (inputs, gates) == (str(data["inputs"]), str(data["gates"]))
    if model in COLUMNS:
        assert figures[2 * COLUMNS.index(model)] == f"{data['examples']:,}"


@pytest.mark.parametrize(("run", "model"), QUICK, ids=str)
def test_ogd_says_so(run: Run, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    check_ogd(run, model)


@in_full
@pytest.mark.parametrize("run", RUNS, ids=str)
def test_ogd_with_a_regularizer_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step moves all weights, so that the processor takes some 17 seconds."""
    monkeypatch.chdir(ROOT)
    check_ogd(run, "svm-reg")


def test_the_page_has_each_run_once() -> None:
    assert [row[:2] for row in FIGURES] == [[f"`{run.name}`", f"`{run.property}`"] for run in RUNS]
    shown = {
        command.replace("\\\n    ", "") for command in re.findall(r"\$ python -m ogd_exact\.((?:.*\\\n)*.*)", PAGE)
    }
    assert shown <= {run.command for run in RUNS}
    assert {run.name for run in RUNS if run.command in shown} == {run.name for run in RUNS}
    assert all(line.format(name="NAME") in PAGE for line in DATA["formats"].values())


def test_a_counterexample_of_abc_is_a_run(tmp_path: Path) -> None:
    """Found anew, whatever the one in the gallery is."""
    status = status_by_abc(tmp_path, f"read_aiger {FOLDER / 'mutex.aig'}; bmc3; write_cex -a found.wit")
    frame = int(re.search(r"Frame = *(\d+)", status)[1])
    assert [frame] == [run.frame for run in RUNS if run.name == "mutex"]
    answer = called("simulate", FOLDER / "mutex.aig", "--stimulus", tmp_path / "found.wit")
    assert answer.code == 0 and f"\naccepted in frame {frame} " in answer.out

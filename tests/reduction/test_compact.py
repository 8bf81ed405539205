"""The compact constructions: every command goes through with them, and they are as long as the page says."""

import json
import shutil
from pathlib import Path

import pytest
from simulate_command import said, simulate, simulated

import compact_sizes
from commands.test_schemas import complaints
from conftest import called, edit, in_full, needs, sampled
from fuzz.construction_files import netlists
from ogd_exact.circuits.netlists.rewiring import remembering
from ogd_exact.gadgets.reading.folder import SHIPPED

MODELS = compact_sizes.MODELS
ALL = (*MODELS, *compact_sizes.OURS)


def options(model: str) -> tuple[str, ...]:
    more = ("--lambda", "1/4") if model.endswith("-reg") else ()
    return ("--tables", "compact", "--model", model, *more)


@in_full
def test_the_page_has_every_model_and_what_reduce_counts() -> None:
    assert {path.parent.name for path in (SHIPPED / "compact").glob("*/construction.toml")} == {*ALL}
    assert compact_sizes.page() == compact_sizes.PAGE.read_text()
    assert compact_sizes.passes() in compact_sizes.PAGE.with_name("benchmarks.md").read_text()


def test_a_circuit_with_its_gates_as_state_is_the_same_circuit() -> None:
    for netlist in netlists(3, 60):
        gates = range(netlist.inputs, netlist.inputs + len(netlist.gates))
        kept = [k for k in gates if k % 3 or k in netlist.outputs]
        other, bits, state = remembering(netlist, kept), (False,) * netlist.inputs, (False,) * len(kept)
        for _ in range(8):
            values, (follows, answer) = netlist.values(bits), netlist.step(bits)
            state, other_answer = other.step(state)
            assert other_answer == answer and list(state) == [values[k] for k in kept]
            bits = follows


@pytest.mark.parametrize("model", ALL)
def test_weights_at_a_step_are_those_of_the_kernel(model: str) -> None:
    """Gates that were not overwritten yet show the pass before, however late the step."""
    for circuit, step in (("counter:3", 200), ("lfsr:3", 333)):
        found = [
            simulated(circuit, *options(model), "--engine", engine, "--at-step", step)
            for engine in ("kernel", "circuit")
        ]
        assert found[0]["weights"] == found[1]["weights"]


@pytest.mark.parametrize("model", [model for model in MODELS if not model.endswith("-reg")])
def test_pytorch_is_exact_in_float32(model: str) -> None:
    """With dense-relu-dense, too, where the paper's tables have numbers that no float is equal to."""
    needs("torch", "torch")
    answer = called("replay", "counter:3", *options(model), "--library", "torch", "--dtype", "float32")
    assert answer.code == 0
    assert "exactly equal after 8 of 8 passes" in answer.out and "none, in every circuit and pass" in answer.out


@pytest.mark.parametrize("model", sampled(ALL, 2))
def test_the_explorer_and_latex(model: str, tmp_path: Path) -> None:
    for what in ("counter:2", "gadget:nand"):
        given = options(model) if what == "counter:2" else options(model)[:4]
        assert called("explore", what, *given, "-o", tmp_path / "page.html").code == 0
    assert called("latex", "--tables", "compact", "--model", model, "--output-dir", tmp_path / "tex").code == 0
    assert (tmp_path / "tex" / f"{model}-nand.tex").is_file()


@in_full
def test_every_set_is_verified() -> None:
    data = json.loads(called("verify", "--tables", "all", "--format", "json").out)
    assert data["verified"] is True and {*data["sets"]} == {path.name for path in SHIPPED.iterdir()}
    assert all(one["verified"] and (one.get("tables") or one["models"]) for one in data["sets"].values())
    assert complaints("verify-sets", data) == []


@in_full
def test_every_set_as_text() -> None:
    answer = called("verify", "--tables", "all")
    assert answer.code == 0 and answer.out.startswith("paper\n=====\n")
    assert answer.out.endswith(f"{len([*SHIPPED.iterdir()])} sets: all verified.\n")


@pytest.mark.parametrize("more", [("--model", "svm"), ("--printed",), ("--format", "junit"), ("--tex", "a.tex")])
def test_all_sets_are_gone_through_whole(more: tuple[str, ...]) -> None:
    answer = called("verify", "--tables", "all", *more)
    assert (answer.code, answer.out) == (2, "") and "goes through all of every set" in answer.err


@pytest.mark.parametrize("rate", sampled(["1/100", "1/4", "1/2", "99/100"], 1))
@pytest.mark.parametrize("model", ["svm-reg", "svm-bias-reg", "dense-relu-reg"])
def test_any_regularizer(model: str, rate: str) -> None:
    for machine in ("counter:2", "rule110:3", "lfsr:3"):
        given = ("--tables", "compact", "--model", model, "--lambda", rate)
        assert said(simulated(machine, *given)) == said(simulated(machine))
        assert said(simulated(machine, *given, "--engine", "gadget")) == said(simulated(machine))


@pytest.mark.parametrize("rate", ["1", "2", "-1", "0"])
@pytest.mark.parametrize("model", ["svm-reg", "svm-bias-reg", "dense-relu-reg"])
def test_a_regularizer_that_leaves_nothing_or_adds_too_much(model: str, rate: str) -> None:
    answer = simulate("counter:2", "--tables", "compact", "--model", model, f"--lambda={rate}")
    assert (answer.code, answer.err) == (2, "ogd-exact: --lambda must lie between 0 and 1, both excluded\n")


def test_join_must_be_restored(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "compact", tmp_path / "mine"))
    edit(folder / "dense-relu-reg" / "construction.toml", ', "restore(join)"', "")
    answer = simulate("counter:2", "--tables", folder, "--model", "dense-relu-reg", "--lambda", "1/4")
    assert answer.code == 2 and "after a pass join is not as it was assumed before it" in answer.err


def test_a_checkpoint_keeps_gates(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    calls = ("counter:4", *options("dense-relu-dense"), "--checkpoint", path)
    assert simulate(*calls, "--max-passes", 6).code == 3
    assert "accepted in frame 15" in simulate(*calls).out

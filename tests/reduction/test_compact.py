"""The compact constructions: every command goes through with them, and they are as long as the page says."""

import json
from pathlib import Path

import pytest
from constructions import netlists
from simulate_command import simulate, simulated

import compact_sizes
from conftest import called, in_full, needs, sampled
from ogd_exact.circuits.remembering import remembering
from ogd_exact.tables.folder import SHIPPED

MODELS = compact_sizes.MODELS


def options(model: str) -> tuple[str, ...]:
    return ("--tables", "compact", "--model", model)


def test_the_page_has_every_model_and_what_reduce_counts() -> None:
    assert {path.parent.name for path in (SHIPPED / "compact").glob("*/construction.toml")} == {*MODELS}
    assert compact_sizes.page() == compact_sizes.PAGE.read_text()


def test_a_circuit_with_its_gates_as_state_is_the_same_circuit() -> None:
    for netlist in netlists(3, 60):
        other, bits, state = remembering(netlist), (False,) * netlist.inputs, (False,) * len(netlist.gates)
        for _ in range(8):
            values, (follows, answer) = netlist.values(bits), netlist.step(bits)
            state, other_answer = other.step(state)
            assert other_answer == answer and list(state) == values[netlist.inputs :]
            bits = follows


@pytest.mark.parametrize("model", MODELS)
def test_weights_at_a_step_are_those_of_the_kernel(model: str) -> None:
    """Gates that were not overwritten yet show the pass before, however late the step."""
    for circuit, step in (("counter:3", 200), ("lfsr:3", 333)):
        found = [
            simulated(circuit, *options(model), "--engine", engine, "--at-step", step)
            for engine in ("kernel", "circuit")
        ]
        assert found[0]["weights"] == found[1]["weights"]


@pytest.mark.parametrize("model", MODELS)
def test_pytorch_is_exact_in_float32(model: str) -> None:
    """With dense-relu-dense, too, where the paper's tables have numbers that no float is equal to."""
    needs("torch", "torch")
    answer = called("replay", "counter:3", *options(model), "--library", "torch", "--dtype", "float32")
    assert answer.code == 0
    assert "exactly equal after 8 of 8 passes" in answer.out and "none, in every circuit and pass" in answer.out


@pytest.mark.parametrize("model", sampled(MODELS, 2))
def test_the_explorer_and_latex(model: str, tmp_path: Path) -> None:
    for what in ("counter:2", "gadget:nand"):
        assert called("explore", what, *options(model), "-o", tmp_path / "page.html").code == 0
    assert called("latex", *options(model), "--output-dir", tmp_path / "tex").code == 0
    assert (tmp_path / "tex" / f"{model}-nand.tex").is_file()


def test_every_set_is_verified() -> None:
    data = json.loads(called("verify", "--tables", "all", "--format", "json").out)
    assert data["verified"] is True and {*data["sets"]} == {path.name for path in SHIPPED.iterdir()}
    assert all(one["verified"] and one["tables"] for one in data["sets"].values())


@in_full
def test_every_set_as_text() -> None:
    answer = called("verify", "--tables", "all")
    assert answer.code == 0 and answer.out.startswith("paper\n=====\n")
    assert answer.out.endswith(f"{len([*SHIPPED.iterdir()])} sets: all verified.\n")


@pytest.mark.parametrize("more", [("--model", "svm"), ("--printed",), ("--format", "junit"), ("--tex", "a.tex")])
def test_all_sets_are_gone_through_whole(more: tuple[str, ...]) -> None:
    answer = called("verify", "--tables", "all", *more)
    assert (answer.code, answer.out) == (2, "") and "goes through all of every set" in answer.err


def test_a_checkpoint_keeps_gates(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    calls = ("counter:4", *options("dense-relu-dense"), "--checkpoint", path)
    assert simulate(*calls, "--max-passes", 6).code == 3
    assert "accepted in frame 15" in simulate(*calls).out

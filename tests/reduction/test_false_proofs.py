"""Constructions that a run contradicts, or that once were wrongly read: refused now, or proved and right."""

import shutil
from pathlib import Path

import pytest

from conftest import Answer, called, edit

FOLDER = Path(__file__).parent / "false_proofs"
REFUSED = {
    "special_halved": ("svm", (), "after a pass extra is not as it was assumed before it"),
    "second_layer_sapped": ("dense-relu-dense", (), "after a pass v is not as it was assumed before it"),
    "answer_peeked": ("svm", (), "moves bot though the answer may be no"),
    "symbol_called_true": ("svm-true", ("--set", "true=5"), "distinct names, other than true, false, unset"),
    "bias_outside_region": (
        "svm-loud",
        ("--set", "loud=3/2"),
        "correct_bias, after each example, is outside the region where it is proved: loud > 2",
    ),
    "places_swapped": ("svm-nesterov", (), "copy(x0, gate4), needs unset at gate4, which may hold false or true"),
    "magnitude_not_given": ("svm-nudged", (), "nudge uses eps1, a magnitude that its contract does not give"),
}


def simulate(name: str, model: str, *more: str) -> Answer:
    return called("simulate", "counter:2", "--tables", FOLDER / name, "--model", model, *more)


@pytest.mark.parametrize("name", REFUSED)
def test_a_construction_that_no_run_would_keep_is_refused(name: str) -> None:
    model, more, reason = REFUSED[name]
    answer = simulate(name, model, *more)
    assert (answer.code, answer.out) == (2, "") and len(answer.err.splitlines()) == 1
    assert reason in answer.err


def test_examples_that_correct_a_bias_have_it_too() -> None:
    """Inside its region the gadget does what it promises, but x must be -1 at a bias in every example."""
    answer = simulate("bias_outside_region", "svm-loud", "--set", "loud=3")
    assert answer.code == 2 and "biases are -1 in every example, and so they must be in those of" in answer.err


@pytest.mark.parametrize("engine", ["kernel", "circuit"])
def test_what_a_contract_does_not_name_decays_like_all_else(engine: str) -> None:
    """Then the examples after an idle call are those for smaller weights, and every pass is right."""
    answer = simulate("idle_under_decay", "svm-reg", "--engine", engine)
    assert answer.code == 0 and "accepted in frame 3" in answer.out


@pytest.mark.parametrize("engine", ["kernel", "gadget", "circuit"])
def test_gates_that_end_as_0_are_no_state(engine: str) -> None:
    """By the kernel's plain steps the weights repeat from pass 1 on; the gates that were wiped first do so later."""
    given = ("--tables", FOLDER / "gates_spent", "--model", "svm", "--engine", engine)
    answer = called("simulate", "collatz:2", "--question", "fixed-point", *given)
    assert answer.code == 0 and "never: the weights repeat with period 2 (seen after pass 3" in answer.out


def test_an_input_that_is_always_0_is_false(tmp_path: Path) -> None:
    """A latch that keeps its 0, in a construction for inputs that are false whenever a pass begins."""
    folder = Path(shutil.copytree(FOLDER / "gates_spent", tmp_path / "mine"))
    path, circuit = folder / "svm" / "construction.toml", tmp_path / "zero.blif"
    edit(path, 'inputs = "bit"', 'inputs = "false"')
    circuit.write_text(".model z\n.outputs bad\n.latch n q 0\n.names q n\n1 1\n.names q bad\n1 1\n.end\n")
    answer = called("simulate", circuit, "--tables", folder, "--model", "svm")
    assert answer.code == 0 and "never: the weights repeat with period 1 (seen after pass 1" in answer.out


def test_every_folder_is_tried() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*REFUSED, "idle_under_decay", "gates_spent"}

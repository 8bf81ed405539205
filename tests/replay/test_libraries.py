"""Real libraries, by their own update rules, run circuits: every pair of a library and a model."""

import json
import sys
from functools import partial
from typing import Any

import pytest

from conftest import called, needs
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.command_line import command, parsed
from ogd_exact.commands.shell import run
from ogd_exact.libraries.compare import side_by_side
from ogd_exact.libraries.learner import circuit_task
from ogd_exact.libraries.libraries import LIBRARIES, learners
from ogd_exact.training.constructions.reduction import reduced

MODULES = {
    "sklearn": ("sklearn", "scikit-learn"),
    "sklearn-sparse": ("sklearn", "scikit-learn"),
    "torch": ("torch", "torch"),
    "river": ("river", "river"),
    "vw": ("vowpalwabbit", "vowpalwabbit"),
}
LINEAR = ("svm", "svm-bias", "svm-eta")
EXACT = {
    **dict.fromkeys(MODULES, LINEAR),
    **dict.fromkeys(("sklearn", "sklearn-sparse"), (*LINEAR, "perceptron")),
    "torch": (*LINEAR, "perceptron", "dense-relu"),
}
# When the question of each is answered: a counter's bad is its last state, a register's likewise.
CIRCUITS = {"counter:2": 3, "lfsr:3": 6, "johnson:2": 3}


replay = partial(called, "replay")


def test_every_library_is_tried() -> None:
    assert set(MODULES) == set(LIBRARIES)


@pytest.mark.parametrize("circuit", CIRCUITS)
@pytest.mark.parametrize(("library", "model"), [(name, model) for name, models in EXACT.items() for model in models])
def test_a_library_runs_the_circuit_exactly(library: str, model: str, circuit: str) -> None:
    needs(*MODULES[library])
    answer = replay(circuit, "--model", model, "--library", library, "--format", "json")
    found, passes = json.loads(answer.out), CIRCUITS[circuit] + 1
    assert (answer.code, answer.err) == (0, "")
    assert found["agreed"] and found["exact"]["frame"] == CIRCUITS[circuit]
    assert found["accepted_in_pass"] == passes == found["passes"] == found["passes_equal"] == found["passes_right"]
    assert found["first_unequal"] is found["first_wrong_bit"] is found["first_astray"] is None
    assert found["nearest_margin"]["margin"] == "1/4"


@pytest.mark.parametrize("library", MODULES)
def test_a_library_is_equal_at_every_step_its_intercept_included(library: str) -> None:
    """Between passes biases are 0, so that only steps tell the sign of an intercept."""
    needs(*MODULES[library])
    reduction = reduced(request(parsed("replay", ["counter:1", "--model", "svm-bias"])))
    steps = list(side_by_side(reduction, learners(library, circuit_task(reduction), None)(), 0, reduction.start()))
    assert len(steps) == reduction.examples
    for step in steps:
        assert step.library == [float(weight) for weight in step.exact.values()], step.step
    assert any(step.library[reduction.program.special("b2")] == -1 for step in steps)


@pytest.mark.parametrize(
    ("library", "dtype"), [(name, d) for name in ("sklearn", "sklearn-sparse", "torch") for d in LIBRARIES[name].dtypes]
)
def test_few_bits_are_enough_for_the_svm(library: str, dtype: str) -> None:
    needs(*MODULES[library])
    answer = replay("counter:2", "--library", library, "--dtype", dtype)
    assert answer.code == 0 and f"), {dtype}\n" in answer.out or f"SGD, {dtype}\n" in answer.out
    assert "weights     exactly equal after 4 of 4 passes" in answer.out


@pytest.mark.parametrize("eta", ["4", "64", "1/1048576"])
def test_rates_whose_root_is_a_power_of_two_are_exact_in_vowpal_wabbit(eta: str) -> None:
    """Whose reader of text makes 1.1249999 of 1.125."""
    needs(*MODULES["vw"])
    answer = replay("counter:2", "--model", "svm-eta", "--eta", eta, "--library", "vw")
    assert answer.code == 0 and "weights     exactly equal after 4 of 4 passes" in answer.out
    assert "rounding    none, in every circuit and pass up to the answer: proved" in answer.out


def test_weights_that_contradict_the_proof_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("sklearn", "scikit-learn")
    for module in ("commands.replay", "libraries.replay_report"):
        monkeypatch.setattr(f"ogd_exact.{module}.never_rounds", lambda reduction, dtype: True)
    answer = replay("counter:2", "--model", "svm-eta", "--eta", "1/3")
    assert answer.code == 1 and "rounding    CONTRADICTS a proof that there is none" in answer.out


def test_a_rate_whose_root_is_no_float_is_rounded_and_still_right() -> None:
    needs("sklearn", "scikit-learn")
    answer = replay("counter:2", "--model", "svm-eta", "--eta", "1/3", "--format", "json")
    found = json.loads(answer.out)
    assert answer.code == 0 and found["passes_equal"] == 0 and found["passes_right"] == 4
    assert found["first_unequal"]["pass"] == found["first_unequal"]["step"] == 1
    assert found["first_unequal"]["exact"] == "-1/12*sqrt(3)"  # -1/4 times the root of 1/3


@pytest.mark.parametrize("library", ["sklearn", "sklearn-sparse", "torch", "river"])
def test_the_regularizer_is_too_much_for_doubles(library: str) -> None:
    needs(*MODULES[library])
    answer = replay("counter:2", "--model", "svm-reg", "--library", library, "--dtype", "float64", "--format", "json")
    found = json.loads(answer.out)
    assert answer.code == 1 and not found["agreed"] and found["exact"]["frame"] == 3
    assert found["passes_equal"] == 0 and found["passes_right"] < 4
    astray = found["first_astray"]
    assert (astray["margin"][0] == "-") != (astray["library_margin"][0] == "-")


@pytest.mark.usefixtures("eighty_columns")
def test_two_dense_layers_are_too_much_for_doubles() -> None:
    needs("torch", "torch")
    answer = replay("counter:2", "--model", "dense-relu-dense", "--library", "torch", "--dtype", "float64")
    assert answer.code == 1 and "library     not accepted in 4 passes" in answer.out
    assert all(len(line) <= 80 for line in answer.out.splitlines())


@pytest.mark.parametrize(
    ("library", "model", "reason"),
    [
        (
            "sklearn",
            "dense-relu",
            "rule dense-relu has no library.sklearn, which would name what is the same there",
        ),
        ("sklearn-sparse", "dense-relu-dense", "has no library.sklearn, which would name what is the same there; try"),
        ("river", "dense-relu", "has no library.river"),
        ("river", "perceptron", "has no library.river, which would name what is the same there; try --library sklearn"),
        ("vw", "dense-relu-dense", "has no library.vw, which would name what is the same there; try --library torch"),
        ("vw", "svm-reg", "which its interface does not show"),
    ],
)
def test_a_library_that_cannot_says_why(library: str, model: str, reason: str) -> None:
    answer = replay("counter:1", "--model", model, "--library", library)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1 and reason in answer.err


@pytest.mark.parametrize("library", MODULES)
def test_a_missing_library_is_one_line(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, MODULES[library][0], None)
    answer = replay("counter:1", "--library", library)
    assert answer.code == 2 and answer.err.count("\n") == 1
    assert f"pip install '.[{LIBRARIES[library].extra}]'" in answer.err


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--library", "keras"], "invalid choice: 'keras'"),
        (["--dtype", "float16"], "sklearn computes in float64 or float32; drop --dtype float16"),
        (["--max-passes", "0"], "expected a whole number"),
        (["--output", "no/such/folder"], "there is no such folder"),
        (["--lambda", "1/4"], "lambda"),
        (["--plot", "error.png"], "--plot is for --precision; add that, or drop --plot"),
        (["--precision", "--library", "torch"], "--library does not go with --precision; drop --library"),
        (["--output", "/dev/stdout"], "name another, or - for stdout"),
        (["--precision", "--plot", "error.txt"], "a picture is a .png, .svg or .pdf file"),
    ],
)
def test_wrong_calls_are_one_line(wrong: list[str], says: str) -> None:
    answer = replay("counter:1", *wrong)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1 and says in answer.err


def test_precision_is_asked_for_by_a_flag() -> None:
    answer = replay("--precision", "counter:1", "--model", "dense-relu", "--format", "json")
    assert answer.code == 0 and json.loads(answer.out)["proved_bits"] == 3


def test_a_limit_leaves_it_undecided() -> None:
    needs("sklearn", "scikit-learn")
    answer = replay("counter:4", "--max-passes", "3")
    assert answer.code == 3 and "exact       undecided after 3 passes" in answer.out
    assert "library     not accepted in 3 passes" in answer.out


def test_what_never_happens_does_not_happen_in_a_library() -> None:
    needs("sklearn", "scikit-learn")
    answer = replay("rule110:3", "--format", "json")  # 001, 011, 111 would do; a ring of three stops before
    found = json.loads(answer.out)
    assert answer.code == 0 and found["agreed"] and found["passes"] == found["exact"]["passes"]
    assert (found["accepted_in_pass"] is None) == (found["exact"]["verdict"] == "never")


def test_numbers_too_large_for_doubles_are_refused() -> None:
    needs("sklearn", "scikit-learn")
    answer = replay("counter:16", "--model", "svm-reg")
    assert answer.code == 2 and "is too large for a float64; take a smaller circuit or smaller numbers" in answer.err


def test_progress_leaves_the_terminal_as_it_was(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    needs("sklearn", "scikit-learn")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run(command("replay"), ["counter:2"]) == 0
    shown = capsys.readouterr().err
    assert "\rpass 4\x1b[K" in shown and shown.endswith("\r\x1b[K")

"""simulate on training sets of one's own: each verdict, worked out by hand, with its exit code and words."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import Answer, called, needs
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.runs.engine import Claim
from ogd_exact.training.sets import decide, native

Simulate = Callable[..., Any]


@pytest.fixture
def simulate(tmp_path: Path) -> Simulate:
    """Runs a CSV file with these lines, and reads the JSON; the exit code is in it."""

    def call(rows: str, *options: object) -> Any:
        (tmp_path / "t.csv").write_text(rows.replace(" ", "\n"))
        answer = called("simulate", tmp_path / "t.csv", "--format", "json", *options)
        return {**json.loads(answer.out), "code": answer.code} if answer.out else answer

    return call


def picked(found: Any, *keys: str) -> list[Any]:
    return [found[key] for key in ("code", "verdict", *keys)]


def test_a_weight_becomes_positive(simulate: Simulate) -> None:
    found = simulate("-2,1 -3,-1", "--model", "svm")  # 0, -2, then y w.x = -6 and w = 1
    assert picked(found, "step", "passes", "steps", "weights") == [0, "accepted", 2, 1, 2, {"x0": "1"}]
    found = simulate("-2,1,1", "--model", "svm", "--coordinate", "x1")
    assert picked(found, "step", "coordinate") == [0, "accepted", 1, "x1"]
    assert picked(simulate("-2,1", "--model", "svm", "--start", "x0=1/7"), "step", "passes") == [0, "accepted", 0, 0]


def test_weights_that_repeat_never_become_positive(simulate: Simulate) -> None:
    assert picked(simulate("-2,1 -2,-1", "--model", "svm"), "period", "preperiod") == [0, "never", 1, 0]
    assert picked(simulate("-2,1", "--model", "svm"), "period", "preperiod") == [0, "never", 1, 1]
    # The perceptron from -1/2: w.x = 1/2 and y = -1, so w = 1/2 - 1 ... -1/2, 1/2 at coordinate 1: both come back.
    found = simulate("1,-1 -2,1", "--model", "perceptron", "--start", "x0=-5")
    assert picked(found, "period", "preperiod") == [0, "never", 1, 0]


def test_a_step_on_a_kink_is_told(simulate: Simulate, tmp_path: Path) -> None:
    found = simulate("-1,1", "--model", "svm")  # w = -1, and then y w.x = 1
    assert picked(found, "step", "passes", "steps") == [1, "kink", 2, 2, 1]
    words = called("simulate", tmp_path / "t.csv", "--model", "svm")
    assert "kink: there is no step 2 (pass 2, example 1)" in words.out


def test_other_questions(simulate: Simulate) -> None:
    norm = ("--question", "norm", "--norm-bound")
    assert picked(simulate("-2,1", "--model", "svm", *norm, 1), "step") == [0, "accepted", 1]
    assert picked(simulate("-2,1", "--model", "svm", *norm, 2), "step") == [0, "never", None]
    fixed = ("--question", "fixed-point")
    assert picked(simulate("-2,1", "--model", "svm", *fixed), "step", "passes") == [0, "accepted", 2, 2]


def test_undecided_at_a_limit_says_how_far_it_came(simulate: Simulate) -> None:
    found = simulate("-2,1", "--model", "svm-reg", "--max-passes", 5)
    assert picked(found, "passes", "limit") == [3, "undecided", 5, "--max-passes 5"]
    assert found["weights"] == {"x0": str(-2 * Fraction(3, 4) ** 4)} and found["bits"] == 8  # 81/128
    found = simulate("-2,1", "--model", "svm", "--eta", "1/3", "--set", "mu=1/2", "--max-steps", 2)
    # The velocity is -2/3 and w too; then w.x = 4/3 lies above the kink, and only the velocity moves: by -1/3.
    assert picked(found, "steps", "weights") == [3, "undecided", 2, {"x0": "-1"}]
    assert simulate("-2,1", "--model", "svm-reg", "--limit", "0.2")["limit"] == "--limit 0.2 (seconds)"


def test_numbers_that_explode_end_a_run(simulate: Simulate) -> None:
    start = ("--start", "x0=-2", "--start", "v=3", "--question", "fixed-point")
    found = simulate("-3,7 3,7", "--model", "dense-relu-dense", *start)
    assert picked(found, "limit", "weights") == [3, "undecided", "weights of 1048576 bits", None]
    assert found["bits"] > 1 << 20 and found["passes"] < 40


@pytest.mark.parametrize(
    "order, weight", [("full-batch", "-4"), ("cyclic", "-2"), ("reverse", "-1"), ("shuffle", None)]
)
def test_orders(simulate: Simulate, order: str, weight: str | None) -> None:
    """Both examples of a batch see w = 0; one after the other, the second sees what the first did."""
    rows = "-1.5,1 -1,1" if order == "reverse" else "-2,1 -2,1"
    found = simulate(rows, "--model", "svm", "--order", order, "--max-steps", 2 if order != "reverse" else 1)
    assert found["weights"] == {"x0": weight or "-2"} and found["order"] == order
    still = simulate("-2,1 -2,1", "--model", "svm", "--order", order)
    assert picked(still, "period", "seed") == [0, "never", 1, 0 if order == "shuffle" else None]


@pytest.mark.parametrize("seed", range(1, 7))
def test_batches_that_cancel_do_not_rest(simulate: Simulate, seed: int) -> None:
    """From -1 two examples move by 1 and two by -1: in batches of two these cancel, until two that rise come first."""
    rows, rule = "1,5 1,-5 1,5 1,-5", ("--model", "absolute", "--tables", "atlas", "--set", "rate=1")
    found = simulate(rows, *rule, "--start", "x0=-1", "--order", "batch:2", "--seed", seed)
    assert picked(found, "weights") == [0, "accepted", {"x0": "1"}]


def test_batches_are_not_for_every_step(simulate: Simulate) -> None:
    answer = simulate("-2,1", "--model", "svm-reg", "--order", "full-batch")
    assert answer.code == 2 and "batches are of steps without a regularizer" in answer.err
    answer = simulate("-2,1", "--model", "svm", "--order", "adversary")
    assert answer.code == 2 and "there is no order 'adversary'" in answer.err


def test_every_step_can_be_traced(simulate: Simulate, tmp_path: Path) -> None:
    assert picked(simulate("-2,1 -3,-1", "--model", "svm", "--trace", tmp_path / "trace")) == [0, "accepted"]
    first, second = map(json.loads, (tmp_path / "trace").read_text().splitlines())
    assert first == {
        "step": 1, "frame": 0, "x": {"0": "-2"}, "y": "1", "margin": "-1", "fired": True, "changed": {"0": "-2"},
    }  # fmt: skip
    assert second["changed"] == {"0": "1"} and second["margin"] == "-7"


LONG = "-2,4,1 4,-6,-1 2,2,-1 -6,2,1 -2,-8,1"  # even numbers: no kink is ever met


def test_what_decides_is_confirmed_by_the_kernel(simulate: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("numba", "numba")
    how = ("--engine", "native", "--limit", 600)  # so that a busy machine has the time to compile
    asked = (LONG, "--model", "svm", *how, "--question", "norm", "--norm-bound", 10**6)
    found = simulate(*asked)
    assert picked(found, "engine", "confirmed_by") == [0, "never", "native and kernel", "kernel"]
    monkeypatch.setattr(decide, "MOST_ENTRIES", 3)
    assert not simulate(*asked)["confirmed"] and "by the native engine alone" in simulate(*asked)["unconfirmed"][0]
    assert simulate(*asked, "--confirm")["confirmed"]


def lying(claim: Claim) -> Claim:
    return claim._replace(weights={**claim.weights, "0": claim.weights["0"] + rational(2)}) if claim.moved else claim


@pytest.mark.parametrize("most", [decide.MOST_ENTRIES, 3])
def test_a_loop_that_errs_is_not_believed(simulate: Simulate, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    needs("numba", "numba")
    monkeypatch.setattr(decide, "MOST_ENTRIES", most)
    true = native.NativePasses.advance
    monkeypatch.setattr(native.NativePasses, "advance", lambda self, *given: lying(true(self, *given)))
    found = simulate("-2,1 -2,-1", "--model", "svm", "--engine", "native", "--limit", 600, "--max-passes", 40)
    assert found.code == 1 if isinstance(found, Answer) else most == 3 and found["confirmed"] is False


def test_the_same_from_python(tmp_path: Path) -> None:
    given = ogd.training_set([[-2], ["-3"]], [1, -1], model="svm", start=[Fraction(-1, 7)], eta="1/2", names=["w"])
    found = ogd.simulate(given)
    assert (found.verdict, found.weights) == ("accepted", {"w": Fraction(5, 14)})
    # -1/7, then -8/7 as 2/7 < 1, then -8/7 + 3/2.
    assert "accepted after step 2 (pass 1, example 2): w is positive" in str(found)
    assert json.loads(found.to_json())["verdict"] == "accepted"
    sparse = ogd.training_set([{0: -2}, {0: -3}], [1, -1], model="svm", start={"x0": "-1/7"}, eta="1/2")
    assert ogd.simulate(sparse).steps == 2


@pytest.mark.parametrize(
    "given, said",
    [
        ({"model": "nope"}, "there is no model 'nope' here"),
        ({}, "model is missing"),
        ({"model": "svm", "y": [1]}, "there are 2 rows and 1 labels"),
        ({"model": "svm", "y": [1, 2]}, "example 2: the labels of svm are 1 and -1, not 2"),
        ({"model": "svm", "start": [1, 2, 3]}, "there are 3 weights to start from, for 1"),
        ({"model": "svm", "start": {"z": 1}}, "there is no coordinate 'z' here"),
        ({"model": "svm", "coordinate": 5}, "there is no coordinate '5' here"),
        ({"model": "svm", "eta": "0"}, "a rate is above 0"),
        ({"model": "svm", "question": "norm"}, "question='norm' and norm_bound go together"),
        ({"model": "svm", "parameters": {"k": 1}}, "svm has no such symbol"),
        ({"model": "perceptron", "parameters": {"lambda": 1}}, "perceptron has no regularizer"),
        ({"model": "svm-reg", "parameters": {"mu": "1/2"}}, "momentum is along x and without a regularizer"),
    ],
)
def test_what_cannot_be_run_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ogd.InputError, match=said):
        ogd.training_set([[1], [2]], given.pop("y", [1, -1]), **given)


def test_a_changed_set_of_a_circuit_is_compared_with_it(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    assert called("reduce", "counter:2", "-o", path).code == 0
    whole = path.read_text().splitlines()
    found = json.loads(called("simulate", path, "--format", "json").out)
    assert found["circuit"]["compared"] and found["circuit"]["first_different_pass"] is None
    assert (found["verdict"], found["circuit"]["examples_changed"]) == ("accepted", 0)
    changed = json.loads(whole[7])
    # x1 is -1 after the first pass, as before: 0, -5/4, 1, -1. In the second the seventh example does not fire at -1,
    # as 5/4 > 1, and then the eighth, x = -1, has y w.x = 1.
    changed["x"] = dict.fromkeys(changed["x"], "-5/4")
    path.write_text("\n".join([*whole[:7], json.dumps(changed), *whole[8:]]) + "\n")
    found = json.loads(called("simulate", path, "--format", "json").out)
    assert (found["verdict"], found["step"]) == ("kink", 157 + 8)
    found = found["circuit"]
    assert found["changed"] == [{"example": 7, "where": "x1: set_false_if_unset row 1"}]
    assert found["examples_changed"] == 1 and found["first_different_pass"] == 2
    path.write_text("\n".join([whole[0].replace("counter:2", "counter:3"), *whole[1:]]) + "\n")
    words = called("simulate", path).out
    assert "not compared with counter:3: the circuit of that name has another number of gates" in words


@pytest.mark.parametrize("how", [["--tables", "compact"], ["--model", "svm-reg"], ["--model", "perceptron"],
                                 ["--model", "svm-eta", "--eta", "1/9"], ["--target", "10"]])  # fmt: skip
def test_unchanged_sets_of_other_tables_are_recognised(how: list[str], tmp_path: Path) -> None:
    assert called("reduce", "counter:1" if "10" not in how else "counter:2", *how, "-o", tmp_path / "t.jsonl").code == 0
    found = json.loads(called("simulate", tmp_path / "t.jsonl", "--max-passes", 3, "--format", "json").out)["circuit"]
    assert (found["compared"], found["examples_changed"], found["first_different_pass"]) == (True, 0, None)


@pytest.mark.parametrize("how", [["--coordinate", "x0"], ["--question", "norm", "--norm-bound", 4],
                                 ["--question", "fixed-point", "--max-passes", 12]])  # fmt: skip
def test_what_else_is_asked_is_not_taken_for_the_circuits_answer(how: list[Any], tmp_path: Path) -> None:
    """The set is the circuit's own, whose answer is yes in pass 8: nothing differs up to there."""
    assert called("reduce", "counter:3", "--tables", "compact", "-o", tmp_path / "t.jsonl").code == 0
    found = json.loads(called("simulate", tmp_path / "t.jsonl", *how, "--format", "json").out)
    whole = found["passes"] - (found["verdict"] == "accepted")
    assert (found["circuit"]["passes"], found["circuit"]["first_different_pass"]) == (min(8, whole), None)

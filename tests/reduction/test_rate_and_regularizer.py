"""A learning rate and a regularizer at once: the tables of svm-reg, scaled by the root of the rate."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import called

MODEL = ("--model", "svm-eta-reg")
SHIPPED = Path(__file__).parents[2] / "gadget_tables" / "rules" / "svm-eta-reg" / "model.toml"


def test_all_five_tables_hold_for_all_alpha_and_all_roots_of_the_rate() -> None:
    answer = called("verify", *MODEL, "--format", "json")
    tables = json.loads(answer.out)["tables"]
    assert answer.code == 0 and [t["gadget"] for t in tables] == [
        "reset", "copy2", "d_nand", "set_false_if_unset", "copy_if_true",
    ]  # fmt: skip
    assert all(t["verified"] and {"sqrt_eta > 0", "eps1 > 0"} < {*t["region"]} for t in tables)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("(1 - alpha)/sqrt_eta^2", "1 - alpha"), ("sqrt_eta^2", "sqrt_eta"), ('x = "1/sqrt_eta"', 'x = "1"')],
)
def test_another_scale_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "svm-eta-reg").mkdir()
    text = SHIPPED.read_text()
    assert right in text
    (tmp_path / "svm-eta-reg" / "model.toml").write_text(text.replace(right, wrong))
    answer = called("verify", "--tables", tmp_path, "--gadget", "reset")
    assert answer.code == 1 and "reset    " in answer.out and "FAILED" in answer.out


@pytest.mark.parametrize(("eta", "regularizer"), [("4/9", "1/10"), ("9", "1/40")])
def test_the_update_of_the_paper_counts(eta: str, regularizer: str) -> None:
    """w becomes (1 - eta lambda) w + eta y x where y w.x < 1, else (1 - eta lambda) w, in fractions of Python's own."""
    answer = called("reduce", "counter:2", *MODEL, "--eta", eta, "--lambda", regularizer)
    header, *examples = map(json.loads, answer.out.splitlines())
    assert header["parameters"] == {"lambda": regularizer, "eta": eta} and not header["initial"]
    rate, decay = Fraction(eta), 1 - Fraction(eta) * Fraction(regularizer)
    weights = dict.fromkeys(range(header["dimension"]), Fraction(0))
    seen: list[tuple[int, bool]] = []
    for _ in range(4):
        positive = False
        for example in examples:
            x = {int(c): Fraction(value) for c, value in example["x"].items()}
            margin = Fraction(example["y"]) * sum(weights[c] * value for c, value in x.items()) - 1
            assert margin != 0
            weights = {c: decay * value for c, value in weights.items()}
            for c, value in x.items() if margin < 0 else ():
                weights[c] += rate * Fraction(example["y"]) * value
            positive = positive or weights[header["accept"]] > 0
        bits = [(weights[s["coordinate"]] > 0) != s["inverted"] for s in header["state"]]
        seen.append((bits[0] + 2 * bits[1], positive))
    assert seen == [(1, False), (2, False), (3, False), (0, True)]


def test_the_root_of_the_rate_may_be_irrational() -> None:
    answer = called("simulate", "counter:1", *MODEL, "--eta", "1/3", "--engine", "kernel")
    assert answer.code == 0 and "lambda = 1/4, eta = 1/3; proved for all passes." in answer.out
    assert "accepted in frame 1" in answer.out


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            ["simulate", "counter:1", "--eta", "4", "--lambda", "1/10"],
            "--lambda times --eta must lie between 0 and 1 - ",
        ),
        (["simulate", "counter:1", "--eta", "0"], "--eta must be positive"),
        (["simulate", "counter:1", "--question", "norm"], "--question norm has a gadget for svm, "),
        (["reduce", "counter:1", "--eta", "1/3", "--symbolic"], "svm-eta-reg has none here, so drop it"),
        (["replay", "counter:1", "--noise", "1/9", "--eta", "1/3"], "--noise takes rational numbers"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(command: list[str], reason: str) -> None:
    answer: Any = called(*command, *MODEL)
    assert (answer.code, answer.out) == (2, "") and reason in answer.err and answer.err.count("\n") == 1

"""verify --gradients: the losses that people read, differentiated, and compared with what the kernel does."""

import json
from dataclasses import replace

import pytest
import sympy

from conftest import called
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Step
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.gradients.pieces import P
from ogd_exact.gadgets.gradients.read import read_loss
from ogd_exact.gadgets.properties.traits import Y

DECAY = r" + \frac{\lambda}{2} |w|^2"


def test_every_step_goes_against_the_gradient_of_its_loss() -> None:
    """Two sides of one kink, for each of two labels where there are two, else for any label."""
    answer = called("verify", "--gradients", "--format", "json")
    found = {rule["rule"]: rule for rule in json.loads(answer.out)["rules"]}
    assert answer.code == 0 and {*found} == {*RULES} and not any(rule["wrong"] for rule in found.values())
    for name, rule in found.items():
        sides = 2 if name.startswith("dense-relu") else 4
        assert (rule["intervals"], rule["kinks"], rule["loss"]) == (sides, sides / 2, RULES[name].loss)


@pytest.mark.parametrize(
    ("rule", "loss", "said"),
    [
        ("hinge", r"\max(0, 2 - y\, w \cdot x)" + DECAY, "y = 1, w.x < 2: the step changes at w.x = 1"),
        ("hinge", r"\max(0, 2 - y\, w \cdot x)" + DECAY, "w.x = 2: a step is made where the loss has no derivative"),
        ("hinge", r"\max(0, 1 + y\, w \cdot x)" + DECAY, "y = 1, w.x > -1: the step changes at w.x = 1,"),
        ("hinge", r"\max(0, 1 - y\, w \cdot x)^2" + DECAY, "w_1 moves by"),
        ("hinge", r"\max(0, 1 - y\, w \cdot x)", "w.x > 1: w_1 moves by -eta*lambda*"),
        ("hinge", r"\max(0, 1 - y\, w \cdot x) + \lambda |w|^2", "w_1 moves by"),
        ("dense-relu", r"\frac{1}{2} (y - \max(0, w \cdot x))^2" + DECAY, "w_1 moves by"),
        ("dense-relu-dense", r"(y - v \max(0, w \cdot x))^2" + DECAY, "dense-relu-dense has no regularizer"),
        ("dense-relu-dense", r"(y - v \max(0, w \cdot x))^2 + v^2", "v moves by 0, and against the gradient"),
        ("hinge-bias", r"\max(0, 1 - y\,(w \cdot x - \mathit{bias}))" + DECAY, "w.x < bias + 1: the sign of 2*bias"),
    ],
)
def test_another_loss_is_told_from_the_step(rule: str, loss: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, rule, replace(RULES[rule], loss=loss))
    answer = called("verify", "--gradients")
    assert answer.code == 1 and f"{rule}, y = " in answer.out and said in answer.out, answer.out


def test_another_step_is_told_from_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as far, on the wrong side, and without a refusal on the kink."""
    hinge, take = RULES["hinge"], Step.take
    for moves, spoiled, said in (
        (((("x", Y + Y),), ()), take, "y = -1, w.x > -1: w_1 moves by"),
        (hinge.moves[::-1], take, "y = 1, w.x > 1: w_1 moves by"),
        (hinge.moves, lambda *given: take(*given[:-1], lambda m: given[-1](m) or 1), "w.x = 1: a step is made where"),
    ):
        with monkeypatch.context() as patched:
            patched.setitem(RULES, "hinge", replace(hinge, moves=moves))
            patched.setattr(Step, "take", spoiled)
            answer = called("verify", "--gradients")
        assert answer.code == 1 and said in answer.out and "difference" in answer.out, answer.out


def test_losses_are_read_by_intervals() -> None:
    """By hand: |2 - p| - 1 is 1 - p below 2 and p - 3 above, so that it is positive below 1 and above 3."""
    loss = read_loss(r"\max(0, |y - w \cdot x| - 1)^2", {"y": sympy.Integer(2)})
    assert [interval for interval, _ in loss] == [(None, 1), (1, 2), (2, 3), (3, None)]
    assert [sympy.expand(part) for _, part in loss] == [P**2 - 2 * P + 1, 0, 0, P**2 - 6 * P + 9]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"\exp(w \cdot x)", r"cannot be read at '\\exp'"),
        (r"\max(1, w \cdot x)", "cannot be read at '1'"),
        (r"(y - w \cdot x", "cannot be read at its end"),
        (r"y w \cdot x)", "cannot be read at ')'"),
        (r"\max(0, y)", "the sign of y depends on its symbols"),
        (r"\max(0, (w \cdot x)^2)", "is not affine in w.x"),
    ],
)
def test_a_loss_that_is_not_understood_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        read_loss(text, {"y": sympy.Symbol("y")})
    assert said in str(refused.value)


@pytest.mark.parametrize("other", [["--model", "svm"], ["paper.tex"], ["--printed"], ["--format", "html"]])
def test_what_is_of_tables_is_refused(other: list[str]) -> None:
    answer = called("verify", "--gradients", *other)
    assert answer.code == 2 and answer.err.startswith("ogd-exact: --gradients is of rules, not of tables")

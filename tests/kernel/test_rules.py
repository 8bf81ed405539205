"""The update rules against gradients that sympy takes of the losses as they are defined."""

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conftest import examples
from ogd_exact.kernel.errors import Kink
from ogd_exact.kernel.numbers import rational, sign
from ogd_exact.kernel.rules import RULES, Example, Rule
from ogd_exact.kernel.rules.states import is_state

numbers = st.fractions(min_value=-9, max_value=9, max_denominator=12)
vectors = st.lists(numbers, min_size=3, max_size=3)


def gradient_step(rule: str, w: list[Fraction], v: Fraction, x: list[Fraction], y: Fraction, rate: Fraction,
                  regularizer: Fraction) -> tuple[list[Any], Any]:  # fmt: skip
    """w - rate * gradient of the loss, from the loss's definition; None on the kink."""
    ws, vs = sympy.symbols("w0:3"), sympy.Symbol("v")
    point = dict(zip(ws, map(sympy.Rational, map(str, w)), strict=True)) | {vs: sympy.Rational(str(v))}
    product = sum(a * sympy.Rational(str(b)) for a, b in zip(ws, x, strict=True))
    target, r = sympy.Rational(str(y)), sympy.Rational(str(rate))
    product = product + vs if rule == "hinge-bias" else product
    below = {"hinge": 1, "hinge-bias": 1, "perceptron": 0}.get(rule)
    active = product.subs(point) > 0 if below is None else target * product.subs(point) < below
    if rule.startswith("hinge"):
        penalty = sympy.Rational(str(regularizer)) / 2 * sum(a**2 for a in ws)
        loss = (1 - target * product if active else 0) + penalty
    elif rule == "perceptron":
        loss = -target * product if active else sympy.Integer(0)
    elif rule == "dense-relu":
        loss = (target - (product if active else 0)) ** 2
    else:
        loss = (target - vs * (product if active else 0)) ** 2
    moved = [point[s] - r * sympy.diff(loss, s).subs(point) for s in (*ws, vs)]
    return moved[:3], moved[3]


@settings(max_examples=examples(60))
@given(w=vectors, v=numbers, x=vectors, y=numbers, rate=numbers, regularizer=numbers)
@pytest.mark.parametrize("rule", RULES)
def test_a_step_follows_the_gradient(rule: str, w: Any, v: Any, x: Any, y: Any, rate: Any, regularizer: Any) -> None:
    if rule.startswith("hinge") or rule == "perceptron":
        y = Fraction(1 if y >= 0 else -1)
    if not rule.startswith("hinge"):
        regularizer = Fraction(0)
    product = sum(a * b for a, b in zip(w, x, strict=True)) + (v if rule == "hinge-bias" else 0)
    assume(y * product != 1 if rule.startswith("hinge") else product != 0)
    state = "bias" if rule == "hinge-bias" else "v"
    weights = {f"w{i}": rational(a) for i, a in enumerate(w)} | {state: rational(v)}
    sparse = {f"w{i}": rational(b) for i, b in enumerate(x) if b}
    step = RULES[rule].step(weights, Example(sparse, rational(y)), rational(rate), rational(regularizer), sign)
    moved, moved_v = gradient_step(rule, w, v, x, y, rate, regularizer)
    assert [step.weights[f"w{i}"] for i in range(3)] == [Fraction(str(m)) for m in moved]
    if RULES[rule].state:
        assert step.weights[state] == Fraction(str(moved_v))


@pytest.mark.parametrize(
    ("rule", "w", "x", "y"),
    [("hinge", 1, 1, 1), ("hinge", -1, 1, -1), ("dense-relu", 0, 5, 1), ("dense-relu-dense", 0, 5, 1)],
)
def test_the_kink_raises_and_no_side_is_chosen(rule: str, w: int, x: int, y: int) -> None:
    weights = {"a": rational(w), "v": rational(1)}
    with pytest.raises(Kink):
        RULES[rule].step(weights, Example({"a": rational(x)}, rational(y)), rational(1), rational(0), sign)


def test_a_hinge_label_is_one_or_minus_one() -> None:
    with pytest.raises(ValueError, match="1 or -1"):
        RULES["hinge"].step(
            {"a": rational(1)}, Example({"a": rational(5)}, rational(2)), rational(1), rational(0), sign
        )


def test_a_relu_with_a_regularizer() -> None:
    """w.x = 2 is above 0: w becomes w/2 - 2*(2 - 1)*x; where it is below, w becomes w/2."""
    weights, half = {"a": rational(1), "b": rational(3)}, rational(1, 2)
    for x, a in ((2, rational(-7, 2)), (-2, half)):
        done = RULES["dense-relu"].step(weights, Example({"a": rational(x)}, rational(1)), rational(1), half, sign)
        assert done.fired == (x > 0) and done.weights == {"a": a, "b": rational(3, 2)}


@pytest.mark.parametrize(
    ("bias", "x", "y", "after"),
    [
        (-1, 1, 1, (rational(3, 2), 0)),  # 1*1 - 1 = 0 is below 1: a/2 + 1, and the bias gains 1
        (-1, 3, 1, (rational(1, 2), -1)),  # 3 - 1 = 2 is above: a decays, and the bias does not
        (2, 1, -1, (rational(-1, 2), 1)),  # -(1 + 2) is below 1: a/2 - 1, and the bias loses 1
        (-3, 0, -1, (rational(1, 2), -3)),  # 3 is above 1, by the bias alone
    ],
)
def test_a_bias_does_not_decay(bias: int, x: int, y: int, after: tuple[Any, int]) -> None:
    """max(0, 1 - y (w.x + bias)) + 1/4 |w|^2, worked out by hand; b is a coordinate that the example does not name."""
    weights = {"a": rational(1), "b": rational(3), "bias": rational(bias)}
    example = Example({"a": rational(x)}, rational(y))
    done = RULES["hinge-bias"].step(weights, example, rational(1), rational(1, 2), sign)
    assert done.weights == {"a": after[0], "b": rational(3, 2), "bias": after[1]}


def test_a_regularizer_the_model_does_not_have_is_refused() -> None:
    weights = {"a": rational(1), "v": rational(1)}
    with pytest.raises(ValueError, match="no regularizer"):
        RULES["dense-relu-dense"].step(
            weights, Example({"a": rational(5)}, rational(2)), rational(1), rational(1, 2), sign
        )


def test_a_rule_that_does_not_speak_of_a_regularizer_has_none() -> None:
    class Silent(Rule):
        name = "silent"

    with pytest.raises(ValueError, match="silent has no regularizer"):
        Silent().step({"a": rational(1)}, Example({}, rational(1)), rational(1), rational(1, 2), sign)


def test_weights_given_are_not_changed() -> None:
    for rule in RULES.values():
        weights = {"a": rational(-2), **dict.fromkeys(rule.state, rational(1))}
        rule.step(weights, Example({"a": rational(-3)}, rational(1)), rational(1), rational(0), sign)
        assert weights == {"a": -2, **dict.fromkeys(rule.state, 1)}


@pytest.mark.parametrize("y", [1, -1])
@pytest.mark.parametrize("name", RULES)
def test_what_an_additive_rule_is(name: str, y: int) -> None:
    """For all weights, examples and rates: a coordinate of weight 0 decides nothing, and moves by rate*y*x.

    The proof of constructions with biases rests on it.
    """
    rule, zero = RULES[name], sympy.Integer(0)
    before = {c: sympy.Symbol(c) for c in ("a", "b", *rule.state)} | {"new": zero}
    x, rate = {c: sympy.Symbol(f"x_{c}") for c in ("a", "b", "new")}, sympy.Symbol("rate")
    others = Example({c: value for c, value in x.items() if c != "new"}, y)
    added = dict.fromkeys(before, zero) | {c: rate * y * value for c, value in x.items()}
    for side in (1, -1):
        step, alone = (rule.step(before, e, rate, 0, lambda _, side=side: side) for e in (Example(x, y), others))
        moved = {c: sympy.expand(weight - before[c]) for c, weight in step.weights.items()}
        assert step.margin == alone.margin and step.fired == (side == rule.fires)
        assert (moved == added) == rule.additive if step.fired else not any(moved.values())


@pytest.mark.parametrize("name", RULES)
def test_the_degree_is_that_of_a_changed_weight_in_an_entry(name: str) -> None:
    rule = RULES[name]
    before = {c: sympy.Symbol(c) for c in ("a", "b", *rule.state)}
    x, y, rate = {c: sympy.Symbol(f"x_{c}") for c in ("a", "b")}, 1, sympy.Symbol("rate")
    step = rule.step(before, Example(x, y), rate, 0, lambda _: rule.fires)
    assert max(sympy.degree(sympy.expand(weight), x["a"]) for weight in step.weights.values()) == rule.degree


def test_the_weight_of_the_second_layer_is_a_state_and_those_of_coordinates_are_not() -> None:
    assert is_state("v")
    assert not is_state("i1")


def test_a_rule_must_say_its_margin_and_its_changes() -> None:
    example = Example({}, rational(1))
    with pytest.raises(NotImplementedError):
        Rule().margin({}, example)
    with pytest.raises(NotImplementedError):
        Rule().changes({}, example, rational(1), rational(1))

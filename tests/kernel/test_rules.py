"""The update rules against gradients that sympy takes of the losses as they are defined."""

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conftest import examples
from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational, sign
from ogd_exact.core.kernel.step import Example, Rule, Step, Update
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.rules import RULES, rule_in
from ogd_exact.gadgets.properties.traits import is_additive

numbers = st.fractions(min_value=-9, max_value=9, max_denominator=12)
vectors = st.lists(numbers, min_size=3, max_size=3)


def taken(rule: str, weights: Any, example: Example, rate: Any = 1, regularizer: Any = 0) -> Update:
    return Step(RULES[rule], rate, regularizer).take(weights, example, sign)


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
    step = taken(rule, weights, Example(sparse, rational(y)), rational(rate), rational(regularizer))
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
        taken(rule, weights, Example({"a": rational(x)}, rational(y)))


def test_a_hinge_label_is_one_or_minus_one() -> None:
    with pytest.raises(ValueError, match="1 or -1"):
        taken("hinge", {"a": rational(1)}, Example({"a": rational(5)}, rational(2)))


def test_a_relu_with_a_regularizer() -> None:
    """w.x = 2 is above 0: w becomes w/2 - 2*(2 - 1)*x; where it is below, w becomes w/2."""
    weights, half = {"a": rational(1), "b": rational(3)}, rational(1, 2)
    for x, a in ((2, rational(-7, 2)), (-2, half)):
        done = taken("dense-relu", weights, Example({"a": rational(x)}, rational(1)), rational(1), half)
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
    done = taken("hinge-bias", weights, example, rational(1), rational(1, 2))
    assert done.weights == {"a": after[0], "b": rational(3, 2), "bias": after[1]}


def test_a_regularizer_the_model_does_not_have_is_refused() -> None:
    weights = {"a": rational(1), "v": rational(1)}
    with pytest.raises(ValueError, match="no regularizer"):
        taken("dense-relu-dense", weights, Example({"a": rational(5)}, rational(2)), rational(1), rational(1, 2))


def test_a_rule_that_does_not_speak_of_a_regularizer_has_none() -> None:
    silent = Step(Rule("silent"), rational(1), rational(1, 2))
    with pytest.raises(ValueError, match="silent has no regularizer"):
        silent.take({"a": rational(1)}, Example({}, rational(1)), sign)


def test_weights_given_are_not_changed() -> None:
    for name, rule in RULES.items():
        weights = {"a": rational(-2), **dict.fromkeys(rule.state, rational(1))}
        taken(name, weights, Example({"a": rational(-3)}, rational(1)))
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
        step, alone = (Step(rule, rate).take(before, e, lambda _, side=side: side) for e in (Example(x, y), others))
        moved = {c: sympy.expand(weight - before[c]) for c, weight in step.weights.items()}
        assert step.margin == alone.margin and step.fired == bool(rule.moves[-1 if side > 0 else 0])
        assert (moved == added) == is_additive(rule) if step.fired else not any(moved.values())


def made(**said: Any) -> Rule:
    return rule_in("made", {"words": "made", **said})


SQUARED_HINGE = made(score="y*p", kinks=["1"], moves=[{"x": "2*y*(1 - y*p)"}, {}], labels=["1", "-1"])
HUBER = made(
    constants={"epsilon": "1/2"}, score="y - p", kinks=["-epsilon", "epsilon"],
    moves=[{"x": "-epsilon"}, {"x": "y - p"}, {"x": "epsilon"}],
)  # fmt: skip
INSENSITIVE = replace(HUBER, moves=made(score="0", kinks=["0", "1"], moves=[{"x": "-1"}, {}, {"x": "1"}]).moves)


@pytest.mark.parametrize(
    ("rule", "w", "y", "after"),
    [  # x = 2 and the rate 1, by hand; p = 2w
        (SQUARED_HINGE, (0, 1), 1, 4),  # 2*(1 - 0)*2
        (SQUARED_HINGE, (1, 2), 1, (1, 2)),  # on the kink, where both gradients are 0
        (SQUARED_HINGE, (1, 1), 1, 1),
        (HUBER, (0, 1), 3, 1),  # y - p = 3 is above 1/2, so that w moves by 1/2*2
        (HUBER, (0, 1), -3, -1),
        (HUBER, (0, 1), (1, 4), (1, 2)),  # between the kinks, by (1/4)*2
        (HUBER, (0, 1), (1, 2), 1),  # on a kink, where 1/2 is what both say
        (HUBER, (0, 1), (-1, 2), -1),
        (INSENSITIVE, (0, 1), (1, 4), 0),
        (INSENSITIVE, (0, 1), 3, 2),
        (INSENSITIVE, (0, 1), (1, 2), None),  # on a kink: 0 or 1
        (INSENSITIVE, (0, 1), (-1, 2), None),
        (RULES["dense-relu"], (0, 1), 0, 0),  # w.x = 0 and y = 0: nothing moves on either side
        (RULES["dense-relu"], (0, 1), (1, 3), None),
    ],
)
def test_a_kink_is_refused_where_the_moves_that_meet_there_differ(rule: Rule, w: Any, y: Any, after: Any) -> None:
    number = lambda value: rational(*value) if isinstance(value, tuple) else rational(value)  # noqa: E731
    step = Step(rule, rational(1), constants=tuple((name, rational(1, 2)) for name, _ in rule.constants))
    weights, example = {"a": number(w), "b": rational(7)}, Example({"a": rational(2)}, number(y))
    if after is None:
        with pytest.raises(Kink):
            step.take(weights, example, sign)
    else:
        assert step.take(weights, example, sign).weights == {"a": number(after), "b": 7}


BOX = made(
    score="y - p", kinks=[], moves=[{"x": "y - p"}], state={"s": "counts"},
    after={"score": "w", "kinks": ["-1", "1"], "values": ["-1", "w", "1"]},
)  # fmt: skip
SHRUNK = made(
    constants={"t": "1/2"}, score="y - p", kinks=[], moves=[{"x": "1"}],
    after={"score": "w", "kinks": ["-t", "t"], "values": ["w + t", "0", "w - t"]},
)  # fmt: skip
TORN = replace(
    BOX, after=made(score="0", kinks=[], moves=[{}], after={"score": "w", "kinks": ["1"], "values": ["0", "w"]}).after
)
SIGNS = made(score="y - p", kinks=["0"], moves=[{"x": "-1"}, {"x": "1"}], along="sign")


@pytest.mark.parametrize(
    ("rule", "x", "y", "after"),
    [  # w = (a, b) = (0, 1/2) and the rate 1, by hand; p = 0*x_a + (1/2)*x_b
        (BOX, (3, 0), (1, 6), ((1, 2), (1, 2))),  # a moves by (1/6)*3
        (BOX, (3, 0), 1, (1, (1, 2))),  # by 3, and is put back to 1
        (BOX, (3, 0), (1, 3), (1, (1, 2))),  # to 1 itself, where both values are 1
        (BOX, (-3, 1), 2, (-1, 1)),  # y - p = 3/2
        (SHRUNK, (2, 0), 0, ((3, 2), 0)),  # a moves to 2 and loses 1/2; b, which nobody names, stands on a kink, at 0
        (SHRUNK, (-2, 1), 0, ((-3, 2), 1)),
        (TORN, (1, 0), 2, (2, 0)),  # what is below 1 becomes 0, whether it is named or not
        (TORN, (1, 0), 1, None),  # 1 becomes 0 or 1
        (SIGNS, (5, -7), 1, (1, (-1, 2))),  # p = -7/2 is below y
        (SIGNS, (5, -7), -9, (-1, (3, 2))),
        (SIGNS, (5, 2), 1, None),  # on the kink of the loss
    ],
)
def test_what_follows_a_step_and_moves_along_signs(rule: Rule, x: Any, y: Any, after: Any) -> None:
    number = lambda value: rational(*value) if isinstance(value, tuple) else rational(value)  # noqa: E731
    step = Step(rule, rational(1), constants=tuple((name, rational(1, 2)) for name, _ in rule.constants))
    state = {name: rational(7) for name in rule.state}  # which nothing follows
    example = Example({c: number(value) for c, value in zip("ab", x, strict=True) if value}, number(y))
    if after is None:
        with pytest.raises(Kink):
            step.take({"a": rational(0), "b": rational(1, 2), **state}, example, sign)
    else:
        done = step.take({"a": rational(0), "b": rational(1, 2), **state}, example, sign).weights
        assert done == {**dict(zip("ab", map(number, after), strict=True)), **state}


def test_what_follows_a_step_goes_with_neither_decay_nor_momentum() -> None:
    weights = {"a": rational(1), "v_a": rational(0), "s": rational(0)}
    example = Example({"a": rational(1)}, rational(3))
    for rule in (replace(BOX, regularized=True), replace(SIGNS, regularized=True)):
        for step in (Step(rule, rational(1), rational(1, 2)), Step(rule, rational(1), momentum=rational(1, 2))):
            if rule.after or step.momentum is not None:
                with pytest.raises(ValueError, match="momentum"):
                    step.take(weights, example, sign)


def test_a_step_is_its_data_and_no_name() -> None:
    hinge = Step(RULES["hinge"], rational(1), rational(0))
    again = Step(replace(RULES["hinge"], name="other", words="the same"), rational(1), rational(0))
    assert hinge == again and hash(hinge) == hash(again)
    box = replace(hinge, rule=replace(RULES["hinge"], after=BOX.after))
    assert len({hinge, box, replace(hinge, rule=replace(RULES["hinge"], along="sign"))}) == 3
    others = [replace(hinge, rate=2), replace(hinge, momentum=1), replace(hinge, rule=RULES["perceptron"])]
    assert all(hinge != other for other in [*others, replace(hinge, momentum=1, nesterov=True)])
    assert pickle.loads(pickle.dumps(hinge)) == hinge  # noqa: S301


@pytest.mark.parametrize("text", ["1/p", "y^-1", "p/(y - y)", "(p + y)^13", "2^200^200", "q", "p(1)"])
def test_a_text_that_is_no_polynomial_makes_no_rule(text: str) -> None:
    with pytest.raises((ValueError, ExpressionError)):
        made(score=text, kinks=["0"], moves=[{}, {}])

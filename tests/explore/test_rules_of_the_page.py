"""The page takes the steps of every rule that is data: compared with the losses' definitions, and with the kernel."""

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from explored import data_of, node, page_file

from conftest import needs_program
from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.rules import RULES, rule_in
from ogd_exact.gadgets.reading.step_data import step_data

Numbers = dict[str, Fraction]
Moves = Callable[[Fraction, Fraction, Numbers, Callable[[Fraction, Any], bool]], dict[str, Any]]
ONE, HALF, RATE, DECAYED = Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(1, 4)
COORDINATES = ("a", "b", "c", "idle")
COUNT = 300


@dataclass(frozen=True)
class Definition:
    """A rule as TOML would say it, and once more by hand: its moves, below(score, kink) being asked on a side."""

    moves: Moves
    said: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)  # of the step alone: along, after
    sign: bool = False
    after: Callable[[Fraction, Callable[[Fraction, Any], bool]], Fraction] = lambda w, below: w


def relu(p: Fraction, y: Fraction, second: Fraction) -> tuple[Fraction, Fraction]:
    error = 2 * (y - second * p)
    return error * second, error * p


def clipped(value: Fraction, most: Fraction, below: Any) -> Fraction:
    return -most if below(value, -most) else value if below(value, most) else most


TWO_STATES = {
    "state": {"mirror": "the mirror of u", "u": "the second layer"}, "score": "p", "kinks": ["0"],
    "moves": [{}, {"x": "2*(y - u*p)*u", "u": "2*(y - u*p)*p", "mirror": "-2*(y - u*p)*p"}],
}  # fmt: skip
HUBER = {
    "words": "linear model, Huber loss", "constants": {"epsilon": "1/2"}, "score": "y - p",
    "kinks": ["-epsilon", "epsilon"], "moves": [{"x": "-epsilon"}, {"x": "y - p"}, {"x": "epsilon"}],
}  # fmt: skip
LEAKY = {
    "constants": {"slope": "1/4"}, "score": "p", "kinks": ["0"],
    "moves": [{"x": "slope*(y - slope*p)"}, {"x": "y - p"}],
}  # fmt: skip
SQUARED_HINGE = {
    "score": "y*p", "kinks": ["1"], "moves": [{"x": "2*y*(1 - y*p)"}, {}], "labels": ["1", "-1"], "regularized": True,
}  # fmt: skip
LEAST_SQUARES = {"score": "p", "kinks": [], "moves": [{"x": "y - p"}]}
BOX = {"after": {"score": "w", "kinks": ["-1", "1"], "values": ["-1", "w", "1"]}}
HARD = {"after": {"score": "w^2", "kinks": ["bar^2"], "values": ["0", "w"]}}  # with a jump at both ends
ABSOLUTE = {"score": "y - p", "kinks": ["0"], "moves": [{"x": "-1"}, {"x": "1"}]}

RULES_BY_HAND: dict[str, Definition] = {
    "hinge": Definition(lambda p, y, s, below: {"x": y} if below(y * p, 1) else {}),
    "hinge-bias": Definition(
        lambda p, y, s, below: {"x": y, "bias": y} if below(y * (p + s["bias"]), 1) else {},
    ),
    "perceptron": Definition(lambda p, y, s, below: {"x": y} if below(y * p, 0) else {}),
    "dense-relu": Definition(lambda p, y, s, below: {} if below(p, 0) else {"x": 2 * (y - p)}),
    "dense-relu-dense": Definition(
        lambda p, y, s, below: {} if below(p, 0) else dict(zip("xv", relu(p, y, s["v"]), strict=True)),
    ),
    "two states": Definition(
        lambda p, y, s, below: {}
        if below(p, 0)
        else dict(zip(("x", "u", "mirror"), (*relu(p, y, s["u"]), -relu(p, y, s["u"])[1]), strict=True)),
        TWO_STATES,
    ),
    "huber": Definition(lambda p, y, s, below: {"x": clipped(y - p, HALF, below)}, HUBER),
    "leaky": Definition(
        lambda p, y, s, below: {"x": Fraction(1, 4) * (y - Fraction(1, 4) * p) if below(p, 0) else y - p}, LEAKY
    ),
    "squared hinge": Definition(
        lambda p, y, s, below: {"x": 2 * y * (1 - y * p)} if below(y * p, 1) else {}, SQUARED_HINGE
    ),
    "box": Definition(
        lambda p, y, s, below: {"x": y - p}, LEAST_SQUARES, BOX, after=lambda w, below: max(-ONE, min(ONE, w))
    ),
    "box, and a bias outside": Definition(
        lambda p, y, s, below: dict.fromkeys(("x", "bias"), y - p - s["bias"]),
        LEAST_SQUARES | {"state": {"bias": ""}, "moves": [dict.fromkeys(("x", "bias"), "y - p - bias")]},
        BOX,
        after=lambda w, below: max(-ONE, min(ONE, w)),
    ),
    "hard threshold": Definition(
        lambda p, y, s, below: {"x": clipped(y - p, HALF, below)},
        HUBER | {"constants": {"epsilon": "1/2", "bar": "3/4"}},
        HARD,
        after=lambda w, below: Fraction(0) if below(w * w, Fraction(9, 16)) else w,
    ),
    "sign": Definition(
        lambda p, y, s, below: {"x": -1 if below(y - p, 0) else 1}, ABSOLUTE, {"along": "sign"}, sign=True
    ),
    "sign in a box": Definition(
        lambda p, y, s, below: {"x": y} if below(y * p, 1) else {},
        {"score": "y*p", "kinks": ["1"], "moves": [{"x": "y"}, {}], "regularized": True},
        {"along": "sign"} | BOX,
        sign=True,
        after=lambda w, below: max(-ONE, min(ONE, w)),
    ),
}  # fmt: skip


SMOOTH = ("huber", "squared hinge", "box", "box, and a bias outside")  # whose sides agree on every kink


def on(side: int) -> Callable[[Fraction, Any], bool]:
    """Whether a score is below a kink, seen from one side where it is the kink."""
    return lambda score, kink: score < kink or (score == kink and side < 0)


def by_hand(
    rule: Definition, states: tuple[str, ...], lost: Fraction, weights: Numbers, x: Numbers, y: Fraction
) -> Numbers | None:
    """The weights after a step, by the definition; None where both sides of a kink say different things."""
    p = sum((weights[c] * value for c, value in x.items()), Fraction(0))
    state = {name: weights[name] for name in states}
    low, high = ({n: m for n, m in rule.moves(p, y, state, on(side)).items() if m} for side in (-1, 1))
    if low != high:
        return None
    after = {c: w if c in states else (1 - RATE * lost) * w for c, w in weights.items()}
    for c, value in x.items():
        after[c] += RATE * low.get("x", 0) * ((value > 0) - (value < 0) if rule.sign else value)
    for name in states:
        after[name] += RATE * low.get(name, 0)
    ends = [{c: w if c in states else rule.after(w, on(side)) for c, w in after.items()} for side in (-1, 1)]
    return ends[0] if ends[0] == ends[1] else None


def asked(name: str, lost: Fraction, examples: list[Any]) -> tuple[Step, dict[str, Any]]:
    """The rule as the kernel has it, but for what it has not; and what the page is given."""
    rule = RULES_BY_HAND[name]
    known = RULES[name] if name in RULES else rule_in(name, rule.said)
    constants = tuple((constant, rational(Fraction(text))) for constant, text in known.constants)
    step = Step(known, rational(RATE), rational(lost), constants)
    kinds = [{"name": c, "kind": "gate"} for c in COORDINATES] + [{"name": s, "kind": "state"} for s in known.state]
    words = {"noun": "", "words": known.words, "state": dict.fromkeys(known.state, "")}
    return step, {"step": step_data(step) | rule.more, "rule": words, "coordinates": kinds, "examples": examples}


def drawn(source: random.Random, step: Step) -> tuple[Numbers, Numbers, Fraction]:
    number = lambda: Fraction(source.randint(-4, 4), source.choice([1, 2, 4]))  # noqa: E731
    names = [*COORDINATES, *step.rule.state]
    x = {c: number() for c in COORDINATES[:3] if source.random() < 0.8}
    labels = [Fraction(str(label)) for label in step.rule.labels]
    return {c: number() for c in names}, x, source.choice(labels) if labels else number()


def texts(weights: Numbers, x: Numbers, y: Fraction) -> list[Any]:
    return [[str(w) for w in weights.values()], [[COORDINATES.index(c), str(v)] for c, v in x.items()], str(y)]


@pytest.mark.parametrize("name", RULES_BY_HAND)
def test_random_steps_are_those_of_the_definition(tmp_path: Path, name: str) -> None:
    needs_program("node", package="nodejs")
    rule, source = RULES_BY_HAND[name], random.Random(name)
    lost = DECAYED if rule.said.get("regularized", name in RULES and RULES[name].regularized) else Fraction(0)
    step, _ = asked(name, lost, [])
    cases = [drawn(source, step) for _ in range(COUNT)]
    (tmp_path / "asked.json").write_text(json.dumps([asked(name, lost, [texts(*case) for case in cases])[1]]))
    (found,) = node("take.mjs", tmp_path / "asked.json")
    met: Counter[Any] = Counter()
    for (weights, x, y), (kink, interval, fired, after, _) in zip(cases, found["answers"], strict=True):
        expected = by_hand(rule, step.rule.state, lost, weights, x, y)
        assert kink is (expected is None), (weights, x, y)
        met["kink" if kink else interval] += 1
        if expected is not None:
            assert [Fraction(text) for text in after] == list(expected.values()), (weights, x, y)
        if not rule.more:
            assert (kink, fired, after) == by_kernel(step, weights, x, y, after)
    # Every interval was met; and refusals, where sides ever differ.
    intervals = len(step.rule.kinks) + 1
    assert all(met[k] for k in range(intervals)) and sum(met.values()) == COUNT
    assert (met["kink"] > 0) is (name not in SMOOTH)


def by_kernel(step: Step, weights: Numbers, x: Numbers, y: Fraction, unchanged: list[str]) -> tuple[Any, ...]:
    exact = lambda numbers: {c: rational(value) for c, value in numbers.items()}  # noqa: E731
    try:
        example = Example(exact(x), rational(y))
        update = step.take(exact(weights), example, lambda value: (value > 0) - (value < 0))
    except Kink:
        return True, False, unchanged
    return False, update.fired, [str(w) for w in update.weights.values()]


CASES: list[tuple[str, Fraction, list[Any], str, str]] = [
    (
        "hinge", Fraction(0), [["1"], [[0, "-4"]], "1"],
        "(soft-margin SVM, hinge loss) looks at one score, y·(w·x): below 1, the example fires, and rate·y·x is added"
        " to the weights; above 1, nothing is added.",
        "y·(w·x) = −4, below 1: it fires, and rate·y·x is added to the weights",
    ),
    (
        "hinge-bias", DECAYED, [["1", "1", "1", "1", "-3"], [[0, "-4"]], "-1"],
        "below 1, the example fires, and rate·y·x is added to the weights and rate·y to bias; above 1, nothing",
        "y·(w·x + bias) = 7, above 1: nothing is added; but the regularizer multiplies all weights but bias by 5/8",
    ),
    (
        "dense-relu", Fraction(0), [["0"], [[0, "1"]], "1"],
        "one score, w·x: below 0, nothing is added; above 0, the example fires, and 2·rate·(y − w·x)·x is added to",
        "w·x = 0, exactly 0: on the kink, where the loss has no derivative. No side is chosen",
    ),
    (
        "two states", Fraction(0), [["1", "0", "0", "0", "1", "1"], [[0, "1"]], "1"],
        "2·rate·u·(y − u·(w·x))·x is added to the weights, 2·rate·(w·x)·(y − u·(w·x)) to u and"
        " 2·rate·(w·x)·(u·(w·x) − y) to mirror.",
        "w·x = 1, above 0: it fires, and 2·rate·u·(y − u·(w·x))·x is added to the weights",
    ),
    (
        "huber", Fraction(0), [["1"], [[0, "1"]], "3/2"],
        "(linear model, Huber loss) looks at one score, y − w·x: below −1/2, rate·ε·x is subtracted from the weights;"
        " between −1/2 and 1/2, rate·(y − w·x)·x is added to the weights; above 1/2, rate·ε·x is added to the weights."
        " Here ε = 1/2.",
        "y − w·x = 1/2, exactly 1/2, where both sides agree: rate·ε·x is added to the weights",
    ),
    (
        "squared hinge", Fraction(0), [["1"], [[0, "1"]], "1"], "the example fires, and 2·rate·y·(1 − y·(w·x))·x is",
        "y·(w·x) = 1, exactly 1, where both sides agree: nothing is added",
    ),
    (
        "box", Fraction(0), [["1", "0", "0", "0"], [[0, "1"]], "4"],
        "does the same with each: rate·(y − w·x)·x is added to the weights. After each step, a weight w becomes −1"
        " where w is below −1 and 1 where w is above 1.",
        "w·x = 1: rate·(y − w·x)·x is added to the weights; then a weight w becomes −1 where w is below −1 and 1 where",
    ),
    (
        "sign", Fraction(0), [["1"], [[0, "1"]], "0"],
        "below 0, rate·sign(x) is subtracted from the weights; above 0, rate·sign(x) is added to the weights.",
        "y − w·x = −1, below 0: rate·sign(x) is subtracted from the weights",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lost", "example", "sentences", "verdict"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_is_told_in_words(
    tmp_path: Path, name: str, lost: Fraction, example: list[Any], sentences: str, verdict: str
) -> None:
    needs_program("node", package="nodejs")
    (tmp_path / "asked.json").write_text(json.dumps([asked(name, lost, [example])[1]]))
    (found,) = node("take.mjs", tmp_path / "asked.json")
    assert sentences in found["sentences"]
    assert verdict in found["answers"][0][-1]


HUBER_MODEL = """rule = "of our own"
symbols = ["epsilon"]
encoding = { true = "2", false = "0" }
learning_rate = "1/epsilon"
region = [{ bound = "epsilon > 0" }, { bound = "epsilon < 1", outside = { epsilon = "1" } }]
"""
# |y - w.x| is 1 in every row, so that w moves by x, up or down, for every epsilon below 1.
HUBER_NOT = """gadget = "not"
label = "tab:not"
coordinates = ["i1", "i2", "i3"]
cases = [["0", "0", "0"], ["0", "2", "0"], ["2", "0", "0"], ["2", "2", "0"]]
[[step]]
x = ["0", "1", "0"]
y = "1"
after = [["0", "1", "0"], ["0", "1", "0"], ["2", "1", "0"], ["2", "1", "0"]]
[[step]]
x = ["-1", "-1", "-1"]
y = "-2"
after = [["1", "2", "1"], ["1", "2", "1"], ["1", "0", "-1"], ["1", "0", "-1"]]
[[step]]
x = ["-1", "0", "-1"]
y = "-1"
after = [["0", "2", "0"], ["0", "2", "0"], ["2", "0", "0"], ["2", "0", "0"]]
[contract]
before = { i1 = "bit", i2 = "bit", i3 = "0" }
after = { i2 = "not(i1)" }
"""


def test_a_page_of_a_loss_with_two_kinks_does_what_its_table_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_program("node", package="nodejs")
    said = HUBER | {"constants": {"epsilon": "epsilon"}}
    monkeypatch.setitem(RULES, "of our own", rule_in("of our own", said))
    folder = tmp_path / "tables" / "huber"
    folder.mkdir(parents=True)
    (folder / "model.toml").write_text(HUBER_MODEL)
    (folder / "not.toml").write_text(HUBER_NOT)
    arguments = ("gadget:not", "--model", "huber", "--tables", tmp_path / "tables", "--set", "epsilon=1/3")
    data = data_of(page_file(tmp_path, *arguments))
    (tmp_path / "data.json").write_text(json.dumps(data))
    steps = node("trace.mjs", tmp_path / "data.json")
    rows = tomllib.loads(HUBER_NOT)["step"]
    expected = [row["after"][case] for case in range(4) for row in rows]
    assert [weights for _, _, _, weights in steps] == expected
    assert {abs(Fraction(score)) for score, *_ in steps} == {1} and all(fired for _, fired, _, _ in steps)

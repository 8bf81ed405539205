"""Random rules on random examples: the native engine's loop, and a step by fractions that knows nothing of the package.

The same source runs compiled, and in Python on integers that refuse to overflow, also from weights at the limit.
"""

from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from whole_steps import PLAIN, compiled_loops, example, passes, stepping, whole

from conftest import examples
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Step
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.runs.engines.integers import Pass, at_rest
from said_step import taken

DIMENSION = 3
quarters = st.one_of(st.integers(-2, 2).map(Fraction), st.integers(-8, 8).map(lambda n: Fraction(n, 4)))
coefficients = st.sampled_from(["1", "-1", "2", "1/2", "-3/4", "e", "y", "-y", "y/2", "y^2", "e*y"])
polynomials = st.lists(st.tuples(coefficients, st.sampled_from(["1", "p", "p^2"])), min_size=1, max_size=3).map(
    lambda terms: " + ".join(f"({c})*{power}" for c, power in terms)
)
SCORES = ("p", "y*p", "y - p", "2*p + e", "p^2 - y", "y*p^2 - p/2", "y^2")
CONTINUOUS = (  # moves of one kink that agree there
    {"score": "y*p", "kinks": ["1"], "moves": [{"x": "2*y*(1 - y*p)"}, {}]},
    {"score": "y - p", "kinks": ["-e", "e"], "moves": [{"x": "-e"}, {"x": "y - p"}, {"x": "e"}]},
    {"score": "p", "kinks": ["0", "1"], "moves": [{}, {"x": "p*y"}, {"x": "y"}]},
)
AFTER = (
    {"score": "w", "kinks": ["-1", "1"], "values": ["-1", "w", "1"]},
    {"score": "2*w", "kinks": ["0"], "values": ["0", "w"]},
    {"score": "w^2", "kinks": ["e"], "values": ["0", "w"]},
)


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """One to three kinks, at some of which the moves that meet are the same."""
    said: dict[str, Any] = dict(draw(st.sampled_from(CONTINUOUS)))
    if draw(st.booleans()):
        kinks = sorted(draw(st.sets(quarters, min_size=1, max_size=3)))
        moves: list[dict[str, str]] = []
        for _ in range(len(kinks) + 1):
            again = [moves[-1]] if moves else []
            new = st.builds(lambda text: {"x": text}, polynomials)
            moves.append(draw(st.one_of(new, st.sampled_from([{}, *again]))))
        said = {"score": draw(st.sampled_from(SCORES)), "kinks": list(map(str, kinks)), "moves": moves}
    after = draw(st.sampled_from((None, None, *AFTER)))
    return said | {"along": draw(st.sampled_from(["x", "x", "sign"]))} | ({"after": after} if after else {})


@st.composite
def runs(draw: st.DrawFn) -> tuple[Step, list[tuple[dict[int, Fraction], Fraction]], list[Fraction]]:
    step = stepping(draw(rules()), draw(st.sampled_from(["1", "1/2", "2", "3/4"])), e="1/2")
    labels = draw(st.sampled_from([st.sampled_from([Fraction(1), Fraction(-1)]), quarters]))
    entries = st.dictionaries(st.integers(0, DIMENSION - 1), quarters, min_size=draw(st.integers(0, 2)), max_size=3)
    rows = draw(st.lists(st.tuples(entries, labels), min_size=1, max_size=5))
    weights = [*draw(st.lists(quarters, min_size=DIMENSION - 1, max_size=DIMENSION - 1)), Fraction(-1)]
    return step, rows, weights


def reasons(step: Any, data: Pass, before: list[Fraction], x: dict[int, Fraction], y: Fraction) -> Any:
    """Why the loop may stop at this example, by fractions; and the weights after it, unless on a kink."""
    try:
        weights = {str(i): w for i, w in enumerate(before)}
        found = list(taken(step, weights, {str(i): v for i, v in x.items()}, y).values())
    except AssertionError:
        return {"KINK"}, before
    why = {"INEXACT"} if any((w * data.weight_unit).denominator != 1 for w in found) else set()
    why |= {"LARGE"} if any(abs(w * data.weight_unit) > data.limit for w in found) else set()
    return why or ({"YES"} if found[-1] > 0 else set()), found


def agree(loops: ModuleType, run: tuple[Step, list[tuple[dict[int, Fraction], Fraction]], list[Fraction]]) -> None:
    """Pass after pass the weights are those by fractions, or a pass stops where and why it must."""
    step, rows, weights = run
    data = whole(step, [example({i: str(v) for i, v in x.items()}, str(y)) for x, y in rows], map(str, weights))
    assume(at_rest(step, {str(i): rational(w) for i, w in enumerate(weights)}))
    assume(all(abs(w * data.weight_unit) <= data.limit for w in weights))  # as the engine takes no others
    said = step_data(step)
    for _ in range(3):
        why, moved, found = passes(loops, data, [int(w * data.weight_unit) for w in weights])
        expected, after = set(), weights
        for x, y in rows:
            expected, after = reasons(said, data, after, x, y)
            if expected:
                break
        if expected:
            assert why in expected and moved == 0
            assert found == [w * data.weight_unit for w in weights]
            return
        assert (why, moved) == ("ROUND" if after == weights else "DONE", 1)
        assert found == [w * data.weight_unit for w in after]
        weights = after


@settings(max_examples=examples(1500))
@given(runs())
def test_the_source_of_the_loop_does_what_fractions_do(run: Any) -> None:
    agree(PLAIN, run)


SAME_POWERS = {
    "adds up": ("p^2 - y", "p*y/2 + e*p*y", "2", "3"),
    "agrees on a kink": ("y - p", "p*y/2 + e*p*y", "1", "2"),
    "cancels": ("p^2 - y", "p*y/2 - e*p*y", "2", "1"),
    "cancels in the score": ("e*p*y - p*y/2 - y", "y", "2", "3"),
    "three of a kind": ("p^2 - y", "p*y/2 + e*p*y + e^2*p*y", "2", "7/2"),
}


@pytest.mark.parametrize("case", SAME_POWERS)
def test_terms_that_differ_in_constants_alone_are_summed(case: str) -> None:
    """Of w = 1, where e is 1/2; the weight after it is by hand."""
    score, move, y, after = SAME_POWERS[case]
    step = stepping({"score": score, "kinks": ["0", "1"], "moves": [{"x": move}, {"x": "1"}, {}]}, e="1/2")
    data = whole(step, [example({0: "1"}, y)], ["1", "-1"])
    _, moved, found = passes(PLAIN, data, [data.weight_unit, -data.weight_unit])
    assert (moved, found) == (1, [Fraction(after) * data.weight_unit, -data.weight_unit])


@settings(max_examples=examples(30))
@given(runs())
def test_the_compiled_loop_does_what_fractions_do(run: Any) -> None:
    agree(compiled_loops(), run)


@settings(max_examples=examples(1000))
@given(runs(), st.lists(st.sampled_from([-1, 1]), min_size=DIMENSION, max_size=DIMENSION), st.integers(0, 3))
def test_nothing_overflows_from_the_limit_on(run: Any, signs: list[int], less: int) -> None:
    """Integers that refuse to overflow are asserted in whole_steps.py."""
    step, rows, weights = run
    data = whole(step, [example({i: str(v) for i, v in x.items()}, str(y)) for x, y in rows], map(str, weights))
    starts = [sign * (data.limit - less if data.limit > less else 1) for sign in signs]
    for k in range(len(rows)):
        first = data.arrays[0][k:]
        alone = data._replace(arrays=(first, *data.arrays[1:3], data.arrays[3][k:]))
        passes(PLAIN, alone, starts)


def test_integers_that_overflow_are_noticed() -> None:
    """With a limit that is too large; so that the test above can fail."""
    data = whole(stepping(CONTINUOUS[0]), [example({0: "1", 1: "1"})])
    with pytest.raises(AssertionError):
        passes(PLAIN, data._replace(limit=1 << 62), [1 << 62, 1 << 62])


def test_labels_that_are_too_large_are_unfit() -> None:
    with pytest.raises(Unfit, match="do not fit machine integers"):
        whole(stepping({"score": "p", "kinks": [], "moves": [{"x": "y^2"}]}), [example({0: "1"}, str(1 << 32))])

"""The loop on small passes made by hand: what it cannot do it hands back, with the weights as before.

It is run as Python, and with --all also compiled.
"""

from typing import Any

import pytest
from runs import of_model, reduction
from whole_steps import PLAIN, compiled_loops, example, passes, stepping, whole

from conftest import everything, in_full, needs
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Step
from ogd_exact.training.numbers.surd import square_root
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.runs.engines.integers import common
from ogd_exact.training.runs.engines.native import NativeEngine
from own_losses import FIXTURES

Rows = list[dict[int, str]]
BAR = {"score": "y*p", "kinks": ["1"], "moves": [{"x": "y"}, {}]}
RELU = {"score": "p", "kinks": ["0"], "moves": [{}, {"x": "2*(y - p)"}]}
SQUARED = {"score": "y*p", "kinks": ["1"], "moves": [{"x": "2*y*(1 - y*p)"}, {}]}
BOX = {"score": "w", "kinks": ["-1", "1"], "values": ["-1", "w", "1"]}
LEAST_SQUARES = {"score": "p", "kinks": [], "moves": [{"x": "y - p"}]}


def run(said: Step, rows: Rows, weights: list[int], labels: list[str] | None = None, **given: Any) -> Any:
    """At most three passes over the rows, till the first weights come back; why no more, the weights, how many."""
    examples = [example(x, y) for x, y in zip(rows, labels or ["1"] * len(rows), strict=True)]
    data = whole(said, examples)
    data, unit = data._replace(limit=given.pop("limit", data.limit)), data.weight_unit
    start, given = [unit * w for w in weights], {"most": 3, **given}
    why, moved, now = passes(PLAIN, data, start, **given)
    assert not everything or passes(compiled_loops(), data, start, **given) == (why, moved, now)
    return why, [w / unit for w in now], moved


hinge, relu = stepping(BAR), stepping(RELU)


def test_a_kink_where_moves_differ() -> None:
    """The first row makes w0 = 1, and then it stands on the kink."""
    assert run(hinge, [{0: "1"}], [0, 0, 0]) == ("KINK", [1, 0, 0], 1)
    assert run(hinge, [{0: "1"}, {0: "1"}], [0, 0, 0]) == ("KINK", [0, 0, 0], 0)
    assert run(hinge, [{0: "1"}, {0: "1", 1: "1"}], [0, 0, 0]) == ("KINK", [0, 0, 0], 0)
    assert run(stepping({**BAR, "kinks": ["0"]}), [{}], [0, 0]) == ("KINK", [0, 0], 0)  # an example without entries


def test_a_kink_where_moves_agree() -> None:
    assert run(stepping(SQUARED), [{0: "1"}], [1, 0]) == ("ROUND", [1, 0], 1)
    assert run(stepping(SQUARED), [{0: "-1"}], [-1, 0], ["1"]) == ("ROUND", [-1, 0], 1)
    assert run(stepping(SQUARED), [{0: "1"}], [-1, 0], ["-1"]) == ("ROUND", [-1, 0], 1)
    cut = {"score": "y*p", "kinks": ["0", "1", "2"], "moves": [{"x": "y"}, {"x": "y"}, {}, {"x": "-y"}]}
    assert run(stepping(cut), [{0: "2"}], [0, 0]) == ("ROUND", [0, 0], 2)
    assert run(stepping(cut), [{0: "1"}], [0, 0]) == ("KINK", [1, 0], 1)


def test_several_kinks() -> None:
    """Up below -1/2, down above 1/2, and at rest between; with a constant in it."""
    said = {"score": "y - p", "kinks": ["-e", "e"], "moves": [{"x": "-1"}, {}, {"x": "1"}]}
    between = stepping(said, e="1/2")
    assert run(between, [{0: "1"}], [-3, 0]) == ("DONE", [0, 0], 3)
    assert run(between, [{0: "1"}], [3, 0]) == ("DONE", [1, 0], 3)
    assert run(between, [{0: "1/2"}], [3, 0]) == ("KINK", [3, 0], 0)
    assert run(between, [{0: "1"}], [1, 0]) == ("ROUND", [1, 0], 1)
    assert run(between, [{0: "1"}], [1, 0], ["-1/2"]) == ("KINK", [0, 0], 1)


def test_a_score_that_is_no_line() -> None:
    said = {"score": "p^2 - y", "kinks": ["1"], "moves": [{"x": "p"}, {"x": "-p^2"}]}
    assert run(stepping(said), [{0: "1"}], [1, 0]) == ("DONE", [-6, 0], 3)
    assert run(stepping(said), [{0: "1"}], [1, 0], ["0"]) == ("KINK", [1, 0], 0)
    assert run(stepping(said), [{0: "1"}], [-1, 0], ["0"]) == ("DONE", [-42, 0], 3)  # there both sides move by -1


def test_a_weight_beyond_the_limit() -> None:
    assert run(hinge, [{0: "-20"}], [0, 0], limit=20) == ("DONE", [-20, 0], 3)
    assert run(hinge, [{0: "-21"}], [0, 0], limit=20) == ("LARGE", [0, 0], 0)
    assert run(hinge, [{0: "7", 1: "-9"}, {0: "2", 1: "1"}], [0, 0, 0], limit=8) == ("LARGE", [0, 0, 0], 0)


def test_a_yes_is_taken_back() -> None:
    assert run(hinge, [{0: "-4"}, {1: "2"}], [0, 0]) == ("YES", [0, 0], 0)


def test_weights_that_come_round() -> None:
    assert run(hinge, [{0: "2"}], [2, 0]) == ("ROUND", [2, 0], 1)


def test_moves_that_depend_on_weights() -> None:
    assert run(relu, [{0: "1"}], [0, 0], ["1"])[0] == "KINK"
    assert run(relu, [{0: "1"}], [0, 0], ["0"]) == ("ROUND", [0, 0], 1)  # nothing moves on either side
    assert run(relu, [{0: "1"}], [3, 0], ["2"]) == ("ROUND", [3, 0], 2)
    assert run(relu, [{0: "1"}], [3, 0], ["900"], limit=1000) == ("LARGE", [3, 0], 0)
    assert run(relu, [{0: "1", 1: "1"}], [3, -1], ["5"]) == ("YES", [3, -1], 0)
    assert run(stepping(RELU, "1/8"), [{0: "1"}], [4, 0], ["1"], most=9) == ("INEXACT", [1 + 81 / 64, 0], 3)
    assert run(stepping(RELU, "1/3"), [{0: "1"}], [10, 0], ["1"], most=9) == ("INEXACT", [10 / 9, 0], 4)


def test_x_and_label_that_do_not_come_together() -> None:
    said = stepping({"score": "p", "kinks": ["0"], "moves": [{"x": "y"}, {}]})
    assert run(said, [{0: "1"}], [1, 0], ["-1"]) == ("ROUND", [1, 0], 1)
    assert run(said, [{0: "1"}], [-1, 0], ["-1"]) == ("DONE", [-4, 0], 3)


def test_whatever_is_added_or_put_is_a_multiple_of_the_unit() -> None:
    assert run(stepping({**BAR, "moves": [{"x": "y/3"}, {}]}), [{0: "-1"}], [0, 0]) == ("DONE", [-1, 0], 3)
    third = {"score": "w", "kinks": ["-1/3"], "values": ["-1/3", "w"]}
    assert run(stepping({**BAR, "after": third}), [{0: "-1"}], [0, 0]) == ("DONE", [-1 / 3, 0], 3)


def test_moves_along_signs() -> None:
    said = stepping({"score": "y - p", "kinks": ["0"], "moves": [{"x": "-1"}, {"x": "1"}], "along": "sign"}, "1/2")
    assert run(said, [{0: "5", 1: "-1/3"}], [0, 0, 0], ["100"]) == ("DONE", [1.5, -1.5, 0], 3)


def test_a_box() -> None:
    boxed = stepping({**LEAST_SQUARES, "after": BOX}, "1/2")
    assert run(boxed, [{0: "1"}], [0, 0], ["4"]) == ("DONE", [1, 0], 3)
    assert run(boxed, [{0: "1"}], [0, 0], ["2"]) == ("DONE", [1, 0], 3)  # on the kink, where both sides put 1
    apart = {"score": "w", "kinks": ["1"], "values": ["w", "0"]}
    assert run(stepping({**LEAST_SQUARES, "after": apart}), [{0: "1"}], [0, 0], ["1"]) == ("KINK", [0, 0], 0)
    assert run(stepping({**LEAST_SQUARES, "after": apart}), [{0: "1"}], [0, 0], ["2"]) == ("ROUND", [0, 0], 1)


def test_weights_that_move_although_no_example_names_them() -> None:
    needs("numba", "numba")
    boxed = reduction("counter:2", "--model", "least-squares-box", "--tables", str(FIXTURES))
    engine, start = NativeEngine(boxed), boxed.start()
    weights = start | {"4": rational(2)}
    assert engine.advance(weights, start, 5) == (0, weights, "weights that no example names move")
    assert engine.advance(start, start, 1).moved == 1


@pytest.mark.parametrize(
    "values", [["w/2"], ["-1", "w/2", "1"], ["-1", "w", "1 - w"], ["5", "w", "1"], ["1", "w", "2"]]
)
def test_what_follows_and_does_not_end_at_rest_is_unfit(values: list[str]) -> None:
    with pytest.raises(Unfit, match="what follows its steps is no projection"):
        after = {**BOX, "kinks": ["-1", "1"][: len(values) - 1], "values": values}
        whole(stepping({**LEAST_SQUARES, "after": after}), [example({0: "1"})])


def stairs(kinks: int) -> Step:
    moves = [{"x": f"{k}*p + y"} for k in range(kinks + 1)]
    return stepping({"score": "p", "kinks": [str(k) for k in range(kinks)], "moves": moves})


def test_rules_that_are_too_long_to_be_compiled_are_unfit() -> None:
    with pytest.raises(Unfit, match="its rule has too many kinks and terms to be compiled"):
        whole(stairs(15), [example({0: "1"})])
    assert run(stairs(14), [{0: "1"}], [-1, 0], ["-1"])[1:] == ([-4, 0], 3)


@in_full
def test_the_longest_rule_is_compiled() -> None:
    data = whole(stairs(14), [example({0: "1"}, "2")])
    assert passes(compiled_loops(), data, [5, -1]) == passes(PLAIN, data, [5, -1])


def test_numbers_that_do_not_fit() -> None:
    with pytest.raises(Unfit, match="not rational"):
        common([square_root(rational(1, 2))])
    with pytest.raises(Unfit, match="do not fit machine integers"):
        common([rational(1, 10**19)])
    for x, y in (({0: str(1 << 62)}, "1"), ({0: "1"}, str(1 << 63))):
        with pytest.raises(Unfit, match="do not fit machine integers"):
            whole(relu, [example(x, y)])
    with pytest.raises(Unfit, match="do not fit machine integers"):
        whole(stepping({"score": "p", "kinks": [], "moves": [{"x": "1"}]}), [example({0: "1"}, str(1 << 63))])


def test_weights_beyond_the_limit_are_handed_back_at_once() -> None:
    needs("numba", "numba")
    svm = of_model("counter:2", "svm")
    engine, start = NativeEngine(svm), svm.start()
    for weight in (rational(1 << 60), rational(1, 3)):
        weights = start | {"4": weight}
        assert engine.advance(weights, start, 5) == (0, weights, "weights become too large for machine integers")


def test_the_limit_is_far_from_what_gadgets_reach() -> None:
    needs("numba", "numba")
    assert NativeEngine(of_model("counter:2", "svm")).limit > 10**15


def test_a_pass_that_changes_nothing() -> None:
    """It is counted, and the weights have come round; or, if it is to stop there, not counted."""
    assert run(hinge, [{0: "2"}], [2, 0], to_stop=True) == ("STILL", [2, 0], 0)
    assert run(hinge, [{0: "-20"}], [0, 0], to_stop=True) == ("STILL", [-20, 0], 1)


def test_dense_examples() -> None:
    """Long rows, each nearly full, in an order of their own: vector code, whose last coordinate is done by itself."""
    twos: dict[int, str] = dict.fromkeys((8, *range(7)), "2")  # coordinate 7 is left out
    assert whole(hinge, [example(twos)]).dense and not whole(hinge, [example(twos), example({20: "1"})]).dense
    assert not whole(hinge, [example(dict.fromkeys(range(7), "2"))]).dense
    apart = {**twos, 3: "-2", 8: "-5"}
    first, second = [2] * 7 + [0, 2], [2, 2, 2, -2, 2, 2, 2, 0, -5]
    assert run(hinge, [twos], [0] * 9 + [0], most=1) == ("DONE", [*first, 0], 1)
    # The second row has the score 7*4 - 2*2 ... + -5*2 = 6*4 - 4 - 10 = 10 by the first weights: none moves by y = 1.
    assert run(hinge, [twos, apart], [0] * 9 + [0], most=1) == ("DONE", [*first, 0], 1)
    moved = [a - b for a, b in zip(first, second, strict=True)]
    assert run(hinge, [twos, apart], [0] * 10, ["1", "-1"], most=1) == ("DONE", [*moved, 0], 1)
    assert run(hinge, [twos], [0] * 10, limit=1)[0] == "LARGE"
    assert run(hinge, [twos], [0] * 10, accept=8)[0] == "YES"
    assert run(stepping(SQUARED), [dict.fromkeys(range(8), "1/4")], [0] * 9, most=1)[1] == [1 / 2] * 8 + [0]
    signed = {**BAR, "along": "sign"}
    assert run(stepping(signed), [apart], [0] * 10, most=1)[1] == [1, 1, 1, -1, 1, 1, 1, 0, -1, 0]

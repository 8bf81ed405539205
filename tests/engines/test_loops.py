"""The compiled loops on small passes made by hand: what they cannot do they hand back, with the weights as before."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import of_model

from conftest import needs
from ogd_exact.kernel.numbers import rational
from ogd_exact.numbers.surd import square_root
from ogd_exact.run.engine import Unfit
from ogd_exact.run.engines.integers import WORD, common, flattened, largest_weight
from ogd_exact.run.engines.native import NativeEngine

Rows = list[dict[int, int]]


def passes(
    rows: Rows, weights: list[int], rule: str = "below_bar", labels: list[int] | None = None, **given: int
) -> tuple[int, list[int], int]:
    """At most three passes over the rows, till the first weights come back; why no more, the weights, how many."""
    needs("numba", "numba")
    import numpy

    from ogd_exact.run.engines import loops

    first = numpy.cumsum([0, *map(len, rows)], dtype=numpy.uint32)
    index = numpy.array([i for row in rows for i in row], dtype=numpy.uint32)
    value = numpy.array([v for row in rows for v in row.values()], dtype=numpy.int64)
    data: tuple[Any, ...] = (first, index, value)
    if labels is not None:
        data = (*data, numpy.array(labels, dtype=numpy.int64))
    now, kept = (numpy.array(weights, dtype=numpy.int64) for _ in range(2))
    numbers = {"scale": 1, "bar": 1, "limit": 1000, "accept": len(weights) - 1, "to_stop": False} | given
    done, why = loops.passes(loops.PASSES[rule], data, *numbers.values(), now, kept, 3)
    return why, now.tolist(), done


def why(name: str) -> int:
    needs("numba", "numba")
    from ogd_exact.run.engines import loops

    found: int = getattr(loops, name)
    return found


def test_a_kink_of_the_hinge() -> None:
    """The first row makes w0 = 1, and then it stands on the kink."""
    assert passes([{0: 1}], [0, 0, 0]) == (why("KINK"), [1, 0, 0], 1)
    assert passes([{0: 1}, {0: 1}], [0, 0, 0]) == (why("KINK"), [0, 0, 0], 0)
    assert passes([{0: 1}, {0: 1, 1: 1}], [0, 0, 0]) == (why("KINK"), [0, 0, 0], 0)


def test_a_weight_beyond_the_limit() -> None:
    assert passes([{0: -20}], [0, 0], limit=20) == (why("DONE"), [-20, 0], 3)
    assert passes([{0: -21}], [0, 0], limit=20) == (why("LARGE"), [0, 0], 0)
    assert passes([{0: 7, 1: -9}, {0: 2, 1: 1}], [0, 0, 0], limit=8) == (why("LARGE"), [0, 0, 0], 0)


def test_a_yes_is_taken_back() -> None:
    assert passes([{0: -4}, {1: 2}], [0, 0]) == (why("YES"), [0, 0], 0)


def test_weights_that_come_round() -> None:
    assert passes([{0: 2}], [2, 0]) == (why("ROUND"), [2, 0], 1)


def test_relu() -> None:
    relu: dict[str, Any] = {"rule": "relu", "scale": -2, "bar": 0}
    assert passes([{0: 1}], [0, 0], labels=[1], **relu)[0] == why("KINK")
    assert passes([{0: 1}], [0, 0], labels=[0], **relu) == (why("ROUND"), [0, 0], 1)  # nothing moves on either side
    assert passes([{0: 1}], [3, 0], labels=[2], **relu) == (why("ROUND"), [3, 0], 2)
    assert passes([{0: 1}], [3, 0], labels=[900], limit=1000, **relu) == (why("LARGE"), [3, 0], 0)
    assert passes([{0: 1, 1: 1}], [3, -1], labels=[5], **relu) == (why("YES"), [3, -1], 0)
    assert passes([{0: 1}], [4, 0], labels=[1], **relu | {"bar": 2}) == (why("INEXACT"), [4, 0], 0)


@given(
    st.lists(st.lists(st.integers(-(2**20), 2**20), min_size=1, max_size=4), min_size=1, max_size=4),
    st.lists(st.integers(-(2**20), 2**20), min_size=0, max_size=4),
    st.integers(1, 2**10),
)
def test_at_the_limit_no_step_leaves_a_word(x: list[list[int]], y: list[int], scale: int) -> None:
    try:
        limit = largest_weight(x, y, scale, 1)
    except Unfit:
        return
    for row in x:
        margin = sum(abs(value) * limit for value in row)
        size = max(map(abs, row))
        change = (margin + max(map(abs, y))) * scale * size if y else scale * size
        assert max(margin, limit + change) <= WORD


def test_numbers_that_do_not_fit() -> None:
    with pytest.raises(Unfit, match="not rational"):
        common([square_root(rational(1, 2))])
    with pytest.raises(Unfit, match="do not fit machine integers"):
        common([rational(1, 10**19)])
    with pytest.raises(Unfit, match="do not fit machine integers"):
        largest_weight([[1 << 61]], [], 1, 1)


def test_weights_beyond_the_limit_are_handed_back_at_once() -> None:
    needs("numba", "numba")
    reduction = of_model("counter:2", "svm")
    engine, start = NativeEngine(reduction), reduction.start()
    for weight in (rational(1 << 60), rational(1, 3)):
        weights = start | {"4": weight}
        assert engine.advance(weights, start, 5) == (0, weights, "weights become too large for machine integers")


def test_the_limit_is_far_from_what_gadgets_reach() -> None:
    needs("numpy", "numpy")
    assert flattened(of_model("counter:2", "svm")).limit > 10**15


def test_a_pass_that_changes_nothing() -> None:
    """It is counted, and the weights have come round; or, if it is to stop there, not counted."""
    assert passes([{0: 2}], [2, 0], to_stop=True) == (why("STILL"), [2, 0], 0)
    assert passes([{0: -20}], [0, 0], to_stop=True) == (why("STILL"), [-20, 0], 1)

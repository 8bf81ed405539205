"""The optimum of a training set: problems worked by hand, a duality gap of zero, and certificates that are refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import examples
from erm.certificate import Optimum, objective, problems, squared
from erm.search import find
from ogd_exact.core.kernel.numbers import rational

Rows = list[dict[int, Any]]


def exact(rows: list[dict[int, int]]) -> Rows:
    return [{i: rational(value) for i, value in row.items()} for row in rows]


@pytest.mark.parametrize(
    ("rows", "regularizer", "weights", "value"),
    [
        # w^2 + max(0, 1 - w) falls until w = 1/2.
        ([{0: 1}], (2, 1), [(1, 2)], (3, 4)),
        # w^2/4 + max(0, 1 - w) falls until the kink at w = 1, and rises beyond.
        ([{0: 1}], (1, 2), [(1, 1)], (1, 4)),
        # w^2 + (max(0, 1 - w) + max(0, 1 + 2w))/2 has slope 2w + 1/2 between the kinks.
        ([{0: 1}, {0: -2}], (2, 1), [(-1, 4)], (15, 16)),
        # Twice the same example is one, in the mean.
        ([{0: 1}, {0: 1}], (2, 1), [(1, 2)], (3, 4)),
        # (a^2 + b^2)/4 + (max(0, 1 - a - b) + max(0, 1 - a + b))/2: a = 1, b = 0, where both are on the kink.
        ([{0: 1, 1: 1}, {0: 1, 1: -1}], (1, 2), [(1, 1), (0, 1)], (1, 4)),
        # An example of zeros costs 1 and moves nothing.
        ([{}], (1, 1), [(0, 1)], (1, 1)),
    ],
)
def test_worked_by_hand(
    rows: list[dict[int, int]], regularizer: tuple[int, int], weights: list[tuple[int, int]], value: tuple[int, int]
) -> None:
    given_rows, strength = exact(rows), rational(*regularizer)
    found = find(given_rows, len(weights), strength)
    assert list(found.weights) == [rational(*w) for w in weights]
    assert list(problems(given_rows, strength, found)) == []
    assert objective(given_rows, strength, found.weights) == rational(*value)


ENTRY = st.integers(-3, 3)
ROWS = st.integers(1, 4).flatmap(lambda d: st.lists(st.lists(ENTRY, min_size=d, max_size=d), min_size=1, max_size=9))


@settings(max_examples=examples(150))
@given(dense=ROWS, strength=st.fractions(Fraction(1, 30), 5, max_denominator=30), data=st.data())
def test_no_duality_gap_and_nothing_better(dense: list[list[int]], strength: Fraction, data: st.DataObject) -> None:
    """Any shares bound the objective from below; with those found, the bound is what the weights reach."""
    dimension, regularizer = len(dense[0]), rational(strength.numerator, strength.denominator)
    rows = exact([{i: v for i, v in enumerate(row) if v} for row in dense])
    weights, shares = optimum = find(rows, dimension, regularizer)
    assert list(problems(rows, regularizer, optimum)) == []
    pulled = [
        sum((s * row.get(i, 0) for row, s in zip(rows, shares, strict=True)), rational(0)) for i in range(dimension)
    ]
    count = len(rows)
    dual = sum(shares, rational(0)) / count - squared(pulled) / (2 * regularizer * count * count)
    reached = objective(rows, regularizer, weights)
    assert dual == reached and all(0 <= share <= 1 for share in shares)
    other = [w + rational(data.draw(st.integers(-9, 9)), 7) for w in weights]
    assert objective(rows, regularizer, other) >= reached


ROWS_BY_HAND = exact([{0: 1}, {0: -2}, {0: 1, 1: 4}, {1: -1}])
FOUND = find(ROWS_BY_HAND, 2, rational(1, 5))
TINY = rational(1, 10**40)


@pytest.mark.parametrize(
    ("optimum", "reason"),
    [
        (Optimum([FOUND.weights[0] + TINY, FOUND.weights[1]], FOUND.shares), "the slope in coordinate 0"),
        (Optimum([FOUND.weights[0], FOUND.weights[1] - TINY], FOUND.shares), "coordinate 1"),
        (Optimum(FOUND.weights, [*FOUND.shares[:-1], FOUND.shares[-1] - TINY]), "example 4 has share"),
        (Optimum(FOUND.weights, [*FOUND.shares[:-1], 1 + TINY]), "example 4 has share"),
        (Optimum(FOUND.weights, [-TINY, *FOUND.shares[1:]]), "example 1 has share"),
        (Optimum(FOUND.weights, FOUND.shares[1:]), "each example has a share"),
        (Optimum([rational(0), rational(0)], FOUND.shares), "the slope in coordinate"),
    ],
)
def test_a_perturbed_optimum_is_refused(optimum: Optimum, reason: str) -> None:
    assert not list(problems(ROWS_BY_HAND, rational(1, 5), FOUND))
    assert any(reason in problem for problem in problems(ROWS_BY_HAND, rational(1, 5), optimum))
    assert list(problems(ROWS_BY_HAND, rational(1, 5) + TINY, FOUND)) != []
    assert list(problems(ROWS_BY_HAND, rational(0), FOUND)) == [
        "the regularizer is positive, and each example has a share"
    ]


@pytest.mark.parametrize(
    ("weight", "share", "regularizer"),
    [((1, 1), (2, 1), (2, 1)), ((2, 1), (1, 1), (1, 2)), ((1, 4), (1, 2), (2, 1)), ((-1, 1), (-1, 1), (1, 1))],
    ids=["share above 1", "share on the far side", "half a share on the near side", "share below 0"],
)
def test_each_condition_on_shares_counts(
    weight: tuple[int, int], share: tuple[int, int], regularizer: tuple[int, int]
) -> None:
    """One example, x = y = 1, and slope 0, so that nothing but the share is wrong."""
    wrong = Optimum([rational(*weight)], [rational(*share)])
    (problem,) = problems(exact([{0: 1}]), rational(*regularizer), wrong)
    assert problem.startswith("example 1 has share")

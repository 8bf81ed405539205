"""Passive-aggressive steps drive no weight vectors apart: no bit alternates for ever. Weighted, they compute."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

import ogd_exact as ogd
from conftest import ROOT, needs, sampled

Vector = list[Fraction]
EPSILON = Fraction(1, 4)


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def minus(a: Vector, b: Vector) -> Vector:
    return [p - q for p, q in zip(a, b, strict=True)]


def step(form: int, classifies: bool, cut: Fraction, w: Vector, x: Vector, y: Fraction) -> Vector:
    """Crammer and others, 2006: the three forms of a step."""
    p, square = dot(w, x), dot(x, x)
    loss = max(Fraction(0), 1 - y * p if classifies else abs(y - p) - EPSILON)
    t = (loss / square, min(cut, loss / square), loss / (square + 1 / (2 * cut)))[form]
    side = y if classifies else (1 if y > p else -1)
    return [a + side * t * b for a, b in zip(w, x, strict=True)]


@pytest.mark.parametrize("seed", sampled(range(120), 20))
def test_the_two_inequalities(seed: int) -> None:
    r = random.Random(seed)
    form, classifies, cut = seed % 3, seed % 2 == 0, Fraction(r.randint(1, 8), 4)
    size, number = r.randint(1, 3), r.randint(2, 4)
    rows = []
    while len(rows) < number:
        x = [Fraction(r.randint(-3, 3)) for _ in range(size)]
        y = Fraction(r.choice([1, -1]) if classifies else r.randint(-6, 6))
        rows += [(x, y)] if any(x) else []
    w = [Fraction(r.randint(-9, 9)) for _ in range(size)]
    runs = [w]  # the weights before each step
    for _ in range(5):
        for x, y in rows:
            w = step(form, classifies, cut, w, x, y)
            runs.append(w)
    apart = [minus(b, a) for a, b in zip(runs, runs[number:], strict=False)]
    for d, after in pairwise(apart):
        assert dot(after, after) <= dot(d, d) - dot(minus(d, after), minus(d, after))
    passes = apart[::number]
    changes = [minus(b, a) for a, b in pairwise(passes)]
    assert sum(dot(c, c) for c in changes) <= number * dot(passes[0], passes[0])


@pytest.mark.parametrize("weighted", [True, False])
def test_weighted_by_the_square_of_x_scikit_learn_counts(weighted: bool) -> None:
    """Squared hinge at half the rate, but for rounding; without the weights it is lost."""
    needs("sklearn", "scikit-learn")
    import numpy as np
    import sklearn
    from sklearn.linear_model import SGDClassifier

    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8):
        pytest.skip("passive-aggressive steps take sample weights from scikit-learn 1.8 on")
    run = ogd.reduce("counter:3", "squared-hinge", tables=ROOT / "tests" / "losses")
    assert isinstance(run, ogd.Run)
    X, y = run.arrays()
    choice = {"learning_rate": "pa1", "eta0": 1e6, "loss": "hinge", "penalty": None}
    learner = SGDClassifier(fit_intercept=False, shuffle=False, **choice)
    learner.partial_fit(0 * X[:1], y[:1], classes=[-1, 1])
    learner.coef_[...] = 0
    for c, weight in run.header()["initial"].items():
        learner.coef_[0, int(c)] = float(Fraction(weight))
    held = [int(bit["coordinate"]) for bit in run.header()["state"]]
    weights = (X**2).sum(axis=1) if weighted else np.ones(len(X))
    found = []
    for _ in range(7):
        learner.partial_fit(X, y, sample_weight=weights)
        found.append(sum(int(learner.coef_[0, c] > 0.5) << k for k, c in enumerate(held)))
    assert (found == [1, 2, 3, 4, 5, 6, 7]) == weighted

"""A training set with no circuit behind it, by the compiled loop, by the plain loop over mpq, and by scikit-learn."""

import random
from typing import Any

from benchmarks.figures import Figure, Sizes, rate, ratio
from ogd_exact.api.given_set import training_set
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.sets.given import GivenSet
from ogd_exact.training.sets.native import NativePasses

FULLNESS = (1, 0.1)  # of the matrix
EPOCHS = 50  # of a call, so that what a call costs by itself does not count
ETA = rational(3, 8)  # entries being multiples of 1/8, so are scores of 3/512, and none is on the kink 1


def given_set(fullness: float, count: int, width: int) -> GivenSet:
    """Random examples and labels, which nothing separates, so that weights move in every pass."""
    choose = random.Random(f"set {fullness}")
    rows = [{i: rational(choose.randint(-8, 8), 8) for i in range(width)} for _ in range(count)]
    kept = [{i: x for i, x in row.items() if i == width - 1 or choose.random() < fullness} for row in rows]
    return training_set(kept, choose.choices((-1, 1), k=count), model="svm", eta="3/8")


def native_rate(given: GivenSet, sizes: Sizes) -> float | None:
    try:
        loop = NativePasses(given, given.examples)
    except Unfit:
        return None
    loop.accept, weights = len(loop.keys), given.start  # asks for no weight, so that nothing ends it

    def on() -> int:
        nonlocal weights
        claim = loop.advance(weights, None, EPOCHS)
        weights = claim.weights
        return int(claim.moved) * len(given.examples)

    return rate(on, sizes.seconds, sizes.warm)


def sparse_rate(given: GivenSet, sizes: Sizes) -> float | None:
    weights, examples = dict(given.start), [(list(x.items()), y) for x, y in given.examples]

    def one_pass() -> int:
        for x, y in examples:
            if y * sum(weights[key] * value for key, value in x) < 1:
                for key, value in x:
                    weights[key] += ETA * y * value
        return len(examples)

    return rate(one_pass, sizes.seconds)


def scikit_rate(given: GivenSet, sizes: Sizes) -> float | None:
    """SGDClassifier.fit, which makes its passes without Python between them, dense or sparse: the faster one."""
    try:
        import numpy
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import SGDClassifier
    except ImportError:
        return None
    matrix = numpy.array([[float(x.get(str(i), 0)) for i in range(len(given.coordinates))] for x, _ in given.examples])
    labels = [int(y) for _, y in given.examples]
    options: dict[str, Any] = {"loss": "hinge", "penalty": None, "learning_rate": "constant", "eta0": float(ETA)}
    model = SGDClassifier(**options, shuffle=False, fit_intercept=False, max_iter=EPOCHS, tol=None)

    def passes(data: Any) -> int:
        model.fit(data, labels)
        return EPOCHS * len(labels)

    return max(rate(lambda data=data: passes(data), sizes.seconds) or 0 for data in (matrix, csr_matrix(matrix)))


def set_figures(sizes: Sizes) -> list[Figure]:
    """The lesser of what a full matrix gives and one that is a tenth full."""
    sets = [given_set(fullness, *sizes.given) for fullness in FULLNESS]
    native = [native_rate(given, sizes) for given in sets]
    what = "a set of {:,} x {}, to".format(*sizes.given)

    def least(others: list[float | None]) -> float | None:
        found = [ratio(one, other) for one, other in zip(native, others, strict=True)]
        return None if None in found else min(value for value in found if value is not None)

    return [
        Figure("set_mpq", f"{what} the sparse loop", least([sparse_rate(one, sizes) for one in sets]), at_least=100),
        Figure("set_scikit", f"{what} scikit-learn", least([scikit_rate(one, sizes) for one in sets]), at_least=1),
    ]

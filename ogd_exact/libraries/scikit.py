"""scikit-learn: SGDClassifier, SGDRegressor and Perceptron, on dense and on sparse input."""

import copy
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import scipy.sparse
import sklearn
from sklearn.linear_model import Perceptron, SGDClassifier, SGDRegressor

from ogd_exact.libraries.learner import Setting

CLASSES = [-1.0, 1.0]  # partial_fit wants to know them all at once; most training sets have only the second


ESTIMATORS = {"SGDClassifier": SGDClassifier, "SGDRegressor": SGDRegressor, "Perceptron": Perceptron}


def estimator(given: Setting) -> Any:
    kind = ESTIMATORS[given.same["estimator"]]
    constant = {} if kind is Perceptron else {"learning_rate": "constant"}
    return kind(
        **{key: given.same[key] for key in ("loss", "epsilon") if key in given.same},
        **constant,
        penalty="l2" if given.regularizer else None,
        alpha=given.library_regularizer or 1.0,  # without a penalty it is not used
        eta0=given.library_rate,
        fit_intercept=given.has_intercept,
        shuffle=False,
    )


class Scikit:
    """`partial_fit` is one epoch in the order given, from the weights that the last one left."""

    version = sklearn.__version__

    def __init__(self, given: Setting, sparse: bool = False) -> None:
        self.given = given
        self.x = (sparse_matrix(given) if sparse else given.dense()).astype(given.dtype)
        self.model: Any = estimator(given)
        self.classes = {} if given.same["estimator"] == "SGDRegressor" else {"classes": CLASSES}
        self.name = f"scikit-learn's {type(self.model).__name__} ({'sparse' if sparse else 'dense'})"
        if any((*given.start, *given.state.values())):
            self.put_weights()

    def put_weights(self) -> None:
        """Puts the weights where they start; an example of zeroes makes them."""
        self.model.partial_fit(0 * self.x[:1], self.given.labels[:1], **self.classes)
        self.model.coef_[...] = [self.given.start[c] for c in self.given.columns]
        self.model.intercept_[:] = self.given.intercept_start if self.given.has_intercept else 0.0

    def one_pass(self) -> None:
        self.learn(0, len(self.given.examples))

    def learn(self, first: int, last: int) -> None:
        try:
            if self.model is not None:
                self.model.partial_fit(self.x[first:last], self.given.labels[first:last], **self.classes)
        except ValueError as error:  # raised after the fact, when a weight is no number any more
            if "overflow" not in str(error):
                raise
            self.model = None

    def stepwise(self) -> Iterator[None]:
        """Learns each time from the start of the pass, as the decay is rounded otherwise in many short calls."""
        before = self.model
        for count in range(1, len(self.given.examples) + 1):
            self.model = copy.deepcopy(before)
            self.learn(0, count)
            yield

    def present(self, batches: Sequence[Sequence[int]]) -> None:
        """An epoch in this order, one example at a time, from the weights that are given."""
        if not hasattr(self.model, "coef_"):
            self.put_weights()
        row = [example for (example,) in batches]
        self.model.partial_fit(self.x[row], [self.given.labels[k] for k in row])

    def weights(self) -> list[float]:
        if self.model is None:
            return [float("nan")] * (self.given.dimension + len(self.given.state))
        intercept = float(self.model.intercept_[0])
        return self.given.ordered(self.model.coef_.ravel().tolist(), intercept) + [intercept for _ in self.given.state]


def sparse_matrix(given: Setting) -> Any:
    rows = [(row, c, value) for row, (x, _) in enumerate(given.examples) for c, value in sorted(x.items())]
    row, column, value = zip(*rows, strict=True) if rows else ((), (), ())
    return scipy.sparse.csr_matrix((value, (row, column)), (len(given.examples), given.dimension))


Sparse = partial(Scikit, sparse=True)

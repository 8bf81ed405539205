"""scikit-learn's SGDRegressor: least squares on sparse examples, one at a time, from w = 0."""

from collections.abc import Mapping, Sequence
from typing import Any

import scipy.sparse
import sklearn
from sklearn.linear_model import SGDRegressor


class Regressor:
    name = "scikit-learn's SGDRegressor"
    version = sklearn.__version__

    def __init__(self, examples: Sequence[tuple[Mapping[int, float], float]], dimension: int, rate: float) -> None:
        cells = [(row, i, value) for row, (x, _) in enumerate(examples) for i, value in x.items()]
        rows, columns, values = zip(*cells, strict=True)
        self.x = scipy.sparse.csr_matrix((values, (rows, columns)), (len(examples), dimension))
        self.y = [y for _, y in examples]
        # Its loss is half the square, so that its rate is twice ours.
        self.model: Any = SGDRegressor(
            loss="squared_error",
            penalty=None,
            learning_rate="constant",
            eta0=2 * rate,
            fit_intercept=False,
            shuffle=False,
        )

    def learn(self, first: int, last: int) -> None:
        self.model.partial_fit(self.x[first:last], self.y[first:last])

    def weights(self) -> list[float]:
        found: list[float] = self.model.coef_.tolist()
        return found

"""river: LogisticRegression with the hinge loss, which is what its documentation calls a linear SVM."""

from collections.abc import Iterator
from typing import Any

import river
from river import linear_model, optim

from ogd_exact.libraries.learner import Learner, Setting


class River(Learner):
    name = "river's LogisticRegression with Hinge"
    version = river.__version__

    def __init__(self, given: Setting) -> None:
        self.given = given
        self.model: Any = linear_model.LogisticRegression(
            optimizer=optim.SGD(given.library_rate),
            loss=optim.losses.Hinge(),
            l2=given.library_regularizer,
            intercept_lr=given.library_rate if given.has_intercept else 0.0,
        )
        # A penalty acts on the features that an example names, so with one every example names all.
        every = dict.fromkeys(given.columns, 0.0) if given.regularizer else {}
        self.examples = [(every | x, y > 0) for x, y in given.examples]

    def stepwise(self) -> Iterator[None]:
        for x, y in self.examples:
            self.model.learn_one(x, y)
            yield

    def weights(self) -> list[float]:
        weights, intercept = self.model.weights, float(self.model.intercept)
        found = [float(weights.get(c, 0.0)) for c in self.given.columns]
        return self.given.ordered(found, intercept) + [intercept for _ in self.given.state]

"""Vowpal Wabbit: plain stochastic gradient descent on the hinge loss, in single precision."""

from collections.abc import Iterator
from typing import Any

import vowpalwabbit

from ogd_exact.libraries.learner import Learner, Setting

LEAST_BITS = 18  # of its weight table, by default


class Vowpal(Learner):
    name = "Vowpal Wabbit's --sgd"
    version = vowpalwabbit.__version__

    def __init__(self, given: Setting) -> None:
        self.given = given
        bits = max(LEAST_BITS, given.dimension.bit_length())
        # Without --power_t 0 the learning rate would fall; features are given by their index.
        arguments = f"--sgd --loss_function hinge --learning_rate {given.library_rate!r} --power_t 0 --noconstant"
        self.model: Any = vowpalwabbit.Workspace(f"{arguments} --bit_precision {bits} --quiet")
        # As numbers: its reader of text does not round to the nearest, and makes 1.1249999 of 1.125.
        self.examples = [self.example(x, y) for x, y in given.examples]

    def example(self, x: dict[int, float], y: float) -> Any:
        made = self.model.example({" ": list(x.items())})
        made.set_label_string("1" if y > 0 else "-1")
        return made

    def stepwise(self) -> Iterator[None]:
        for example in self.examples:
            self.model.learn(example)
            yield

    def weights(self) -> list[float]:
        return [self.model.get_weight(c) for c in range(self.given.dimension)]

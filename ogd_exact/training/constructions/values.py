"""The numbers of a model once its symbols have values: how far a step goes, and which weights mean what."""

from collections.abc import Mapping

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.exact_value import exactly


class ModelValues:
    def __init__(self, model: Model, parameters: Mapping[str, Number]) -> None:
        self.step = model.step(lambda text: exactly(text, parameters))
        self.rate, self.regularizer, self.momentum = self.step.rate, self.step.regularizer, self.step.momentum
        self.decay: Number = 1 - self.rate * self.regularizer  # what a step leaves of a weight
        self.encoding = {truth: exactly(text, parameters) for truth, text in model.encoding.items()}

"""The soft-margin SVM with a bias, as textbooks have it: the regularizer is of the weights alone."""

from ogd_exact.kernel.rules.hinge import Hinge
from ogd_exact.kernel.rules.rule import Example, Value, Weights

BIAS = "bias"


class HingeBias(Hinge):
    """max(0, 1 - y (w.x + bias)) + regularizer/2 |w|^2: as the hinge, and bias, which does not decay, gains rate*y."""

    name = "hinge-bias"
    words = "soft-margin SVM with a bias, hinge loss"
    loss = r"\max(0, 1 - y\,(w \cdot x + \mathit{bias})) + \frac{\lambda}{2} |w|^2"
    state, state_words, additive = (BIAS,), ("intercept, which does not decay",), False

    def margin(self, weights: Weights, example: Example) -> Value:
        return super().margin(weights, example) + example.y * weights[BIAS]

    def changes(self, weights: Weights, example: Example, margin: Value, rate: Value) -> dict[str, Value]:
        return {**super().changes(weights, example, margin, rate), BIAS: rate * example.y}

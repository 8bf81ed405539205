"""A dense layer and a ReLU under squared loss; and the same with a second layer, of one weight."""

from ogd_exact.kernel.rules.rule import Example, Rule, Value, Weights, dot

SECOND_LAYER = "v"


class DenseRelu(Rule):
    """(y - relu(w.x))^2 + regularizer/2 |w|^2: every weight decays; if w.x > 0, rate * 2 (w.x - y) x is subtracted."""

    name = "dense-relu"
    words = "a dense layer, ReLU; squared loss"
    loss = r"(y - \max(0, w \cdot x))^2 + \frac{\lambda}{2} |w|^2"
    fires, degree, regularized = 1, 2, True

    def margin(self, weights: Weights, example: Example) -> Value:
        return dot(weights, example.x)

    def changes(self, weights: Weights, example: Example, margin: Value, rate: Value) -> dict[str, Value]:
        slope = rate * 2 * (margin - example.y)
        return {c: -slope * x for c, x in example.x.items()}


class DenseReluDense(DenseRelu):
    """(y - v relu(w.x))^2: if w.x > 0, both layers move against their gradients, at the old weights."""

    name = "dense-relu-dense"
    words = "two dense layers, ReLU; squared loss"
    loss = r"(y - v \max(0, w \cdot x))^2"
    state, state_words, regularized = (SECOND_LAYER,), ("weight of the second layer",), False

    def changes(self, weights: Weights, example: Example, margin: Value, rate: Value) -> dict[str, Value]:
        v = weights[SECOND_LAYER]
        slope = rate * 2 * (v * margin - example.y)
        return {**{c: -slope * v * x for c, x in example.x.items()}, SECOND_LAYER: -slope * margin}

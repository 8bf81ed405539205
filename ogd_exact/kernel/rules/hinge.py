"""The soft-margin SVM."""

from ogd_exact.kernel.rules.rule import Example, Rule, Value, Weights, dot


class Hinge(Rule):
    """max(0, 1 - y w.x) + regularizer/2 |w|^2: every weight decays; if y w.x < 1, rate*y*x is added."""

    name = "hinge"
    words = "soft-margin SVM, hinge loss"
    loss = r"\max(0, 1 - y\, w \cdot x) + \frac{\lambda}{2} |w|^2"
    fires, degree = -1, 1
    regularized = additive = True
    labels = (1, -1)

    def margin(self, weights: Weights, example: Example) -> Value:
        return example.y * dot(weights, example.x) - 1

    def changes(self, weights: Weights, example: Example, margin: Value, rate: Value) -> dict[str, Value]:
        return {c: rate * example.y * x for c, x in example.x.items()}

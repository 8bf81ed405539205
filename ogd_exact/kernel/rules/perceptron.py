"""The perceptron, Rosenblatt's rule."""

from ogd_exact.kernel.rules.hinge import Hinge
from ogd_exact.kernel.rules.rule import Example, Value, Weights, dot


class Perceptron(Hinge):
    """max(0, -y w.x): if y w.x < 0, rate*y*x is added."""

    name = "perceptron"
    words = "perceptron, threshold 0"
    loss = r"\max(0, -y\, w \cdot x)"
    regularized = False

    def margin(self, weights: Weights, example: Example) -> Value:
        return example.y * dot(weights, example.x)

"""The losses, each in a file of its own; to add one, write its file and name it here."""

from ogd_exact.kernel.rules.dense_relu import DenseRelu, DenseReluDense
from ogd_exact.kernel.rules.hinge import Hinge
from ogd_exact.kernel.rules.hinge_bias import HingeBias
from ogd_exact.kernel.rules.perceptron import Perceptron
from ogd_exact.kernel.rules.rule import Example, Rule, Side, Update, Value, dot

RULES: dict[str, Rule] = {r.name: r for r in (Hinge(), Perceptron(), DenseRelu(), DenseReluDense(), HingeBias())}

__all__ = ["RULES", "Example", "Rule", "Side", "Update", "Value", "dot"]

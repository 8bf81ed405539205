"""OGD once more, by fractions and with none of the project's rules; and training sets without the command line."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ogd_exact.circuits.nand import Netlist
from ogd_exact.kernel.numbers import rational
from ogd_exact.reduction.construction import Construction, construction
from ogd_exact.reduction.program import Program
from ogd_exact.reduction.proof import Proved, prove
from ogd_exact.reduction.training import Training
from ogd_exact.tables.folder import MODELS, PAPER, SHIPPED, paper, read_library

LIBRARY = read_library(SHIPPED / "short", behind=paper())
ALL = (*MODELS, "svm-short")
CONSTRUCTIONS = {model: construction(LIBRARY, model, SHIPPED / "short", PAPER) for model in ALL}
SPECIALS = {"svm-short": 1, "svm": 3, "svm-bias": 5, "svm-eta": 3, "svm-reg": 4, "dense-relu": 4, "dense-relu-dense": 4}
JOIN = 3  # of the ReLU models
Weights = dict[str, Fraction]


def fraction(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, str) else Fraction(int(value.numerator), int(value.denominator))


def parameters(model: str, value: Fraction | None = None) -> dict[str, Any]:
    """alpha = 1 - lambda, or the root of eta, or nothing, as the library knows them."""
    if model == "svm-reg":
        value = value or Fraction(3, 4)
        return {"alpha": rational(value.numerator, value.denominator)}
    if model == "svm-eta":
        value = value or Fraction(1, 2)
        return {"sqrt_eta": rational(value.numerator, value.denominator)}
    return {}


def proved(built: Construction, netlist: Netlist, given: Mapping[str, Any]) -> Proved:
    return prove(Program(built, netlist), LIBRARY, given)


def training(model: str, netlist: Netlist, value: Fraction | None = None) -> Training:
    given = parameters(model, value)
    return Training(proved(CONSTRUCTIONS[model], netlist, given), LIBRARY, given)


def zeroes(model: str, dimension: int) -> Weights:
    """The start: all zero, but for join and v in the ReLU models (docs/divergences.md, section 1)."""
    weights = dict.fromkeys(map(str, range(dimension)), Fraction(0))
    if model.startswith("dense"):
        weights[str(JOIN)] = Fraction(1)
    if model == "dense-relu-dense":
        weights["v"] = Fraction(1)
    return weights


def step(model: str, weights: Weights, x: Mapping[str, Fraction], y: Fraction, rate: Fraction, lam: Fraction) -> None:
    """One update in place; on a kink it fails."""
    product = sum((weights[i] * value for i, value in x.items()), Fraction(0))
    if model.startswith("svm"):
        assert y in (1, -1)
        assert y * product != 1, "on the kink of the hinge"
        if lam:
            for i, w in weights.items():
                if w:
                    weights[i] = w - rate * lam * w
        if y * product < 1:
            for i, value in x.items():
                weights[i] += rate * y * value
        return
    assert product != 0, "on the kink of the ReLU"
    if product < 0:
        return
    if "v" not in weights:
        for i, value in x.items():
            weights[i] -= 2 * rate * (product - y) * value
    else:
        v = weights["v"]
        error = v * product - y
        for i, value in x.items():
            weights[i] -= 2 * rate * error * v * value
        weights["v"] -= 2 * rate * error * product


def one_pass(
    model: str,
    weights: Weights,
    examples: Iterator[Any],
    rate: Fraction = Fraction(1),
    lam: Fraction = Fraction(0),
    accept: str = "0",
) -> bool:
    """A whole pass in place; whether the accepting weight was positive at any time."""
    ever = False
    for example in examples:
        x = {i: fraction(value) for i, value in example.x.items()}
        step(model, weights, x, fraction(example.y), rate, lam)
        ever |= weights[accept] > 0
    return ever


def rates(model: str, value: Fraction | None) -> tuple[Fraction, Fraction]:
    """Learning rate and regularizer for the parameter of parameters()."""
    if model == "svm-reg":
        return Fraction(1), 1 - (value or Fraction(3, 4))
    if model == "svm-eta":
        return (value or Fraction(1, 2)) ** 2, Fraction(0)
    return Fraction(1), Fraction(0)

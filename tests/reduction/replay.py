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
from ogd_exact.tables.library import Library

COMPACT = ("svm", "svm-bias", "svm-reg", "dense-relu", "dense-relu-dense", "dense-relu-reg")
REGULARIZED = ("svm-reg", "dense-relu-reg")
ALL = (*MODELS, *(f"{model} compact" for model in COMPACT))  # of our shorter constructions, the name goes on
LIBRARIES = {False: paper(), True: read_library(SHIPPED / "compact", behind=paper())}
LIBRARY = LIBRARIES[False]
FOLDERS = {False: PAPER, True: SHIPPED / "compact"}
SPECIALS = {"svm": 3, "svm-bias": 5, "svm-eta": 3, "svm-reg": 4, "dense-relu": 4, "dense-relu-dense": 4}
SPECIALS |= {"svm compact": 1, "svm-bias compact": 3, "svm-reg compact": 1}
SPECIALS |= {f"dense-relu{more} compact": 2 for more in ("", "-dense", "-reg")}
JOIN = {False: "3", True: "1"}  # of the ReLU models
Weights = dict[str, Fraction]


def is_compact(model: str) -> bool:
    return model.endswith(" compact")


def own_name(model: str) -> str:
    """Of the model itself, whatever its construction."""
    return model.removesuffix(" compact")


CONSTRUCTIONS = {m: construction(LIBRARIES[is_compact(m)], own_name(m), FOLDERS[is_compact(m)]) for m in ALL}


def options(model: str) -> tuple[str, ...]:
    return ("--model", own_name(model), *(("--tables", "compact") if is_compact(model) else ()))


def fraction(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, str) else Fraction(int(value.numerator), int(value.denominator))


def parameters(model: str, value: Fraction | None = None) -> dict[str, Any]:
    """alpha = 1 - lambda, or the root of eta, or nothing, as the library knows them."""
    if own_name(model) in REGULARIZED:
        value = value or Fraction(3, 4)
        return {"alpha": rational(value.numerator, value.denominator)}
    if model == "svm-eta":
        value = value or Fraction(1, 2)
        return {"sqrt_eta": rational(value.numerator, value.denominator)}
    return {}


def proved(built: Construction, netlist: Netlist, given: Mapping[str, Any], library: Library = LIBRARY) -> Proved:
    return prove(Program(built, netlist), library, given)


def training(model: str, netlist: Netlist, value: Fraction | None = None) -> Training:
    given, library = parameters(model, value), LIBRARIES[is_compact(model)]
    return Training(proved(CONSTRUCTIONS[model], netlist, given, library), library, given)


def zeroes(model: str, dimension: int) -> Weights:
    """The start: all zero, but for join and v in the ReLU models (docs/divergences.md, section 1)."""
    weights = dict.fromkeys(map(str, range(dimension)), Fraction(0))
    if model.startswith("dense"):
        weights[JOIN[is_compact(model)]] = Fraction(1)
    if own_name(model) == "dense-relu-dense":
        weights["v"] = Fraction(1)
    return weights


def step(model: str, weights: Weights, x: Mapping[str, Fraction], y: Fraction, rate: Fraction, lam: Fraction) -> None:
    """One update in place; on a kink it fails."""
    product = sum((weights[i] * value for i, value in x.items()), Fraction(0))
    assert not lam or own_name(model) != "dense-relu-dense"
    if lam:
        for i, w in weights.items():
            if w:
                weights[i] = w - rate * lam * w
    if model.startswith("svm"):
        assert y in (1, -1)
        assert y * product != 1, "on the kink of the hinge"
        if y * product < 1:
            for i, value in x.items():
                weights[i] += rate * y * value
        return
    assert product != 0, "on the kink of the ReLU or the perceptron"
    if model == "perceptron":
        if y * product < 0:
            for i, value in x.items():
                weights[i] += rate * y * value
        return
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
    nesterov: Fraction = Fraction(0),
) -> bool:
    """A whole pass in place; whether the accepting weight was positive at any time.

    With Nesterov's momentum the velocities begin at 0, and must be 0 again at the end, unless the answer came.
    """
    ever = False
    velocities = dict.fromkeys(weights, Fraction(0))
    for example in examples:
        x = {i: fraction(value) for i, value in example.x.items()}
        before = dict(weights) if nesterov else {}
        step(model, weights, x, fraction(example.y), rate, lam)
        for i, old in before.items():
            velocities[i] = nesterov * velocities[i] + (weights[i] - old)
            weights[i] += nesterov * velocities[i]
        ever |= weights[accept] > 0
    assert ever or not any(velocities.values()), "velocities do not come back to 0"
    return ever


def rates(model: str, value: Fraction | None) -> tuple[Fraction, Fraction]:
    """Learning rate and regularizer for the parameter of parameters()."""
    if own_name(model) in REGULARIZED:
        return Fraction(1), 1 - (value or Fraction(3, 4))
    if model == "svm-eta":
        return (value or Fraction(1, 2)) ** 2, Fraction(0)
    return Fraction(1), Fraction(0)

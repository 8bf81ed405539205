"""Training sets without the command line, and what the second run of OGD needs to know of them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fuzz.independent_step import Weights
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.reading.folder import MODELS, PAPER, SHIPPED, paper, read_library
from ogd_exact.training.constructions.construction import Construction, construction
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import Proved, prove
from ogd_exact.training.constructions.training import Training

COMPACT = ("svm", "svm-bias", "svm-reg", "svm-bias-reg", "dense-relu", "dense-relu-dense", "dense-relu-reg")
REGULARIZED = ("svm-reg", "svm-bias-reg", "dense-relu-reg")
ALL = (*MODELS, *(f"{model} compact" for model in COMPACT))  # of our shorter constructions, the name goes on
LIBRARIES = {False: paper(), True: read_library(SHIPPED / "compact", fallback=paper())}
LIBRARY = LIBRARIES[False]
FOLDERS = {False: PAPER, True: SHIPPED / "compact"}
SPECIALS = {"svm": 3, "svm-bias": 5, "svm-eta": 3, "svm-reg": 4, "dense-relu": 4, "dense-relu-dense": 4}
SPECIALS |= {"svm compact": 1, "svm-bias compact": 3, "svm-reg compact": 1, "svm-bias-reg compact": 1}
SPECIALS |= {f"dense-relu{more} compact": 2 for more in ("", "-dense", "-reg")}
JOIN = {False: "3", True: "1"}  # of the ReLU models


def is_compact(model: str) -> bool:
    return model.endswith(" compact")


def own_name(model: str) -> str:
    """Of the model itself, whatever its construction."""
    return model.removesuffix(" compact")


CONSTRUCTIONS = {m: construction(LIBRARIES[is_compact(m)], own_name(m), FOLDERS[is_compact(m)]) for m in ALL}


def options(model: str) -> tuple[str, ...]:
    return ("--model", own_name(model), *(("--tables", "compact") if is_compact(model) else ()))


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
    """The start: all zero, but for join and v in the ReLU models (docs/divergences.md, section 1), and our bias."""
    weights = dict.fromkeys(map(str, range(dimension)), Fraction(0))
    if model.startswith("dense"):
        weights[JOIN[is_compact(model)]] = Fraction(1)
    if own_name(model) == "dense-relu-dense":
        weights["v"] = Fraction(1)
    if own_name(model) == "svm-bias-reg":
        weights["bias"] = Fraction(-1)
    return weights


def rates(model: str, value: Fraction | None) -> tuple[Fraction, Fraction]:
    """Learning rate and regularizer for the parameter of parameters()."""
    if own_name(model) in REGULARIZED:
        return Fraction(1), 1 - (value or Fraction(3, 4))
    if model == "svm-eta":
        return (value or Fraction(1, 2)) ** 2, Fraction(0)
    return Fraction(1), Fraction(0)

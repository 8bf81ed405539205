"""Losses and training sets for which stability is asked."""

import json
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.gadgets.reading.step_data import step_said
from ogd_exact.text.example_files import ExampleFile, read_examples
from ogd_exact.text.json_lines import RATIONAL, number


@dataclass(frozen=True)
class Smooth:
    """A loss, and by how much its derivative in z = w.x can change, at most, where z changes by 1."""

    formula: str
    lipschitz: Number
    signs: bool  # whether labels are -1 and 1


LOSSES = {  # convex ones of w.x whose derivative is Lipschitz
    "squared": Smooth("(y - w.x)^2", rational(2), False),
    "squared-hinge": Smooth("max(0, 1 - y w.x)^2", rational(2), True),
    "logistic": Smooth("log(1 + exp(-y w.x))", rational(1, 4), True),
    # With any delta > 0: r^2/2 where |r| <= delta, else delta (|r| - delta/2); its derivative is r, cut off at delta.
    "huber": Smooth("Huber of y - w.x", rational(1), False),
}


@dataclass(frozen=True)
class Training(ExampleFile):
    rate: Number | None = None  # as the file has it


def read_training(path: str, loss: Smooth) -> Training:
    found = read_examples(path)
    rate = None if found.header is None else header_rate(found.header, path)
    if not found.rows:
        raise InputError("has no examples", path)
    for row in found.rows:
        if loss.signs and row.y not in (-1, 1):
            raise InputError(f"the labels of {loss.formula} are -1 and 1, not {row.y}; rewrite them", path, row.line)
    return Training(found.rows, found.names, found.in_csv, found.header, found.columns, rate)


def header_rate(text: str, path: str) -> Number | None:
    """The rate that a header says, if any; only its format and step are read, as others may have written it."""
    try:
        head = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1) from None
    if head.get("format") != "ogd-exact/1":
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1)
    try:
        step = step_said(head)
    except ValueError as error:
        raise InputError(f"{error}; put right which of them is wrong", path, 1) from None
    if "momentum" in head or step["regularizer"] != "0" or step["momentum"] is not None:
        raise InputError("is of steps with a regularizer or momentum, and only those without are decided", path, 1)
    if step.get("along", "x") != "x" or step.get("after") is not None:
        raise InputError("is of steps along signs, or that something follows, and only others are decided", path, 1)
    if step.get("state"):
        problem = "has a weight that is not in its x, such as a bias, and only what is in x is decided"
        raise InputError(f"{problem}; add it there", path, 1)
    eta = step.get("rate")
    return number(eta) if isinstance(eta, str) and RATIONAL.fullmatch(eta) else None

"""atlas: which losses compute, by the constructions that are shipped, which cannot, and of which that is open."""

import json
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import product
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.arithmetic import polynomial_at
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model, positive_part
from ogd_exact.core.tables.reread import CONSTRUCTION_FILE
from ogd_exact.gadgets.construct.losses import losses
from ogd_exact.gadgets.construct.theorem import AFFINE, answer
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library
from ogd_exact.gadgets.reading.read import read_model
from ogd_exact.robustness.precision.tabled import bits_of_tables
from ogd_exact.text.text_table import text_table
from ogd_exact.text.wording import columns
from ogd_exact.training.constructions.construction import Construction, construction
from ogd_exact.training.constructions.request import RATES

FORMAT = "ogd-exact-atlas/1"
SETS = ("atlas", "compact", "rules")  # of several constructions for one loss, the first is shown
COLUMNS = ("plain", "bias", "L2", "momentum")
DYADIC = ("1/2", "2", "1/4", "4")  # values of symbols to run at, where floats may be exact
LOGISTIC = "linear classifier, logistic loss"
LIBRARIES = {"sklearn": "scikit-learn", "torch": "PyTorch"}
WIDEST = "computes"
CANNOT = ("plain", "bias")  # a bias is a weight whose entry is 1 in every example


@dataclass(frozen=True)
class Cell:
    """What is known of a loss, plain or with one thing more."""

    verdict: str = "open"  # computes, cannot, or open
    by: str = ""  # the construction, as SET/MODEL; or the rule without one, by its name
    reason: str = ""  # why it cannot
    symbols: tuple[str, ...] = ()  # for all of whose values its tables are proved
    values: Mapping[str, str] = field(default_factory=dict)  # of those that need one, powers of two, to run it at
    examples: Mapping[str, int] = field(default_factory=dict)  # of a call over each of what phases are over
    bits: int | None = None  # that hold all numbers of its tables and their steps, at these values
    libraries: tuple[str, ...] = ()  # that have the same step


@dataclass(frozen=True)
class Atlas:
    """Losses in the order of the page: classifiers, regression, layers; then those that are not known to compute."""

    losses: Mapping[str, Mapping[str, Cell]]  # by their words, and by COLUMNS

    def text(self) -> str:
        room = columns() - sum(len(WIDEST) + 2 for _ in COLUMNS)
        verdicts = [
            ["\n".join(textwrap.wrap(words, room)), *(cells[key].verdict for key in COLUMNS)]
            for words, cells in self.losses.items()
        ]
        return text_table(["loss", *COLUMNS], verdicts)

    def to_json(self) -> str:
        rows = [
            {"loss": words, "cells": {key: asdict(cell) for key, cell in cells.items()}}
            for words, cells in self.losses.items()
        ]
        return json.dumps({"format": FORMAT, "losses": rows}, indent=2)

    __str__ = text
    __repr__ = text


def atlas() -> Atlas:
    """Which losses compute, which cannot, and of which it is open; read from the tables that are shipped."""
    rows: dict[tuple[int, str], dict[str, Cell]] = defaultdict(dict)  # by families, and by the words of a loss
    for name in SETS:
        folder = SHIPPED / name
        library = read_library(folder, fallback=paper())
        for model in library.models.values():
            if not (folder / model.name / CONSTRUCTION_FILE).exists():
                continue
            row = rows[family_of(model.rule), model.rule.words.replace(" with a bias", "")]
            built = construction(library, model.name, folder)
            row.setdefault(column(model, built), computing(name, library, model, built))
    for key, name in (("plain", "logistic"), ("L2", "logistic-reg")):
        rows[0, LOGISTIC][key] = Cell("computes", f"logistic/{name}", libraries=("PyTorch", "scikit-learn"))
    order = sorted(rows, key=lambda key: (key[0], -len(rows[key]), key[1]))
    known = {key[1]: rows[key] for key in order} | dict(without_tables())
    return Atlas({words: {key: cells.get(key, Cell()) for key in COLUMNS} for words, cells in known.items()})


def family_of(rule: Rule) -> int:
    """Classifiers, whose labels are given; then what sees the residual; then layers, whose kink is one of w.x alone."""
    return (0 if rule.labels else 1) if any("y" in names for _, names in rule.score.terms) else 2


def column(model: Model, built: Construction) -> str:
    """What the model has besides its loss; a bias is a state, or an entry that every example has."""
    if model.momentum != "0" or model.regularizer != "0":
        return "L2" if model.momentum == "0" else "momentum"
    return "bias" if "bias" in model.rule.state or built.always else "plain"


def computing(name: str, library: Library, model: Model, built: Construction) -> Cell:
    at = dyadic(model)
    examples: dict[str, int] = defaultdict(int)
    for phase in built.phases:
        for call in phase.calls:
            table = library.find(built.gadgets, call.gadget)
            examples[phase.over] += library.examples(table) if table else 0
    return Cell(
        "computes",
        f"{name}/{model.name}",
        symbols=model.symbols,
        values=at,
        examples=dict(examples),
        bits=bits_of_tables(library, built, numbers(at)),
        libraries=tuple(words for key, words in LIBRARIES.items() if key in model.rule.library),
    )


def numbers(texts: Mapping[str, str]) -> dict[str, Any]:
    return {symbol: rational(*map(int, text.split("/"))) for symbol, text in texts.items()}


def dyadic(model: Model) -> dict[str, str]:
    """Powers of two for the symbols that need a value, within the region."""
    needed = [symbol for symbol in model.symbols if symbol not in {known for known, _ in RATES.values()}]
    region = [positive_part(bound, model.arithmetic) for bound in model.region]
    for values in product(DYADIC, repeat=len(needed)):
        point = dict(zip(needed, values, strict=True))
        if len(needed) < len(model.symbols) or all(polynomial_at(bound, numbers(point)) > 0 for bound in region):
            return point
    raise AssertionError(f"no powers of two are in the region of {model.name}")


def without_tables() -> Iterator[tuple[str, dict[str, Cell]]]:
    """What cannot compute, or is open, by the theorem; and what is no rule."""
    for name, path in losses().items():
        model = read_model(path, name)
        found = answer(model)
        cell = Cell(found.verdict, name, found.reason.partition(":")[0])
        where = COLUMNS if found.reason == AFFINE else CANNOT if found.verdict == "cannot" else ()
        yield model.rule.words, dict.fromkeys(where, cell)
    why = Cell("cannot", reason="a weight alternates finitely often (docs/barrier.md)")
    yield "passive-aggressive learning, in three forms", dict.fromkeys(CANNOT, why)

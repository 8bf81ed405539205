"""How each gadget of the compact constructions is found again from its contract alone."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import ogd_exact as ogd
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.reading.folder import SHIPPED, paper, read_library
from ogd_exact.training.constructions.construction import Construction, read_construction

COMPACT = SHIPPED / "compact"
NOT_SEARCHED = ("svm-bias-reg",)  # made by hand, when labels that do not mirror each other could not be searched
GADGETS = sorted(
    (path.parent.name, path.stem)
    for path in COMPACT.glob("*/*.toml")
    if path.stem not in ("model", "construction") and path.parent.name not in NOT_SEARCHED
)
# Numbers for the symbols that a model leaves open; magnitudes that are not named are 1.
NUMBERS = {"svm-reg": {"alpha": "3/4", "eps1": "1/4", "eps2": "1/4", "eps3": "1/4"}}
ALPHA = {"alpha": "3/4"}  # for the others
# At numbers no example need make the target 1 for the sake of magnitudes: two pairs do, and these are found at once.
STEPS = {("dense-relu-reg", gadget): 4 for gadget in ("nand", "not", "copy")}
SECONDS = 60  # of the clock, which others may share; a second of the processor will do


@cache
def library() -> Library:
    return read_library(COMPACT, fallback=paper())


@cache
def construction(model: str) -> Construction:
    return read_construction(COMPACT / model / "construction.toml", library())


def numbers(model: str) -> dict[str, str]:
    return NUMBERS.get(model, ALPHA) if library().models[model].symbols else {}


def in_words(at: Mapping[str, Mapping[str, str]]) -> str:
    """At which numbers models were searched."""
    said = [f"{model} at {', '.join(map(' = '.join, some.items()))}" for model, some in at.items() if some]
    return f"{'; '.join(said)}; all other magnitudes are 1"


def asked(model: str) -> dict[str, Any]:
    """What a model needs besides a contract: numbers for its symbols, and the entries that every example has."""
    built = construction(model)
    return {"tables": COMPACT, "at": numbers(model), "always": {} if built.after_each else built.always}


def steps_of(model: str, gadget: str) -> int:
    """As many examples as the shipped table has, with its calls, unless fewer do at numbers."""
    table = library().find(model, gadget)
    if table is None:
        raise KeyError(f"{model} has no table {gadget}")
    return STEPS.get((model, gadget), library().examples(table))


def found_again(model: str, gadget: str) -> ogd.Synthesis:
    return ogd.synthesize(gadget, model, steps=steps_of(model, gadget), limit=SECONDS, **asked(model))

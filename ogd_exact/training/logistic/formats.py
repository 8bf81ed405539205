"""Training sets for the logistic loss as files: jsonl, which is exact; svmlight and npz, in doubles."""

from typing import Any

from ogd_exact.training.constructions.formats import asked_data, formats_of, state_data
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.logistic.report import size_data

STEP: dict[str, Any] = {
    "score": "y*p", "kinks": [], "moves": [{"x": "y*sigmoid(-y*p)"}], "state": [], "constants": {},
    "labels": ["1", "-1"], "along": "x", "after": None, "rate": "1", "regularizer": "0", "momentum": None,
    "nesterov": False,
}  # fmt: skip


def header_data(reduction: LogisticReduction) -> dict[str, Any]:
    """What the examples alone do not say; weights start at 0."""
    program = reduction.program
    return {
        **asked_data(reduction.asked, reduction.model),
        "rule": "logistic",
        "step": STEP | {"rate": str(reduction.rate), "regularizer": str(reduction.regularizer)},
        **size_data(reduction),
        "coordinates": program.coordinates(),
        "initial": {},
        "accept": program.accept,
        "state": state_data(program),
    }


FORMATS = formats_of(header_data, lambda made: made.examples(), lambda made: made.program.dimension)

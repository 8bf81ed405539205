"""Training sets for the logistic loss as files: jsonl, which is exact; svmlight and npz, in doubles."""

from typing import Any

from ogd_exact.training.constructions.formats import formats_of
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.logistic.report import size_data

STEP: dict[str, Any] = {
    "score": "y*p", "kinks": [], "moves": [{"x": "y*sigmoid(-y*p)"}], "state": [], "constants": {},
    "labels": ["1", "-1"], "along": "x", "after": None, "rate": "1", "regularizer": "0", "momentum": None,
    "nesterov": False,
}  # fmt: skip


def header_data(reduction: LogisticReduction) -> dict[str, Any]:
    """What the examples alone do not say; weights start at 0."""
    asked, program = reduction.asked, reduction.program
    return {
        "format": "ogd-exact/1",
        "circuit": asked.circuit,
        "sha256": asked.sha256,
        "property": asked.wanted,
        "assumptions": asked.assumptions.data(),
        "model": reduction.model,
        "rule": "logistic",
        "step": STEP | {"rate": str(reduction.rate), "regularizer": str(reduction.regularizer)},
        **size_data(reduction),
        "coordinates": program.coordinates(),
        "initial": {},
        "accept": program.accept,
        "state": [{"coordinate": program.signal(s.input), "inverted": s.inverted} for s in reduction.netlist.state],
    }


FORMATS = formats_of(header_data, lambda made: made.examples(), lambda made: made.program.dimension)

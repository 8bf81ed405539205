"""Training sets for any order as files: jsonl, which is exact; svmlight and npz, in doubles."""

from typing import Any

from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.constructions.formats import asked_data, formats_of, state_data


def header_data(reduction: SlotReduction) -> dict[str, Any]:
    """What the examples alone do not say."""
    program, netlist = reduction.program, reduction.program.netlist
    return {
        **asked_data(reduction.asked, reduction.model),
        "rule": reduction.tables.rule.name,
        "parameters": {"lambda": "0", "eta": str(reduction.rate)},
        "step": step_data(reduction.step),
        "order": reduction.order,
        "epochs": reduction.epochs,
        "slots": len(reduction.slots),
        "inputs": netlist.inputs,
        "gates": len(netlist.gates),
        "dimension": reduction.dimension,
        "coordinates": reduction.coordinates(),
        "initial": {key: str(weight) for key, weight in reduction.start().items() if weight != 0},
        "accept": program.accept,
        "state": state_data(program),
        "examples": len(reduction.examples),
    }


FORMATS = formats_of(header_data, lambda made: made.examples, lambda made: made.dimension)

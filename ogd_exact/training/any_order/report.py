"""What simulate says of examples in any order: text and JSON."""

import json
from dataclasses import asdict
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.text.wording import counted, wrapped
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.runs.conclude import Conclusion
from ogd_exact.training.runs.report import asked_lines, outcome_data
from ogd_exact.training.runs.simulation import Outcome

SAID = {
    "accepted": "accepted in frame {frame} (epoch {passes})",
    "never": "never: the weights repeat with period {period} (seen after epoch {passes})",
    "undecided": "undecided after {passes} epochs",
}
IN_EVERY_ORDER = (
    "accepted in frame {frame} (by the end of epoch {passes}, in every order)"  # in which one, orders decide
)


def proved(reduction: SlotReduction) -> str:
    return "for all orders, batches and epochs" if reduction.order == "any" else "for the full batch, from w = 0"


def size_data(reduction: SlotReduction) -> dict[str, Any]:
    netlist = reduction.program.netlist
    return {
        "order": reduction.order,
        "slots": len(reduction.slots),
        "epochs_per_frame": reduction.epochs,
        "dimension": reduction.dimension,
        "examples": len(reduction.examples),
        "inputs": netlist.inputs,
        "gates": len(netlist.gates),
        "drift": str(reduction.clock.drift),
        "kink_bound": str(reduction.kink_bound),
        "proved": proved(reduction),
    }


def report_json(reduction: SlotReduction, ran: Conclusion | None) -> str:
    of_model = {"model": reduction.model, "parameters": {"lambda": "0", "eta": str(reduction.rate)}}
    data = outcome_data("ogd-exact-simulate-slots/1", ran.outcome if ran else None, reduction.asked, of_model)
    data |= size_data(reduction)
    if ran is not None:
        nearest = None if ran.nearest is None else str(ran.nearest)
        data |= {"order": ran.order, "seed": ran.seed, "engine": ran.engine, "nearest_margin": nearest}
    return json.dumps(data, indent=2)


def said(outcome: Outcome) -> str:
    return SAID[outcome.verdict].format(**asdict(outcome))


def report_text(reduction: SlotReduction, ran: Conclusion | None) -> str:
    n, m = reduction.program.netlist.inputs, len(reduction.program.netlist.gates)
    asked, name = reduction.asked, one_line(reduction.asked.circuit, 60)
    rate = "" if reduction.rate == 1 else f", eta = {reduction.rate}"
    lines = [
        *wrapped(f"{name} by {reduction.model}, order {reduction.order}: n = {n}, m = {counted(m, 'NAND gate')},"),
        *wrapped(
            f"{len(reduction.slots)} slots, {reduction.dimension} weights, {len(reduction.examples)} examples, "
            f"{reduction.epochs} epochs for a frame{rate}; proved {proved(reduction)}."
        ),
        *asked_lines(asked),
    ]  # fmt: skip
    if ran is None:
        return "\n".join(lines)
    seed = "" if ran.seed is None else f" (seed {ran.seed})"
    assuming = str(asked.assumptions)
    yes_by_circuit = ran.engine == "circuit" and ran.outcome.verdict == "accepted"
    verdict = IN_EVERY_ORDER.format(**asdict(ran.outcome)) if yes_by_circuit else said(ran.outcome)
    lines += wrapped(verdict + (f" {one_line(assuming)}" if assuming else ""))
    how = "the circuit engine, for every order" if ran.engine == "circuit" else f"the {ran.engine} engine"
    ordered = (
        "" if ran.engine == "circuit" else f", in order {ran.order}{seed}, compared with the circuit in every frame"
    )
    lines += wrapped(f"run by {how}{ordered}")
    if ran.nearest is not None:
        excluded = f"the proof excludes less than {reduction.kink_bound}"
        lines += wrapped(f"the nearest margin was {ran.nearest} from the kink, and {excluded}")
    return "\n".join(lines)

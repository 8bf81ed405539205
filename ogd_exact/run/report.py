"""What simulate says: the report, as text or JSON, and a line of the trace."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ogd_exact.kernel.errors import one_line
from ogd_exact.kernel.number import Number
from ogd_exact.numbers.powers import plain
from ogd_exact.output.wording import columns, counted, wrapped
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.simulation import Moment, Outcome

MOST_WEIGHTS = 200  # weights that text shows
LONGEST_NAMES = 80  # letters of the names of latches that text shows
HARD = "\N{NO-BREAK SPACE}"
SAID = {
    "accepted": "accepted in frame {frame} (pass {passes}, step {steps})",
    "never": "never: the weights repeat with period {period} (seen after pass {passes}, step {steps})",
    "undecided": "undecided after {counted_passes}, {counted_steps}",
}
HOW = {  # what is asked besides, and what a yes means
    "first-coordinate": ("", ""),
    "fixed-point": (", by a pass that reproduces its weights", ": the pass reproduces its weights"),
    "norm": (", by whether the norm exceeds {bound}", ": the norm exceeds {bound}"),
}


def moment_json(moment: Moment) -> dict[str, Any]:
    return {
        "step": moment.number,
        "frame": moment.frame,
        "x": {key: str(plain(value)) for key, value in moment.example.x.items()},
        "y": str(plain(moment.example.y)),
        "margin": str(plain(moment.margin)),
        "fired": moment.fired,
        "changed": {key: str(plain(value)) for key, value in moment.changed.items()},
    }


def named(reduction: Reduction, weights: Mapping[str, Number]) -> dict[str, str]:
    """Weights by the names of their coordinates."""
    return {reduction.program.names[key]: str(plain(weight)) for key, weight in weights.items()}


def report_json(reduction: Reduction, outcome: Outcome | None, run: Mapping[str, Any]) -> str:
    """`run` is how it was run: the engine, what was audited, the weights that were asked for."""
    netlist = reduction.netlist
    data: dict[str, Any] = {"verdict": None, "frame": None, "passes": 0, "steps": 0, "period": None}
    data |= asdict(outcome) if outcome else {}
    data |= {
        "question": reduction.question,
        "property": reduction.wanted,
        "model": reduction.model.name,
        "parameters": dict(reduction.shown),
    }
    data |= {"circuit": reduction.circuit, "latches": list(reduction.latches)}
    data |= {"inputs": netlist.inputs, "gates": len(netlist.gates), "dimension": reduction.program.dimension}
    data |= {"examples": reduction.examples, "proved": "for all passes"}
    if outcome is None:  # it takes another walk, which a run need not wait for
        data |= {"most_coordinates": reduction.training.most_coordinates()}
    if reduction.norm is not None:
        about = {"norm_bound": reduction.norm.bound, "ordinary_square": reduction.norm.ordinary}
        data |= {name: str(value) for name, value in about.items()} | {"separates": reduction.norm.separates}
    return json.dumps(data | dict(run), indent=2)


def report_text(reduction: Reduction, outcome: Outcome | None, run: Mapping[str, Any]) -> str:
    n, m, latches = reduction.netlist.inputs, len(reduction.netlist.gates), len(reduction.latches)
    name = f"{one_line(reduction.circuit, 60)} by {reduction.model.name}:"
    last = "a bit that flips" if reduction.question == "fixed-point" else "the answer"
    size = f"n = {n} ({counted(latches, 'latch', 'latches')} and {last}), m = {counted(m, 'NAND gate')},"
    given = "".join(f", {key} = {one_line(value, 12)}" for key, value in reduction.chosen.items())
    weights = f"{reduction.program.dimension} weights, {reduction.examples} examples{given}; proved for all passes."
    asks, means = (text.format(bound=norm_text(reduction)) for text in HOW[reduction.question])
    lines = [
        name + (" " if len(name) + 1 + len(size) <= columns() else "\n") + size,
        *wrapped(weights),
        *wrapped(f"asks for {one_line(reduction.wanted, 60)}{asks}"),
    ]
    if reduction.norm is not None:
        can = "keeps its square at most" if reduction.norm.separates else "may exceed that, too: its square is at most"
        lines += wrapped(f"a pass whose answer is no {can} {one_line(str(reduction.norm.ordinary), 40)}")
    if outcome is not None:
        lines += wrapped(verdict_text(outcome) + (means if outcome.verdict == "accepted" else ""))
        by = {
            True: f", confirmed by {run.get('confirmed_by')}",
            None: ", nothing to confirm: no pass was done",
            False: "",
        }
        lines += wrapped(f"run by the {run['engine']} engine{by[run['confirmed']]}")
        if run["confirmed"] is False:
            lines += wrapped(f"unconfirmed: {'; '.join(run['unconfirmed'])}; --confirm confirms")
        if "audited" in run:
            lines.append(f"audited: {counted(run['audited'], 'pass', 'passes')} (seed {run['seed']})")
        if "weights" in run:
            lines += [f"weights after step {run['at_step']}, but for those that are 0:", *few(run["weights"])]
    else:
        names = f"latches in order: {', '.join(reduction.latches)}"
        lines += [one_line(names)] if reduction.latches and len(names) <= LONGEST_NAMES else []
    return "\n".join(lines)


def verdict_text(outcome: Outcome) -> str:
    passes, steps = counted(outcome.passes, "pass", "passes"), counted(outcome.steps, "step")
    return SAID[outcome.verdict].format(**asdict(outcome), counted_passes=passes, counted_steps=steps)


def norm_text(reduction: Reduction) -> str:
    return one_line(str(reduction.norm.bound), 12) if reduction.norm else ""


def few(weights: Mapping[str, str]) -> list[str]:
    """Those that are not 0, as lines; lines break between weights only."""
    texts = [f"{name} = {one_line(text, 40)}".replace(" ", HARD) for name, text in weights.items() if text != "0"]
    more = [f"and {len(texts) - MOST_WEIGHTS} more; --format json has them all"] if len(texts) > MOST_WEIGHTS else []
    lines = wrapped(", ".join(texts[:MOST_WEIGHTS]))
    return [line.replace(HARD, " ") for line in lines] + more

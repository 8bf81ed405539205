"""What simulate says: the report, as text or JSON, and a line of the trace."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from ogd_exact.circuits.closing.assumptions import Assumptions
from ogd_exact.core.kernel.errors import one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.text.wording import argument, columns, counted, wrapped
from ogd_exact.training.constructions.asked import NetlistQuestion, asks
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Moment, Outcome

MOST_WEIGHTS = 200  # weights that text shows
LONGEST_NAMES = 80  # letters of the names of latches that text shows
LONGEST_NUMBER = 20  # characters of a bound that text shows
MOST_BITS = 40  # of a target whose latches text names
NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,8})([])>_]?)")  # a bit of a register, such as x0 or x[0]
DIGITS = 16  # of a digest that text shows
HARD = "\N{NO-BREAK SPACE}"
SAID = {
    "accepted": "{found}accepted in frame {frame} (pass {passes}, step {steps}){assuming}",
    "never": "{never}{assuming}: the weights repeat with period {period} (seen after pass {passes}, step {steps})",
    "undecided": "undecided after {counted_passes}, {counted_steps}{assuming}",
    "excluded": "{never}{assuming}: an invariant excludes a yes in every pass",
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
        "margin": None if moment.margin is None else str(plain(moment.margin)),
        "fired": moment.fired,
        "changed": {key: str(plain(value)) for key, value in moment.changed.items()},
    }


def named(reduction: Reduction, weights: Mapping[str, Number]) -> dict[str, str]:
    """Weights by the names of their coordinates."""
    return {reduction.program.names[key]: str(plain(weight)) for key, weight in weights.items()}


def outcome_data(
    format: str,
    outcome: Outcome | None,
    asked: NetlistQuestion,
    of_model: Mapping[str, Any],
    question: str = "first-coordinate",
) -> dict[str, Any]:
    """What every report begins with: the outcome, what was asked of which circuit, and the model."""
    nothing = {"verdict": None, "frame": None, "passes": 0, "steps": 0, "period": None}
    data = {"format": format, **(asdict(outcome) if outcome else nothing), "question": question}
    data |= {"property": asked.wanted, **of_model, "circuit": asked.circuit, "sha256": asked.sha256}
    return data | {"latches": list(asked.latches), "assumptions": asked.assumptions.data()}


def report_json(reduction: Reduction, outcome: Outcome | None, run: Mapping[str, Any]) -> str:
    """`run` is how it was run: the engine, what was audited, the weights that were asked for."""
    netlist = reduction.netlist
    of_model = {"model": reduction.model.name, "parameters": dict(reduction.shown)}
    data = outcome_data("ogd-exact-simulate/1", outcome, reduction.asked, of_model, reduction.question)
    data |= {"found": None} if reduction.asked.assumptions.searched else {}
    data |= {"inputs": netlist.inputs, "gates": netlist.size, "dimension": reduction.program.dimension}
    data |= {"examples": reduction.examples, "proved": "for all passes"}
    if outcome is None:  # it takes another walk, which a run need not wait for
        data |= {"most_coordinates": reduction.training.most_coordinates()}
        data |= {"most_weight": str(reduction.bounds.weight), "most_square": str(reduction.bounds.square)}
    if reduction.norm is not None:
        about = {"norm_bound": reduction.norm.bound, "ordinary_square": reduction.norm.ordinary}
        data |= {name: str(value) for name, value in about.items()} | {"separates": reduction.norm.separates}
    return json.dumps(data | dict(run), indent=2)


def report_text(reduction: Reduction, outcome: Outcome | None, run: Mapping[str, Any]) -> str:
    n, m, latches = reduction.netlist.inputs, reduction.netlist.size, len(reduction.asked.latches)
    kind = "gate" if reduction.netlist.cells else "NAND gate"
    name = f"{one_line(reduction.asked.circuit, 60)} by {reduction.model.name}:"
    last = "a bit that flips" if reduction.question == "fixed-point" else "the answer"
    more = f", {len(reduction.asked.added)} to close it" if reduction.asked.added else ""
    size = f"n = {n} ({counted(latches, 'latch', 'latches')}{more} and {last}), m = {counted(m, kind)},"
    given = "".join(f", {key} = {one_line(value, 12)}" for key, value in reduction.chosen.items())
    weights = f"{reduction.program.dimension} weights, {reduction.examples} examples{given}; proved for all passes."
    bound = one_line(str(reduction.norm.bound), 12) if reduction.norm else ""
    how, means = (text.format(bound=bound) for text in HOW[reduction.question])
    lines = [
        name + (" " if len(name) + 1 + len(size) <= columns() else "\n") + size,
        *wrapped(weights),
        *asked_lines(reduction.asked, how),
        *([f"circuit of sha256 {reduction.asked.sha256[:DIGITS]}"] if reduction.asked.sha256 else []),
    ]
    if reduction.norm is not None:
        can = "keeps its square at most" if reduction.norm.separates else "may exceed that, too: its square is at most"
        lines += wrapped(f"a pass whose answer is no {can} {one_line(str(reduction.norm.ordinary), 40)}")
    if outcome is not None:
        verdict = verdict_text(outcome, reduction.asked.assumptions, run.get("found"))
        lines += wrapped(verdict + (means if outcome.verdict == "accepted" else ""))
        by = {
            True: f", confirmed by {run.get('confirmed_by')}",
            None: ", nothing to confirm: no pass was done",
            False: "",
        }
        ran = f"run by the {run['engine']} engine{by[run['confirmed']]}"
        lines += wrapped(invariant_text(run["invariant"]) if "invariant" in run else ran)
        if run["confirmed"] is False:
            lines += wrapped(f"unconfirmed: {'; '.join(run['unconfirmed'])}; {argument('confirm', True)} confirms")
        if "audited" in run:
            lines.append(f"audited: {counted(run['audited'], 'pass', 'passes')} (seed {run['seed']})")
        if "weights" in run:
            lines += [f"weights after step {run['at_step']}, but for those that are 0:", *few(run["weights"])]
    else:
        assuming = str(reduction.asked.assumptions)
        lines += wrapped(f"to be run {one_line(assuming)}") if assuming else []
        names = f"latches in order: {', '.join(reduction.asked.latches)}"
        lines += [one_line(names)] if reduction.asked.latches and len(names) <= LONGEST_NAMES else []
        most = reduction.bounds
        sizes = f"up to a yes |w_i| <= {upper(most.weight)} and |w|^2 <= {upper(most.square)}"
        lines += wrapped(f"{sizes}; a set K that contains these weights is never left")
        if reduction.question == "first-coordinate":
            lines += wrapped(f"a yes comes within 2^{n - 1} passes, or never")
    return "\n".join(lines)


def asked_lines(asked: NetlistQuestion, how: str = "") -> list[str]:
    """What is asked, and how; and which latch each bit of a target is of, unless it reads as a number does."""
    lines, names = wrapped(asks(asked.wanted) + how), asked.latches[::-1]
    if not asked.wanted.startswith("target ") or len(names) < 2 or is_register(names):
        return lines
    more = f" and {len(names) - MOST_BITS} more" if len(names) > MOST_BITS else ""
    return lines + wrapped(f"its bits are {', '.join(one_line(name, 40) for name in names[:MOST_BITS])}{more}")


def is_register(names: Sequence[str]) -> bool:
    """Whether they are the bits of one register, from the highest to the lowest."""
    found = [NUMBERED.fullmatch(name) for name in names]
    bits = [(bit[1], bit[3], int(bit[2])) for bit in found if bit]
    return len(bits) == len(names) and all((a, b, k - 1) == lower for (a, b, k), lower in pairwise(bits))


def verdict_text(outcome: Outcome, assumptions: Assumptions, found: Mapping[str, Any] | None = None) -> str:
    """What a search has found comes first."""
    passes, steps = counted(outcome.passes, "pass", "passes"), counted(outcome.steps, "step")
    assuming = f", {one_line(str(assumptions))}" if str(assumptions) else ""
    how = "excluded" if outcome.verdict == "never" and outcome.period is None else outcome.verdict
    searched = assumptions.searched
    within = f"reachable within {counted(searched.frames, 'frame')}" if searched else ""
    words = {
        "counted_passes": passes,
        "counted_steps": steps,
        "assuming": assuming,
        "never": f"not {within}" if searched else "never",
        "found": f"{within}, {found_text(found)}; " if found else "",
    }
    return SAID[how].format(**asdict(outcome), **words)


def found_text(found: Mapping[str, Any]) -> str:
    """What a search found, such as: by these inputs: rst = 1,0, en = 0,1, reached in frame 1."""
    lists = {"by these inputs": found["inputs"], "from these starts": found["starts"]}
    texts = {
        how: ", ".join(f"{one_line(name, 40)} = {bits}" for name, bits in given.items()) for how, given in lists.items()
    }
    return ", ".join([*(f"{how}: {text}" for how, text in texts.items() if text), f"reached in frame {found['frame']}"])


def invariant_text(about: Mapping[str, Any]) -> str:
    """How it was proved."""
    clauses, steps = counted(about["clauses"], "clause"), counted(sum(about["proofs"].values()), "step")
    holds = f"the invariant, {clauses}, holds at the start, is kept by every frame and excludes a yes"
    return f"{holds}: proofs of {steps}, checked by unit propagation"


def upper(value: Any) -> str:
    """A number; if it is long, the next whole one, or a power of 2 that it does not exceed."""
    if len(str(value)) > LONGEST_NUMBER:
        value = -(-value.numerator // value.denominator)
    return str(value) if len(str(value)) <= LONGEST_NUMBER else f"2^{int(value).bit_length()}"


def few(weights: Mapping[str, str]) -> list[str]:
    """The weights that are not 0, as lines, which break between weights only."""
    texts = [f"{name} = {one_line(text, 40)}".replace(" ", HARD) for name, text in weights.items() if text != "0"]
    lines = [line.replace(HARD, " ") for line in wrapped(", ".join(texts[:MOST_WEIGHTS]))]
    if len(texts) > MOST_WEIGHTS:
        lines.append(f"and {len(texts) - MOST_WEIGHTS} more; {argument('format', 'json')} has them all")
    return lines

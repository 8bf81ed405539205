"""What verify and simulate say of the logistic loss: text and JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.text.wording import argument, counted, wrapped
from ogd_exact.training.logistic.certificate import GADGETS, Level
from ogd_exact.training.logistic.read import Certified, LogisticTables
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.runs.report import asked_lines, outcome_data
from ogd_exact.training.runs.simulation import Outcome

SAID = {
    "accepted": "accepted in frame {frame} (pass {passes}, step {steps})",
    "never": "never: the circuit repeats with period {period} (seen after pass {passes}, step {steps})",
    "undecided": "undecided after pass {passes}, step {steps}",
}
FLOATS = "sums in any order, fused operations or not, a sigmoid right within 2^-25, in float32 within 2^-20"
MOST_FAILURES = 5  # of a level that text shows


def level_data(known: Certified) -> dict[str, Any]:
    level = known.level
    return {
        "eta": str(level.rate),
        "dtype": level.dtype,
        "fan_out": level.fan_out,
        "keeps": str(level.keeps),
        "examples": [level.shortest, level.longest],
        "noise": str(level.noise),
        "error": str(level.error),
        "read": str(level.read),
        "rest": str(level.rest),
        "gadgets": len(GADGETS),
        "cases": sum(len([*gadget.cases()]) for gadget in GADGETS.values()),
        "verified": not known.failures,
        "failures": [str(failure) for failure in known.failures],
    }


def verify_json(tables: Sequence[LogisticTables], source: str) -> str:
    models = {found.model: [level_data(known) for known in found.levels] for found in tables}
    verified = bool(tables) and all(level["verified"] for levels in models.values() for level in levels)
    return json.dumps(
        {"format": "ogd-exact-verify-logistic/1", "verified": verified, "source": source, "models": models}, indent=2
    )


def verify_text(tables: Sequence[LogisticTables], source: str) -> str:
    lines = [f"{one_line(source)}, for the logistic loss"]
    levels = [data for found in tables for data in map(level_data, found.levels)]
    for found in tables:
        proved = "every circuit of NAND gates, for ever, from w = 0, in real arithmetic and in floats"
        lines += wrapped(f"{found.model}: {proved} ({FLOATS})")
        for known in found.levels:
            data = level_data(known)
            of = f"eta = {data['eta']}, {data['dtype']}, fan-out up to {data['fan_out']}{conditions(known.level)}"
            checked = f"proved, {data['gadgets']} gadgets, {data['cases']} cases"
            verdict = f"a bit is off by at most {data['error']}: {checked}" if data["verified"] else "FAILED"
            lines += wrapped(f"{of}: {verdict}", "  ", "    ")
            for problem in data["failures"][:MOST_FAILURES]:
                lines += wrapped(problem, "    ", "      ")
    failed = sum(not data["verified"] for data in levels)
    lines.append(f"{counted(len(levels), 'level')}: " + (f"{failed} FAILED" if failed else "all proved"))
    return "\n".join(lines)


def conditions(level: Level) -> str:
    """What else a level asks for, and allows."""
    parts = [f", passes of {level.shortest} to {level.longest} examples"] if level.decays else []
    parts += [f", noise up to {level.noise} of a bit in a pass"] if level.noise else []
    return "".join(parts)


def size_data(reduction: LogisticReduction) -> dict[str, Any]:
    netlist, level = reduction.netlist, reduction.level
    return {
        "parameters": {"lambda": str(reduction.regularizer), "eta": str(level.rate)},
        "inputs": netlist.inputs,
        "gates": len(netlist.gates),
        "dimension": reduction.program.dimension,
        "examples": reduction.size,
        "fan_out": reduction.fan_out,
        "error": {dtype: str(level.error) for dtype, level in reduction.levels.items()},
        "noise": str(reduction.noise),
    }


def rates(reduction: LogisticReduction) -> str:
    rate = f"eta = {reduction.rate}"
    if not reduction.level.decays:
        return rate
    return f"{rate}, lambda = {reduction.regularizer}, so that a pass leaves {reduction.level.keeps} of a weight"


def noise(reduction: LogisticReduction) -> str:
    """What may be added to weights."""
    if not (level := reduction.noisy):
        return "with noise nothing is certified at this fan-out"
    most = f"noise of up to {reduction.noise} in every weight after every step is harmless, too"
    return (
        f"{most}: a bit is off by at most {level.error * level.rate} then, and yes is above {level.noise * level.rate}"
    )


def report_json(reduction: LogisticReduction, outcome: Outcome | None) -> str:
    data = outcome_data("ogd-exact-simulate-logistic/1", outcome, reduction.asked, {"model": reduction.model})
    return json.dumps(data | size_data(reduction), indent=2)


def report_text(reduction: LogisticReduction, outcome: Outcome | None) -> str:
    asked, level, netlist = reduction.asked, reduction.level, reduction.netlist
    gates = counted(len(netlist.gates), "NAND gate")
    of = f" (in a pass it decays to no less than {level.keeps} of that)" if level.decays else ""
    bit = f"until it says yes, every bit that is written is {level.rate} or -{level.rate}{of}"
    off = f"{bit}, to within {level.error * level.rate} in real arithmetic and in float64"
    if reduction.single is not None:
        off += f", and {reduction.single.error * level.rate} in float32"
    elif rate := reduction.rates.get("float32"):
        off += f", for float32 try {argument('parameters', str(rate), 'eta')}"
    else:
        off += "; for float32 nothing is proved"
    lines = [
        *wrapped(f"{one_line(asked.circuit, 60)} by {reduction.model}: n = {netlist.inputs}, m = {gates},"),
        *wrapped(f"{reduction.program.dimension} weights, {reduction.size} examples in a pass, {rates(reduction)}"),
        *asked_lines(asked),
        *wrapped(f"proved for ever, from w = 0: {off} ({FLOATS})"),
        *wrapped(f"fan-out {reduction.fan_out}; eta = {level.rate} is proved for fan-out up to {level.fan_out}"),
        *wrapped(noise(reduction)),
        *wrapped("no intercept: give it to a library with fit_intercept=False, in this order (shuffle=False)"),
    ]
    assuming = one_line(str(asked.assumptions))
    if outcome is None:
        return "\n".join(lines + (wrapped(f"to be run {assuming}") if assuming else []))
    lines += wrapped(SAID[outcome.verdict].format(**asdict(outcome)) + (f" {assuming}" if assuming else ""))
    lines.append("run by the circuit, which decides: no weight is computed")
    return "\n".join(lines)

"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import contextlib
import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from ogd_exact.command import FAILED, HOLDS, UNDECIDED, Parser, run, write
from ogd_exact.kernel.errors import InputError, shown
from ogd_exact.reduction.options import add_options, check_files
from ogd_exact.reduction.problem import Problem, problem
from ogd_exact.simulate.checkpoint import Checkpoint
from ogd_exact.simulate.simulation import Mismatch, Moment, Outcome, Simulation


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.simulate", description="Run a circuit by exact online gradient descent.")
    add_options(result)
    result.add_argument("--max-passes", type=int, metavar="N", help="stop undecided after N passes")
    result.add_argument("--max-steps", type=int, metavar="N", help="stop undecided after N steps")
    result.add_argument("--no-simulate", action="store_true", help="prove the program right, and stop there")
    result.add_argument("--trace", metavar="FILE", help="write every step, as a line of JSON each")
    result.add_argument("--checkpoint", metavar="FILE", help="keep the run there after passes, and go on from there")
    result.add_argument("--format", choices=("text", "json"), default="text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    for name in ("max_passes", "max_steps"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            raise InputError(f"--{name.replace('_', '-')} is at least 1")
    files = [("circuit", options.circuit), ("--output", options.output)]
    check_files(*files, ("--trace", options.trace), ("--checkpoint", options.checkpoint))
    asked = problem(options)
    if options.no_simulate:
        write(report(asked, None, options.format), options.output)
        return HOLDS
    checkpoint = Checkpoint(options.checkpoint, asked) if options.checkpoint is not None else None
    simulation = checkpoint.load() if checkpoint else Simulation(asked)
    try:
        outcome = conclude(simulation, options, checkpoint)
    except Mismatch as mismatch:
        print(f"ogd-exact: {mismatch}", file=sys.stderr)
        return FAILED
    write(report(asked, outcome, options.format), options.output)
    return UNDECIDED if outcome.verdict == "undecided" else HOLDS


def conclude(simulation: Simulation, options: Namespace, checkpoint: Checkpoint | None) -> Outcome:
    """Drains the run: traces, keeps checkpoints, and shows progress on a terminal."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    started, first = time.monotonic(), simulation.steps
    with contextlib.ExitStack() as stack:
        trace = stack.enter_context(opened(options.trace)) if options.trace is not None else None
        for moment in simulation.moments(options.max_passes, options.max_steps):
            if isinstance(moment, Outcome):
                if watched:
                    print(file=sys.stderr)
                return moment
            if trace:
                trace.write(json.dumps(moment_json(moment)) + "\n")
            if checkpoint and simulation.pass_done:
                checkpoint.keep(simulation)
            if watched and moment.number % 10_000 == 0:
                rate = (moment.number - first) / (time.monotonic() - started)
                print(f"\rpass {moment.frame + 1}, step {moment.number}, {rate:.0f}/s ", end="", file=sys.stderr)
    raise AssertionError("a run ends with an outcome")


def opened(path: str) -> TextIO:
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None


def moment_json(moment: Moment) -> dict[str, Any]:
    return {
        "step": moment.number,
        "frame": moment.frame,
        "x": {key: str(value) for key, value in moment.example.x.items()},
        "y": str(moment.example.y),
        "margin": str(moment.margin),
        "fired": moment.fired,
        "changed": {key: str(value) for key, value in moment.changed.items()},
    }


def report(asked: Problem, outcome: Outcome | None, form: str) -> str:
    netlist = asked.netlist
    if form == "json":
        data: dict[str, Any] = {"verdict": None, "frame": None, "passes": 0, "steps": 0, "period": None}
        data |= asdict(outcome) if outcome else {}
        data |= {"model": asked.model.name, "parameters": dict(asked.shown), "circuit": asked.circuit}
        data |= {"inputs": netlist.inputs, "gates": len(netlist.gates), "dimension": asked.program.dimension}
        return json.dumps(data | {"examples": asked.examples, "proved": "for all passes"}, indent=2)
    lines = [
        f"{shown(asked.circuit, 60)} by {asked.model.name}: {netlist.inputs} inputs, {len(netlist.gates)} NAND gates,",
        f"{asked.program.dimension} weights, {asked.examples} examples; proved for all passes.",
    ]
    if outcome is not None:
        ago = "pass" if outcome.period == 1 else "passes"
        lines.append(SAID[outcome.verdict].format(**asdict(outcome), ago=ago))
    return "\n".join(lines)


SAID = {
    "accepted": "accepted in frame {frame} (pass {passes}, step {steps})",
    "never": "never: after pass {passes} the weights are those of {period} {ago} before (step {steps})",
    "undecided": "undecided after {passes} passes, {steps} steps",
}

if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

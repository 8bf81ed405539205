"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ogd_exact.command import FAILED, HOLDS, UNDECIDED, Parser, run, write
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.problem import Problem, add_options, problem
from ogd_exact.simulate.simulation import Mismatch, Outcome, Simulation


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.simulate", description="Run a circuit by exact online gradient descent.")
    add_options(result)
    result.add_argument("--max-passes", type=int, metavar="N", help="stop undecided after N passes")
    result.add_argument("--max-steps", type=int, metavar="N", help="stop undecided after N steps")
    result.add_argument("--no-simulate", action="store_true", help="prove the program right, and stop there")
    result.add_argument("--format", choices=("text", "json"), default="text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    for name in ("max_passes", "max_steps"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            raise InputError(f"--{name.replace('_', '-')} is at least 1")
    asked = problem(options)
    if options.no_simulate:
        write(report(asked, None, options.format), options.output)
        return HOLDS
    try:
        outcome = conclude(Simulation(asked), options.max_passes, options.max_steps)
    except Mismatch as mismatch:
        print(f"ogd-exact: {mismatch}", file=sys.stderr)
        return FAILED
    write(report(asked, outcome, options.format), options.output)
    return UNDECIDED if outcome.verdict == "undecided" else HOLDS


def conclude(simulation: Simulation, most_passes: int | None, most_steps: int | None) -> Outcome:
    shown = sys.stderr is not None and sys.stderr.isatty()
    for moment in simulation.moments(most_passes, most_steps):
        if isinstance(moment, Outcome):
            return moment
        if shown and moment.number % 10_000 == 0:
            print(f"\rpass {moment.frame + 1}, step {moment.number}", end="", file=sys.stderr)
    raise AssertionError("a run ends with an outcome")


def report(asked: Problem, outcome: Outcome | None, form: str) -> str:
    netlist = asked.netlist
    if form == "json":
        data: dict[str, Any] = {"verdict": None, "frame": None, "passes": 0, "steps": 0, "period": None}
        data |= asdict(outcome) if outcome else {}
        data |= {"model": asked.model.name, "parameters": dict(asked.shown), "circuit": asked.circuit}
        data |= {"inputs": netlist.inputs, "gates": len(netlist.gates), "dimension": asked.program.dimension}
        return json.dumps(data | {"examples": asked.examples, "proved": "for all passes"}, indent=2)
    lines = [
        f"{asked.circuit} by {asked.model.name}: {netlist.inputs} inputs, {len(netlist.gates)} NAND gates,",
        f"{asked.program.dimension} weights, {asked.examples} examples; proved for all passes.",
    ]
    if outcome is not None:
        lines.append(SAID[outcome.verdict].format(**asdict(outcome)))
    return "\n".join(lines)


SAID = {
    "accepted": "accepted in frame {frame} (pass {passes}, step {steps})",
    "never": "never: after pass {passes} the weights are those of {period} passes before (step {steps})",
    "undecided": "undecided after {passes} passes, {steps} steps",
}

if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

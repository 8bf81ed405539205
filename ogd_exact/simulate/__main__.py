"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import contextlib
import json
import re
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ogd_exact.command import FAILED, HOLDS, UNDECIDED, Parser, check_writable, run, write
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.options import add_options, check_files
from ogd_exact.reduction.problem import problem
from ogd_exact.simulate.checkpoint import Checkpoint
from ogd_exact.simulate.report import moment_json, report_json, report_text
from ogd_exact.simulate.simulation import Mismatch, Outcome, Simulation

FORMATS = {"text": report_text, "json": report_json}


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.simulate", description="Run a circuit by exact online gradient descent.")
    add_options(result)
    result.add_argument("--max-passes", type=count, metavar="N", help="stop undecided after N passes (no limit)")
    result.add_argument("--max-steps", type=count, metavar="N", help="stop undecided after N steps (no limit)")
    result.add_argument("--no-simulate", action="store_true", help="prove the program right, and stop there")
    result.add_argument("--trace", metavar="FILE", help="write every step, as a line of JSON each; it grows")
    result.add_argument("--checkpoint", metavar="FILE", help="keep the run there after passes, and go on from there")
    result.add_argument("--format", choices=tuple(FORMATS), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise ArgumentTypeError(f"expected a whole number, at least 1, not {text[:40]!r}")
    return int(text)


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check(options)
    asked = problem(options)
    if options.no_simulate:
        write(FORMATS[options.format](asked, None), options.output)
        return HOLDS
    checkpoint = Checkpoint(options.checkpoint, asked) if options.checkpoint is not None else None
    simulation = checkpoint.load() if checkpoint else Simulation(asked)
    try:
        outcome = conclude(simulation, options, checkpoint)
    except Mismatch as mismatch:
        print(f"ogd-exact: {mismatch}", file=sys.stderr)
        return FAILED
    write(FORMATS[options.format](asked, outcome), options.output)
    return UNDECIDED if outcome.verdict == "undecided" else HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, or would be ignored, before any work."""
    files = {"--output": options.output, "--trace": options.trace, "--checkpoint": options.checkpoint}
    check_files(("circuit", options.circuit), *files.items())
    for path in files.values():
        check_writable(path)
    for name in ("trace", "checkpoint", "max_passes", "max_steps") if options.no_simulate else ():
        if getattr(options, name) is not None:
            raise InputError(f"--no-simulate runs nothing, so that --{name.replace('_', '-')} has no use; drop one")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)


def conclude(simulation: Simulation, options: Namespace, checkpoint: Checkpoint | None) -> Outcome:
    """Drains the run: traces, keeps checkpoints, and shows progress on a terminal."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    started, first = time.monotonic(), simulation.steps
    with contextlib.ExitStack() as stack:
        trace = stack.enter_context(opened(options.trace)) if options.trace is not None else None
        for moment in simulation.moments(options.max_passes, options.max_steps):
            if isinstance(moment, Outcome):
                if checkpoint and simulation.between_passes:
                    checkpoint.keep(simulation)
                if watched:
                    print(file=sys.stderr)
                return moment
            if trace:
                trace.write(json.dumps(moment_json(moment)) + "\n")
            if checkpoint and simulation.between_passes and checkpoint.due:
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


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

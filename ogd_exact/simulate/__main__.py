"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import contextlib
import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, TextIO

from ogd_exact.command import FAILED, HOLDS, UNDECIDED, Parser, check_writable, complain, count, run, write
from ogd_exact.engines.at_step import Late, OutOfReach
from ogd_exact.engines.audit import audit
from ogd_exact.engines.choose import EVERY_STEP, NAMES, choose
from ogd_exact.engines.circuit import CircuitEngine
from ogd_exact.engines.engine import Engine, advance
from ogd_exact.engines.gadget import GadgetEngine
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.options import add_options, check_files
from ogd_exact.reduction.problem import Problem, problem
from ogd_exact.simulate.checkpoint import Checkpoint
from ogd_exact.simulate.report import moment_json, named, report_json, report_text
from ogd_exact.simulate.simulation import Mismatch, Outcome, Simulation

FORMATS = {"text": report_text, "json": report_json}


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.simulate", description="Run a circuit by exact online gradient descent.")
    add_options(result)
    result.add_argument("--max-passes", type=count, metavar="N", help="stop undecided after N passes (no limit)")
    result.add_argument("--max-steps", type=count, metavar="N", help="stop undecided after N steps (no limit)")
    result.add_argument(
        "--engine", choices=NAMES, default="auto", help="how to run: kernel is the reference, circuit the fastest"
    )
    result.add_argument("--audit", type=count, metavar="K", help="then run K random passes through the kernel as well")
    result.add_argument("--seed", type=count, metavar="N", help="which passes --audit takes (default: random)")
    result.add_argument("--at-step", type=count, metavar="N", help="show the exact weights after step N")
    result.add_argument("--no-simulate", action="store_true", help="prove the program right, and stop there")
    result.add_argument("--trace", metavar="FILE", help="write every step, as a line of JSON each; it grows")
    result.add_argument("--checkpoint", metavar="FILE", help="keep the run there after passes, and go on from there")
    result.add_argument("--format", choices=tuple(FORMATS), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check(options)
    asked = problem(options)
    if options.no_simulate:
        write(FORMATS[options.format](asked, None, {}), options.output)
        return HOLDS
    engine = choose(options.engine, asked, options.trace is not None)
    shown: dict[str, Any] = {"engine": engine.name}
    try:
        if options.at_step is not None:
            return show_weights(asked, engine, options)
        outcome = conclude(asked, engine, options, shown)
        if options.audit is not None:
            shown["seed"] = options.seed or SystemRandom().randrange(1, 1 << 32)
            shown["audited"] = audit(asked, engine, outcome, options.audit, shown["seed"])
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write(FORMATS[options.format](asked, outcome, shown), options.output)
    return UNDECIDED if outcome.verdict == "undecided" else HOLDS


def show_weights(asked: Problem, engine: Engine, options: Namespace) -> int:
    try:
        weights, outcome = Late(asked, engine).after(options.at_step)
    except OutOfReach as reason:
        return complain(str(reason), UNDECIDED)
    if outcome.verdict != "accepted":  # that it will never be is not what was asked, and not every engine looks for it
        outcome = Outcome("undecided", None, options.at_step // asked.examples, options.at_step)
    shown = {"engine": engine.name, "at_step": options.at_step, "weights": named(asked, weights)}
    write(FORMATS[options.format](asked, outcome, shown), options.output)
    return HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, or would be ignored, before any work."""
    files = {"--output": options.output, "--trace": options.trace, "--checkpoint": options.checkpoint}
    check_files(("circuit", options.circuit), *files.items())
    for path in files.values():
        check_writable(path)
    limits = ("trace", "checkpoint", "max_passes", "max_steps", "audit")
    for name in (*limits, "at_step") if options.no_simulate else ():
        if getattr(options, name) is not None:
            raise InputError(f"--no-simulate runs nothing, so that --{name.replace('_', '-')} has no use; drop one")
    for name in limits if options.at_step is not None else ():
        if getattr(options, name) is not None:
            raise InputError(f"--at-step runs to that step and no further; drop it, or --{name.replace('_', '-')}")
    if options.seed is not None and options.audit is None:
        raise InputError("--seed chooses the passes of --audit; give --audit K too")
    if options.trace is not None and options.engine not in ("auto", *EVERY_STEP):
        raise InputError(f"--engine {options.engine} shows no steps to --trace; drop one of them")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)


def conclude(asked: Problem, engine: Engine, options: Namespace, shown: dict[str, Any]) -> Outcome:
    """Drains the run: traces, keeps checkpoints, shows progress on a terminal; notes which engines ran."""
    checkpoint = Checkpoint(options.checkpoint, asked) if options.checkpoint is not None else None
    simulation = checkpoint.load() if checkpoint else Simulation(asked)
    watched = sys.stderr is not None and sys.stderr.isatty()
    started, first = time.monotonic(), simulation.steps
    with contextlib.ExitStack() as stack:
        trace = stack.enter_context(opened(options.trace)) if options.trace is not None else None
        # A trace follows every step; without one, the engine goes as far as it can.
        steps = engine.stepwise(simulation) if trace and isinstance(engine, GadgetEngine) else None
        for moving in with_another(engine, asked) if trace is None else ():
            before = simulation.frame
            for _ in advance(simulation, moving, options.max_passes, options.max_steps):
                if checkpoint and checkpoint.due:
                    checkpoint.keep(simulation)
                if watched:
                    print_progress(simulation.frame, simulation.steps, first, started)
            if moving is not engine and simulation.frame > before:
                complain(f"the {engine.name} engine cannot go on at pass {before + 1}; the circuit engine does", HOLDS)
                shown["engine"] = f"{engine.name} and circuit"
        for moment in simulation.moments(options.max_passes, options.max_steps, steps):
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
                print_progress(moment.frame + 1, moment.number, first, started)
    raise AssertionError("a run ends with an outcome")


def with_another(engine: Engine, asked: Problem) -> Iterator[Engine]:
    """The engine, and the circuit engine for what it cannot do, such as weights too large for machine integers."""
    yield engine
    if engine.name in ("native", "gadget"):
        yield CircuitEngine(asked)


def print_progress(number: int, steps: int, first: int, started: float) -> None:
    rate = (steps - first) / (time.monotonic() - started)
    print(f"\rpass {number}, step {steps}, {rate:.0f}/s ", end="", file=sys.stderr)


def opened(path: str) -> TextIO:
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

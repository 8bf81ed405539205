"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_report
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import check_files, check_writable
from ogd_exact.reduction.reduction import Reduction, reduced
from ogd_exact.run.at_step import Late, OutOfReach
from ogd_exact.run.conclude import Orders, chosen_engine, conclude, confirmed
from ogd_exact.run.engine import Engine
from ogd_exact.run.engines.choose import EVERY_STEP
from ogd_exact.run.report import moment_json, named, report_json, report_text
from ogd_exact.run.simulation import Mismatch, Moment, Outcome

FORMATS = {"text": report_text, "json": report_json}


def main(options: Namespace) -> int:
    check(options)
    reduction = reduced(request(options))
    if options.no_simulate:
        write_report(FORMATS[options.format](reduction, None, {}), options)
        return HOLDS
    try:
        with opened(options.trace) as trace, Progress("step") as progress:
            orders = Orders(
                options.max_passes,
                options.max_steps,
                options.engine,
                options.confirm,
                options.audit,
                options.seed,
                options.checkpoint,
                lines_in(trace) if trace else None,
                progress,
                note,
            )
            if options.at_step is not None:
                return show_weights(reduction, chosen_engine(reduction, orders), options)
            found = conclude(reduction, orders)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(FORMATS[options.format](reduction, found.outcome, found.how()), options)
    return UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def show_weights(reduction: Reduction, engine: Engine, options: Namespace) -> int:
    try:
        late = Late(reduction, engine)
        weights, outcome = late.after(options.at_step)
    except OutOfReach as reason:
        return complain(str(reason), UNDECIDED)
    if outcome.verdict != "accepted":  # that it will never be is not what was asked, and not every engine looks for it
        outcome = Outcome("undecided", None, options.at_step // reduction.examples, options.at_step)
    shown = {"engine": engine.name, **confirmed(late.evidence)}
    shown |= {"at_step": options.at_step, "weights": named(reduction, weights)}
    write_report(FORMATS[options.format](reduction, outcome, shown), options)
    return HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, or would be ignored, before any work."""
    files = {"--output": options.output, "--trace": options.trace, "--checkpoint": options.checkpoint}
    check_files(("circuit", options.circuit), *files.items())
    for path in files.values():
        check_writable(path)
    limits = ("trace", "checkpoint", "max_passes", "max_steps", "audit", "confirm")
    for name in (*limits, "at_step") if options.no_simulate else ():
        if getattr(options, name) not in (None, False):
            raise InputError(f"--no-simulate runs nothing, so that --{name.replace('_', '-')} has no use; drop one")
    for name in limits if options.at_step is not None else ():
        if getattr(options, name) not in (None, False):
            raise InputError(f"--at-step runs to that step and no further; drop it, or --{name.replace('_', '-')}")
    if options.seed is not None and options.audit is None:
        raise InputError("--seed chooses the passes of --audit; give --audit K too")
    if options.trace is not None and options.engine not in ("auto", *EVERY_STEP):
        raise InputError(f"--engine {options.engine} shows no steps to --trace; drop one of them")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)


def note(message: str) -> None:
    """A line that ends nothing."""
    complain(message, HOLDS)


def lines_in(trace: TextIO) -> Callable[[Moment], None]:
    def write_line(moment: Moment) -> None:
        trace.write(json.dumps(moment_json(moment)) + "\n")

    return write_line


def opened(path: str | None) -> AbstractContextManager[TextIO | None]:
    """The file of the trace, if there is to be one."""
    try:
        return nullcontext() if path is None else Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None

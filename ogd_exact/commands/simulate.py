"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from ogd_exact.api.reduce import run_of
from ogd_exact.api.run import Run
from ogd_exact.api.simulate import Verdict, simulate
from ogd_exact.commands.circuit_options import given_set, note_if_uncalled, requests
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import (
    FAILED,
    HOLDS,
    UNDECIDED,
    WRONG_INPUT,
    complain,
    note,
    write,
    write_answer,
    write_report,
)
from ogd_exact.commands.trace import Trace
from ogd_exact.commands.uses import any_order, order_of, own_set
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.extras import install
from ogd_exact.text.files import check_files
from ogd_exact.training.constructions.asked import asked_of
from ogd_exact.training.runs.alone import replay_search_result
from ogd_exact.training.runs.at_step import OutOfReach, RunPastYes
from ogd_exact.training.runs.conclude import SECONDS, RunOptions, chosen_engine, confirmed
from ogd_exact.training.runs.report import named, report_json, report_text
from ogd_exact.training.runs.simulation import Outcome

MANY_LATCHES = 20  # from which on a run through all states is better not done in Python alone
ASKED = ("max_passes", "max_steps", "engine", "confirm", "audit", "checkpoint")  # as options say it
FASTER = ("auto", "native", "circuit")  # with numba


def main(options: Namespace) -> int:
    check(options)
    if own_set(options):
        return simulate_set(options)
    asked = requests(options)
    if len(asked) > 1:
        asked_of(asked[-1])  # which is refused if it is too long, before any work
    for request in asked:
        run = run_of(request, options.from_zero)
        if request is asked[0]:
            note_if_uncalled(run, options.tables)
        if options.no_simulate:
            write_answer(run, options)
            return HOLDS
        if isinstance(run, Run):
            if len(run.latches) >= MANY_LATCHES and options.engine in FASTER and find_spec("numba") is None:
                note(f"without numba, which is missing, many passes take long; {install('fast')}")
            if options.at_step is not None:
                return show_weights(run, options)
        with Trace(options.trace) as trace, Progress("step" if isinstance(run, Run) else "epoch") as progress:
            how = {name: getattr(options, name) for name in ASKED}
            how |= {"order": order_of(options) if any_order(options) else None, "seed": options.seed or 0}
            how |= {"limit": options.limit or SECONDS, "trace": None if options.trace is None else trace}
            found = simulate(run, **how, progress=progress, tell=note)
        if found.verdict != "never":
            break
    write_answer(found, options)
    if options.certificate is not None and isinstance(found, Verdict):
        if (certificate := found.certificate()) is None:
            note("without an invariant there is no certificate to write")
        else:
            write(certificate.removesuffix("\n"), options.certificate)
    if trace.failed:
        return WRONG_INPUT
    return UNDECIDED if found.verdict == "undecided" else HOLDS


def simulate_set(options: Namespace) -> int:
    """Runs a training set that someone gives."""
    given = given_set(options)
    how = {name: getattr(options, name) for name in ("max_passes", "max_steps", "engine", "confirm", "order")}
    with Trace(options.trace) as trace, Progress("step") as progress:
        how |= {"limit": options.limit or SECONDS, "trace": None if options.trace is None else trace}
        found = simulate(given, **how, seed=options.seed or 0, progress=progress, tell=note)
    write_answer(found, options)
    if trace.failed:
        return WRONG_INPUT
    return {"kink": FAILED, "undecided": UNDECIDED}.get(found.verdict, HOLDS)


def show_weights(run: Run, options: Namespace) -> int:
    reduction, limit = run.reduction, options.limit or SECONDS
    engine = chosen_engine(reduction, RunOptions(engine=options.engine, tell=note, limit=limit))
    try:
        with Progress("step") as progress:
            late = RunPastYes(reduction, engine, limit, progress)
            weights, outcome = late.after(options.at_step)
    except OutOfReach as reason:
        return complain(str(reason), UNDECIDED)
    if outcome.verdict != "accepted":  # that it will never be is not what was asked, and not every engine looks for it
        outcome = Outcome("undecided", None, options.at_step // reduction.examples, options.at_step)
    shown = {"engine": late.engine.name, **confirmed(late.evidence)}
    shown |= {"at_step": options.at_step, "weights": named(reduction, weights)}
    if found := replay_search_result(reduction, outcome):
        shown["found"] = found.data()
    report = report_json if options.format == "json" else report_text
    write_report(report(reduction, outcome, shown), options)
    return HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, before any work."""
    written = {name: getattr(options, name) for name in ("output", "trace", "checkpoint", "certificate")}
    check_files(("circuit", options.circuit), ("--stimulus", options.stimulus), **written)
    if options.engine == "events" and not any_order(options):
        raise InputError("--engine events is for examples in any order; give --tables any-order too, or drop it")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)

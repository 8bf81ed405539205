"""python -m ogd_exact.simulate: runs OGD exactly on the training set of a circuit, until the question is answered."""

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from ogd_exact.commands.any_order import simulate_command
from ogd_exact.commands.circuit_options import note_if_uncalled, requests
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, WRONG_INPUT, complain, write, write_report
from ogd_exact.commands.trace import Trace
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.extras import install
from ogd_exact.output.files import check_files
from ogd_exact.reduction.closing import asked_of
from ogd_exact.reduction.reduction import reduced
from ogd_exact.run.alone import found_alone
from ogd_exact.run.at_step import Late, OutOfReach
from ogd_exact.run.certificate import certificate_text
from ogd_exact.run.conclude import SECONDS, Conclusion, Orders, chosen_engine, conclude, confirmed
from ogd_exact.run.report import named, report_json, report_text
from ogd_exact.run.simulation import Mismatch, Outcome
from ogd_exact.tables.folder import is_slots

FORMATS = {"text": report_text, "json": report_json}
MANY_LATCHES = 20  # from which on a run through all states is better not done in Python alone
FASTER = ("auto", "native", "circuit")  # with numba


def main(options: Namespace) -> int:
    check(options)
    if is_slots(options.tables):
        return simulate_command(options)
    asked = requests(options)
    if len(asked) > 1:
        asked_of(asked[-1])  # which is refused if it is too long, before any work
    try:
        for request in asked:
            reduction = reduced(request)
            if request is asked[0]:
                note_if_uncalled(options.tables, reduction)
            if options.no_simulate:
                write_report(FORMATS[options.format](reduction, None, {}), options)
                return HOLDS
            if len(reduction.latches) >= MANY_LATCHES and options.engine in FASTER and find_spec("numba") is None:
                note(f"without numba, which is missing, many passes take long; {install('fast')}")
            with Trace(options.trace) as trace, Progress("step") as progress:
                orders = Orders(
                    options.max_passes,
                    options.max_steps,
                    options.engine,
                    options.confirm,
                    options.audit,
                    options.seed,
                    options.checkpoint,
                    None if options.trace is None else trace,
                    progress,
                    note,
                    SECONDS if options.limit is None else options.limit,
                )
                if options.at_step is not None:
                    late = Late(reduction, chosen_engine(reduction, orders), orders.limit, progress)
                    return show_weights(late, options)
                found = conclude(reduction, orders)
            if found.outcome.verdict != "never":
                break
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(FORMATS[options.format](reduction, found.outcome, found.how()), options)
    if options.certificate is not None:
        keep(found, options.certificate)
    if trace.failed:
        return WRONG_INPUT
    return UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def keep(found: Conclusion, path: str) -> None:
    """Writes the certificate, if there is one."""
    if found.certificate is None:
        note("without an invariant there is no certificate to write")
    else:
        write(certificate_text(found.certificate).removesuffix("\n"), path)


def show_weights(late: Late, options: Namespace) -> int:
    reduction = late.reduction
    try:
        weights, outcome = late.after(options.at_step)
    except OutOfReach as reason:
        return complain(str(reason), UNDECIDED)
    if outcome.verdict != "accepted":  # that it will never be is not what was asked, and not every engine looks for it
        outcome = Outcome("undecided", None, options.at_step // reduction.examples, options.at_step)
    shown = {"engine": late.engine.name, **confirmed(late.evidence)}
    shown |= {"at_step": options.at_step, "weights": named(reduction, weights)}
    if found := found_alone(reduction, outcome):
        shown["found"] = found.data()
    write_report(FORMATS[options.format](reduction, outcome, shown), options)
    return HOLDS


def check(options: Namespace) -> None:
    """Refuses what could not be done, before any work."""
    written = {name: getattr(options, name) for name in ("output", "trace", "checkpoint", "certificate")}
    check_files(("circuit", options.circuit), ("--stimulus", options.stimulus), **written)
    if options.engine == "events" and not is_slots(options.tables):
        raise InputError("--engine events is for examples in any order; give --tables any-order too, or drop it")
    if options.trace is not None and options.checkpoint is not None and Path(options.checkpoint).exists():
        problem = "the run goes on from here, and --trace would begin in its middle"
        raise InputError(f"{problem}; drop --trace, or name a new checkpoint to start anew", options.checkpoint)


def note(message: str) -> None:
    """A line that ends nothing."""
    complain(message, HOLDS)

"""python -m ogd_exact.replay: feeds the training set of a circuit to a real library, beside the exact run."""

from argparse import Namespace

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.reduce import run_of
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.noise import noise
from ogd_exact.commands.precision import precision
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_report
from ogd_exact.commands.uses import any_order, order_of
from ogd_exact.kernel.errors import InputError
from ogd_exact.learners import any_order as in_any_order
from ogd_exact.learners.compare import compare
from ogd_exact.learners.libraries import LIBRARIES, learners
from ogd_exact.learners.report import report_json, report_text
from ogd_exact.output.files import check_files
from ogd_exact.precision.exactness import never_rounds
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.simulation import Mismatch
from ogd_exact.slots.orders import order
from ogd_exact.slots.reduction import SlotReduction

FORMATS = {"text": report_text, "json": report_json}


def main(options: Namespace) -> int:
    read = ("circuit", options.circuit), ("--stimulus", options.stimulus)
    check_files(*read, output=options.output, plot=options.plot)
    if options.question != "first-coordinate":
        raise InputError(f"a library is watched by its first coordinate; drop --question {options.question}")
    if any_order(options):
        order(order_of(options), 1)  # or refused
    run = run_of(request(options), options.from_zero)
    if isinstance(run, AnyOrderRun):
        return replay_any_order(run.reduction, options)
    reduction = run.reduction
    if options.noise is not None:
        text, code = noise(reduction, options)
        write_report(text, options)
        return code
    if options.precision:
        with Progress("bits") as progress:
            text, code = precision(reduction, options.max_passes, options.format, options.plot, progress)
        write_report(text, options)
        return code
    return replay(reduction, options)


def replay(reduction: Reduction, options: Namespace) -> int:
    name = options.library or "sklearn"
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    make = learners(name, reduction, dtype)  # or refused, before anything runs
    trained = make()
    try:
        with Progress("pass") as progress:
            found = compare(reduction, make, options.max_passes, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(FORMATS[options.format](reduction, trained, dtype, found), options)
    if not found.agreed or (found.equal < found.passes and never_rounds(reduction, dtype)):
        return FAILED
    outcome = found.exact.outcome
    return UNDECIDED if outcome is not None and outcome.verdict == "undecided" else HOLDS


def replay_any_order(reduction: SlotReduction, options: Namespace) -> int:
    name, ordered = options.library or "sklearn", order_of(options)
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    library = in_any_order.presented(name, reduction, ordered, dtype)
    try:
        with Progress("epoch") as progress:
            seed, most = options.seed or 0, options.max_passes
            found = in_any_order.replayed(reduction, library, ordered, seed, most, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    form = in_any_order.report_json if options.format == "json" else in_any_order.report_text
    write_report(form(reduction, library, dtype, ordered, found), options)
    return FAILED if not found.agreed else UNDECIDED if found.outcome.verdict == "undecided" else HOLDS

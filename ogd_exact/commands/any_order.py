"""What commands do with tables of slots, whose examples may come in any order."""

from argparse import Namespace

from ogd_exact.api.any_order import slot_report
from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_pieces, write_report
from ogd_exact.commands.uses import order_of
from ogd_exact.kernel.errors import InputError
from ogd_exact.learners import any_order as learners
from ogd_exact.learners.any_order import presented, replayed
from ogd_exact.learners.libraries import LIBRARIES
from ogd_exact.run.simulation import Mismatch
from ogd_exact.slots.formats import FORMATS
from ogd_exact.slots.from_zero import ORDER as FULL_BATCH
from ogd_exact.slots.from_zero import from_zero
from ogd_exact.slots.orders import order
from ogd_exact.slots.reduction import SlotReduction, slot_reduction
from ogd_exact.slots.report import report_json, report_text
from ogd_exact.slots.run import run


def reduction_of(options: Namespace, ordered: str | None = None) -> SlotReduction:
    """What is asked for, presented in this order if one is meant."""
    if options.from_zero and ordered not in (None, FULL_BATCH):
        raise InputError(f"--from-zero is for the full batch; give --order {FULL_BATCH} too, or drop it")
    found = slot_reduction(request(options))
    return from_zero(found) if options.from_zero else found


def verify_command(options: Namespace) -> int:
    if options.format not in ("text", "json"):
        raise InputError(f"tables in any order are reported as text or json; drop --format {options.format}")
    report = slot_report(options.tables, options.model, options.gadget)
    write_report(report.to_json() if options.format == "json" else str(report), options)
    return HOLDS if report.verified else FAILED


def reduce_command(options: Namespace) -> int:
    reduction = reduction_of(options)
    write_pieces(FORMATS[options.format](reduction, options.lossy), options.output)
    return HOLDS


def simulate_command(options: Namespace) -> int:
    ordered = order_of(options)
    reduction = reduction_of(options, ordered)
    form = {"text": report_text, "json": report_json}[options.format]
    if options.no_simulate:
        write_report(form(reduction, None), options)
        return HOLDS
    try:
        with Progress("epoch") as progress:
            found = run(reduction, ordered, options.seed or 0, options.engine, options.max_passes, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(form(reduction, found), options)
    return UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def replay_command(options: Namespace) -> int:
    name, ordered = options.library or "sklearn", order_of(options)
    order(ordered, 1)  # or refused
    reduction = reduction_of(options, ordered)
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    library = presented(name, reduction, ordered, dtype)
    try:
        with Progress("epoch") as progress:
            found = replayed(reduction, library, ordered, options.seed or 0, options.max_passes, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    form = {"text": learners.report_text, "json": learners.report_json}[options.format]
    write_report(form(reduction, library, dtype, ordered, found), options)
    return FAILED if not found.agreed else UNDECIDED if found.outcome.verdict == "undecided" else HOLDS

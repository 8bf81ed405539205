"""What commands do with tables of slots, whose examples may come in any order."""

from argparse import Namespace

from ogd_exact.commands.circuit_options import request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write_pieces, write_report
from ogd_exact.kernel.errors import InputError
from ogd_exact.learners import any_order as learners
from ogd_exact.learners.any_order import presented, replayed
from ogd_exact.learners.libraries import LIBRARIES
from ogd_exact.output.suggestion import did_you_mean
from ogd_exact.run.simulation import Mismatch
from ogd_exact.slots.formats import FORMATS
from ogd_exact.slots.orders import order
from ogd_exact.slots.read import is_slots, read_slots
from ogd_exact.slots.reduction import slot_reduction
from ogd_exact.slots.report import report_json, report_text, verify_json, verify_slots, verify_text
from ogd_exact.slots.run import run
from ogd_exact.tables.folder import default_model

ORDER = "shuffle"  # unless one is asked for
NOT_FOR_SLOTS = (
    "max_steps", "confirm", "audit", "at_step", "trace", "certificate", "checkpoint", "limit", "search",
)  # fmt: skip


def check_order(options: Namespace) -> None:
    """--order is for tables of slots."""
    if options.order is not None and not is_slots(options.tables):
        raise InputError("--order is for examples in any order; give --tables any-order too, or drop it")


def refuse(options: Namespace, names: tuple[str, ...]) -> None:
    """What would be ignored."""
    for name in names:
        if getattr(options, name) not in (None, False):
            raise InputError(f"--{name.replace('_', '-')} is not for tables in any order; drop it")


def verify_command(options: Namespace) -> int:
    if options.format not in ("text", "json"):
        raise InputError(f"tables in any order are reported as text or json; drop --format {options.format}")
    refuse(options, ("certificates", "witnesses", "tex", "printed"))
    results = []
    for model in options.model or [default_model(options.tables)]:
        tables = read_slots(options.tables, model)
        for name in options.gadget:
            if name not in tables.tables:
                there = ", ".join(sorted(tables.tables)) + did_you_mean(name, tables.tables)
                raise InputError(f"there is no gadget {name[:40]!r} here; there is {there}")
        results += verify_slots(tables, options.gadget)
    write_report({"text": verify_text, "json": verify_json}[options.format](results, options.tables), options)
    return HOLDS if results and all(result.verified for result in results) else FAILED


def reduce_command(options: Namespace) -> int:
    refuse(options, ("symbolic", "search"))
    reduction = slot_reduction(request(options))
    write_pieces(FORMATS[options.format](reduction, options.lossy), options.output)
    return HOLDS


def simulate_command(options: Namespace) -> int:
    refuse(options, NOT_FOR_SLOTS)
    reduction = slot_reduction(request(options))
    form = {"text": report_text, "json": report_json}[options.format]
    if options.no_simulate:
        write_report(form(reduction, None), options)
        return HOLDS
    try:
        with Progress("epoch") as progress:
            seed = 0 if options.seed is None else options.seed
            asked = (options.order or ORDER, seed, options.engine, options.max_passes)
            found = run(reduction, *asked, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write_report(form(reduction, found), options)
    return UNDECIDED if found.outcome.verdict == "undecided" else HOLDS


def replay_command(options: Namespace) -> int:
    refuse(options, ("precision", "search"))
    reduction = slot_reduction(request(options))
    name, ordered = options.library or "sklearn", options.order or ORDER
    order(ordered, 1)  # or refused
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    library = presented(name, reduction, ordered, dtype)
    try:
        with Progress("epoch") as progress:
            seed = 0 if options.seed is None else options.seed
            found = replayed(reduction, library, ordered, seed, options.max_passes, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    form = {"text": learners.report_text, "json": learners.report_json}[options.format]
    write_report(form(reduction, library, dtype, ordered, found), options)
    return FAILED if not found.agreed else UNDECIDED if found.outcome.verdict == "undecided" else HOLDS

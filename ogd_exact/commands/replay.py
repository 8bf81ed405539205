"""python -m ogd_exact.replay: feeds the training set of a circuit to a real library, beside the exact run."""

from argparse import Namespace
from collections.abc import Sequence

from ogd_exact.commands.circuit_options import add_options, check_files, request
from ogd_exact.commands.precision import precision
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, Parser, Progress, complain, count, write
from ogd_exact.kernel.errors import InputError
from ogd_exact.learners.compare import compare
from ogd_exact.learners.libraries import LIBRARIES, learner
from ogd_exact.learners.report import report_json, report_text
from ogd_exact.output.files import check_writable
from ogd_exact.precision.exactness import never_rounds
from ogd_exact.reduction.reduction import Reduction, reduced
from ogd_exact.run.simulation import Mismatch

FORMATS = {"text": report_text, "json": report_json}
DTYPES = list(dict.fromkeys(dtype for library in LIBRARIES.values() for dtype in library.dtypes))


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.replay", description="Run a circuit by training in a real library.")
    add_options(result)
    result.add_argument("--library", choices=tuple(LIBRARIES), help="default: sklearn")
    result.add_argument("--dtype", choices=DTYPES, help="in what numbers it computes (default: its users' own)")
    result.add_argument("--precision", action="store_true", help="instead, ask how many bits of precision are enough")
    result.add_argument("--plot", metavar="FILE", help="with --precision: draw the error of a run in doubles")
    result.add_argument(
        "--max-passes", type=count, metavar="N", help="stop after N passes (no limit; with --precision, 4)"
    )
    result.add_argument("--format", choices=tuple(FORMATS), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check_files(("circuit", options.circuit), ("--output", options.output), ("--plot", options.plot))
    check_writable(options.output)
    if options.question != "first-coordinate":
        raise InputError(f"a library is watched by its first coordinate; drop --question {options.question}")
    for name in ("library", "dtype") if options.precision else ("plot",):
        if getattr(options, name) is not None:
            said = "does not go with --precision;" if options.precision else "is for --precision; add that, or"
            raise InputError(f"--{name} {said} drop --{name}")
    reduction = reduced(request(options))
    if options.precision:
        progress = Progress("bits")
        text, code = precision(reduction, options.max_passes, options.format, options.plot, progress)
        progress.clear()
        write(text, options.output)
        return code
    return replay(reduction, options)


def replay(reduction: Reduction, options: Namespace) -> int:
    name = options.library or "sklearn"
    dtype = options.dtype or LIBRARIES[name].dtypes[0]
    trained = learner(name, reduction, dtype)  # or refused, before anything runs
    progress = Progress("pass")
    try:
        found = compare(reduction, lambda: learner(name, reduction, dtype), options.max_passes, progress)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    progress.clear()
    write(FORMATS[options.format](reduction, trained, dtype, found), options.output)
    if not found.agreed or (found.equal < found.passes and never_rounds(reduction, dtype)):
        return FAILED
    outcome = found.exact.outcome
    return UNDECIDED if outcome is not None and outcome.verdict == "undecided" else HOLDS

"""python -m ogd_exact.replay: feeds the training set of a circuit to a real library, beside the exact run."""

import sys
from collections.abc import Sequence

from ogd_exact.command import FAILED, HOLDS, UNDECIDED, Parser, check_writable, complain, count, run, write
from ogd_exact.reduction.options import add_options, check_files
from ogd_exact.reduction.problem import problem
from ogd_exact.replay.compare import compare
from ogd_exact.replay.libraries import LIBRARIES, learner
from ogd_exact.replay.report import report_json, report_text
from ogd_exact.simulate.simulation import Mismatch

FORMATS = {"text": report_text, "json": report_json}
DTYPES = list(dict.fromkeys(dtype for library in LIBRARIES.values() for dtype in library.dtypes))


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.replay", description="Run a circuit by training in a real library.")
    add_options(result)
    result.add_argument("--library", choices=tuple(LIBRARIES), default="sklearn", help="default: sklearn")
    result.add_argument("--dtype", choices=DTYPES, help="in what numbers it computes (default: its users' own)")
    result.add_argument("--max-passes", type=count, metavar="N", help="stop undecided after N passes (no limit)")
    result.add_argument("--format", choices=tuple(FORMATS), default="text", help="default: text")
    result.add_argument("--output", "-o", metavar="FILE", help="write the result there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check_files(("circuit", options.circuit), ("--output", options.output))
    check_writable(options.output)
    asked = problem(options)
    dtype = options.dtype or LIBRARIES[options.library].dtypes[0]
    trained = learner(options.library, asked, dtype)  # or refused, before anything runs
    try:
        found = compare(asked, lambda: learner(options.library, asked, dtype), options.max_passes, tell)
    except Mismatch as mismatch:
        return complain(str(mismatch), FAILED)
    write(FORMATS[options.format](asked, trained, dtype, found), options.output)
    if not found.agreed:
        return FAILED
    outcome = found.exact.outcome
    return UNDECIDED if outcome is not None and outcome.verdict == "undecided" else HOLDS


def tell(passes: int) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\rpass {passes} ", end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

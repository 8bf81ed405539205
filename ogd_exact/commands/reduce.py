"""python -m ogd_exact.reduce: writes the training set that makes OGD run a circuit, after proving that it does."""

from argparse import Namespace
from collections.abc import Callable, Iterator

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.reduce import run_of
from ogd_exact.api.run import Run
from ogd_exact.commands.circuit_options import circuit_request, note_if_uncalled, request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, note, write, write_pieces
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.files import check_files
from ogd_exact.training.constructions.file_size import jsonl_size
from ogd_exact.training.constructions.formats import jsonl
from ogd_exact.training.numbers.powers import Powers
from ogd_exact.training.numbers.sums import NAME

LARGE = 50_000_000  # bytes, from which on a file may fill a disk


def main(options: Namespace) -> int:
    check_files(("circuit", options.circuit), ("--stimulus", options.stimulus), output=options.output)
    if options.format == "npz" and options.output in (None, "-"):
        raise InputError("--format npz is not text; name a file with --output")
    if options.netlist:
        return netlist(options)
    run = run_of(request(options), options.from_zero)
    note_if_uncalled(run, options.tables)
    with Progress("example") as progress:
        write_pieces(with_progress(training_file(run, options), len(run), progress), options.output)
    return HOLDS


def training_file(run: Run | AnyOrderRun | LogisticRun, options: Namespace) -> Iterator[bytes]:
    """The file, piece by piece; numbers that grow with alpha may be written by its powers."""
    if options.symbolic and isinstance(run, Run):
        if not isinstance(run.reduction.parameters.get(NAME), Powers):
            problem = f"{run.model} has none here, so drop it"
            raise InputError(f"--symbolic writes numbers by {NAME}, as in svm-reg; {problem}")
        return jsonl(run.reduction, False, True)
    exact = options.format == "jsonl"
    size = jsonl_size(run.reduction) if isinstance(run, Run) and exact and run.reduction.values.decay != 1 else 0
    if size >= LARGE:
        note(f"about {size // 10**6} MB will be written; --symbolic writes the same numbers in few bytes")
    return run.pieces(options.format, options.lossy)


def netlist(options: Namespace) -> int:
    """Proves that the netlist is the circuit; it is the same for every model."""
    from ogd_exact.training.runs.translation import translation  # late: most calls do without

    found = translation(circuit_request(options))
    write("\n".join(found.lines), options.output)
    return UNDECIDED if found.holds is None else HOLDS if found.holds else FAILED


def with_progress(pieces: Iterator[bytes], total: int, progress: Callable[[int, int], None]) -> Iterator[bytes]:
    """The pieces, while progress is told how many examples they hold: a line each, after that of the header."""
    lines = 0
    for piece in pieces:
        yield piece
        lines += piece.count(b"\n")
        progress(min(lines, total), total)

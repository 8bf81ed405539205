"""python -m ogd_exact.reduce: writes the training set that makes OGD run a circuit, after proving that it does."""

from argparse import Namespace
from collections.abc import Callable, Iterator

from ogd_exact.commands.any_order import reduce_command
from ogd_exact.commands.circuit_options import circuit_request, note_if_uncalled, request
from ogd_exact.commands.progress import Progress
from ogd_exact.commands.shell import FAILED, HOLDS, UNDECIDED, complain, write, write_pieces
from ogd_exact.kernel.errors import InputError
from ogd_exact.numbers.powers import Powers
from ogd_exact.numbers.sums import NAME
from ogd_exact.output.files import check_files
from ogd_exact.reduction.file_size import jsonl_size
from ogd_exact.reduction.formats import FORMATS, jsonl
from ogd_exact.reduction.reduction import reduced
from ogd_exact.tables.folder import is_slots

LARGE = 50_000_000  # bytes


def main(options: Namespace) -> int:
    check_files(("circuit", options.circuit), ("--stimulus", options.stimulus), output=options.output)
    if options.format == "npz" and options.output in (None, "-"):
        raise InputError("--format npz is not text; name a file with --output")
    if options.netlist:
        return netlist(options)
    if is_slots(options.tables):
        return reduce_command(options)
    reduction = reduced(request(options))
    note_if_uncalled(options.tables, reduction)
    if options.symbolic and not isinstance(reduction.parameters.get(NAME), Powers):
        problem = f"{reduction.model.name} has none here, so drop it"
        raise InputError(f"--symbolic writes numbers by {NAME}, as in svm-reg; {problem}")
    if options.format == "jsonl" and not options.symbolic and reduction.values.decay != 1:
        warn(jsonl_size(reduction))
    pieces = jsonl(reduction, False, True) if options.symbolic else FORMATS[options.format](reduction, options.lossy)
    with Progress("example") as progress:
        write_pieces(told(pieces, reduction.examples, progress), options.output)
    return HOLDS


def netlist(options: Namespace) -> int:
    """Proves that the netlist is the circuit; it is the same for every model."""
    from ogd_exact.run.translation import translation  # late: most calls do without

    found = translation(circuit_request(options))
    write("\n".join(found.lines), options.output)
    return UNDECIDED if found.holds is None else HOLDS if found.holds else FAILED


def warn(size: int) -> None:
    """Before a file is written that fills a disk."""
    if size >= LARGE:
        complain(f"about {size // 10**6} MB will be written; --symbolic writes the same numbers in few bytes", HOLDS)


def told(pieces: Iterator[bytes], total: int, progress: Callable[[int, int], None]) -> Iterator[bytes]:
    """The pieces, with word of how many examples they hold: a line each, after that of the header."""
    lines = 0
    for piece in pieces:
        yield piece
        lines += piece.count(b"\n")
        progress(min(lines, total), total)

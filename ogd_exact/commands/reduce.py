"""python -m ogd_exact.reduce: writes the training set that makes OGD run a circuit, after proving that it does."""

from collections.abc import Sequence

from ogd_exact.commands.circuit_options import add_options, check_files, request
from ogd_exact.commands.shell import HOLDS, Parser, write_pieces
from ogd_exact.kernel.errors import InputError
from ogd_exact.numbers.powers import Powers
from ogd_exact.numbers.sums import NAME
from ogd_exact.output.files import check_writable
from ogd_exact.reduction.formats import FORMATS, jsonl
from ogd_exact.reduction.reduction import reduced


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.reduce", description="Turn a circuit into a training set for OGD.")
    add_options(result)
    result.add_argument("--format", choices=tuple(FORMATS), default="jsonl", help="default: jsonl, which is exact")
    result.add_argument("--lossy", action="store_true", help="round numbers that are no doubles (svmlight, npz)")
    result.add_argument(
        "--symbolic", action="store_true", help="write x by powers of alpha (jsonl of svm-reg), which stays small"
    )
    result.add_argument("--output", "-o", metavar="FILE", help="write there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    check_files(("circuit", options.circuit), ("--output", options.output))
    check_writable(options.output)
    if options.lossy and options.format == "jsonl":
        raise InputError("--lossy is for --format svmlight and npz; jsonl is exact, so drop it")
    if options.format == "npz" and options.output in (None, "-"):
        raise InputError("--format npz is not text; name a file with --output")
    if options.symbolic and options.format != "jsonl":
        raise InputError(f"--symbolic is for --format jsonl; {options.format} holds doubles, so drop it")
    reduction = reduced(request(options))
    if options.symbolic and not isinstance(reduction.parameters.get(NAME), Powers):
        problem = f"{reduction.model.name} has none, so drop it"
        raise InputError(f"--symbolic writes numbers by {NAME}, as in svm-reg; {problem}")
    pieces = jsonl(reduction, False, True) if options.symbolic else FORMATS[options.format](reduction, options.lossy)
    write_pieces(pieces, options.output)
    return HOLDS

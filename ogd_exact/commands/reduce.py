"""python -m ogd_exact.reduce: writes the training set that makes OGD run a circuit, after proving that it does."""

import io
import json
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ogd_exact.commands.circuit_options import add_options, check_files, request
from ogd_exact.commands.shell import HOLDS, Parser, write_pieces
from ogd_exact.kernel.errors import InputError, one_line
from ogd_exact.numbers.powers import Powers, plain
from ogd_exact.numbers.sums import NAME
from ogd_exact.output.files import check_writable
from ogd_exact.reduction.reduction import Reduction, reduced
from ogd_exact.reduction.training import MOST_BLOCKS, Block


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


def header(reduction: Reduction, symbolic: bool = False) -> bytes:
    """What the examples alone do not say, as JSON in one line: of every format the first thing."""
    program, netlist = reduction.program, reduction.netlist
    return line(
        {
            "format": "ogd-exact/1",
            "model": reduction.model.name,
            "parameters": reduction.shown,
            **({"symbolic": [NAME]} if symbolic else {}),
            "inputs": netlist.inputs,
            "gates": len(netlist.gates),
            "dimension": program.dimension,
            "coordinates": program.coordinates(),
            "initial": {key: str(plain(value)) for key, value in reduction.start().items() if value != 0},
            **({"question": reduction.question} if reduction.question != "first-coordinate" else {}),
            **({"norm_bound": str(reduction.norm.bound)} if reduction.norm else {}),
            "accept": program.special(program.construction.accept) if program.construction.answers else None,
            "state": [{"coordinate": program.signal(s.input), "inverted": s.inverted} for s in netlist.state],
            "examples": reduction.examples,
        }
    )


def jsonl(reduction: Reduction, lossy: bool, symbolic: bool = False) -> Iterator[bytes]:
    """The format ogd-exact/1: a header, then a line per example; exact, so that nothing is lossy."""
    yield header(reduction, symbolic)
    for row, block in reduction.training.blocks():
        text, places = lines_of(block, symbolic)
        yield (text % tuple([row[place] for place in places])).encode()


@lru_cache(maxsize=MOST_BLOCKS)
def lines_of(block: Block, symbolic: bool) -> tuple[str, list[int]]:
    """The lines of all calls with these examples, with %d for coordinates, and the places where those stand."""
    text = ""
    for x, y in block.examples:
        numbers = ", ".join(f'"%d": "{value if symbolic else plain(value)}"' for _, value in x)
        text += f'{{"x": {{{numbers}}}, "y": "{y if symbolic else plain(y)}"}}\n'
    return text, [place for x, _ in block.examples for place, _ in x]


def line(data: Any) -> bytes:
    return json.dumps(data).encode() + b"\n"


def doubles(reduction: Reduction, lossy: bool) -> Iterator[tuple[list[tuple[int, float]], float]]:
    """The examples in doubles: pairs of index (from 0) and value, sorted, and the label."""
    for number, example in enumerate(reduction.training.examples(), 1):
        try:
            pairs = sorted((int(key), double(value, lossy)) for key, value in example.x.items())
            label = double(example.y, lossy)
        except InputError as error:
            raise InputError(f"example {number}: {error}") from None
        yield pairs, label


def double(value: Any, lossy: bool) -> float:
    """The number as a double; refused if it is not exactly one."""
    value = plain(value)
    try:
        rounded = float(value)
    except OverflowError:
        raise InputError(f"{one_line(str(value), 60)} is too large for a double; use --format jsonl") from None
    exact = hasattr(value, "numerator") and rounded.as_integer_ratio() == (int(value.numerator), int(value.denominator))
    if not lossy and not exact:
        raise InputError(f"{one_line(str(value), 60)} is not exactly a double; use --format jsonl, or --lossy to round")
    return rounded


def svmlight(reduction: Reduction, lossy: bool) -> Iterator[bytes]:
    """The header as a comment; then label and index:value, here with indices from 1."""
    yield b"# " + header(reduction)
    for pairs, label in doubles(reduction, lossy):
        words = [repr(label), *(f"{index + 1}:{value!r}" for index, value in pairs)]
        yield " ".join(words).encode() + b"\n"


def npz(reduction: Reduction, lossy: bool) -> Iterator[bytes]:
    """A compressed sparse row matrix as scipy.sparse.load_npz reads it; beside it the labels as y, and the header."""
    try:
        import numpy
    except ImportError:
        raise InputError("--format npz needs numpy; install it with: pip install 'ogd-exact[numpy]'") from None
    values, indices, starts, labels = array("d"), array("q"), array("q", [0]), array("d")
    for pairs, label in doubles(reduction, lossy):
        for index, value in pairs:
            indices.append(index)
            values.append(value)
        starts.append(len(indices))
        labels.append(label)
    buffer = io.BytesIO()
    shape = numpy.array([len(labels), reduction.program.dimension])
    matrix: dict[str, array[Any]] = {"indices": indices, "indptr": starts, "data": values, "y": labels}
    arrays: dict[str, Any] = {k: numpy.frombuffer(part, dtype=part.typecode) for k, part in matrix.items()}
    about = numpy.array(header(reduction).decode().rstrip())
    numpy.savez(buffer, format=numpy.array(b"csr"), shape=shape, header=about, **arrays)
    yield buffer.getvalue()


FORMATS = {"jsonl": jsonl, "svmlight": svmlight, "npz": npz}

"""python -m ogd_exact.reduce: writes the training set that makes OGD run a circuit, after proving that it does."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ogd_exact.command import HOLDS, Parser, run
from ogd_exact.kernel.errors import InputError
from ogd_exact.reduction.problem import Problem, add_options, problem


def parser() -> Parser:
    result = Parser(prog="python -m ogd_exact.reduce", description="Turn a circuit into a training set for OGD.")
    add_options(result)
    result.add_argument("--format", choices=("jsonl", "svmlight"), default="jsonl")
    result.add_argument("--lossy", action="store_true", help="round numbers that are no doubles (svmlight)")
    result.add_argument("--output", "-o", metavar="FILE", help="write there instead of to stdout")
    return result


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    asked = problem(options)
    lines = jsonl(asked) if options.format == "jsonl" else svmlight(asked, options.lossy)
    write_lines(lines, options.output)
    return HOLDS


def jsonl(asked: Problem) -> Iterator[str]:
    """The format ogd-exact/1: a header, then a line per example."""
    program, netlist = asked.program, asked.netlist
    state = [{"coordinate": program.signal(s.input), "inverted": s.inverted} for s in netlist.state]
    yield json.dumps(
        {
            "format": "ogd-exact/1",
            "model": asked.model.name,
            "parameters": asked.shown,
            "inputs": netlist.inputs,
            "gates": len(netlist.gates),
            "dimension": program.dimension,
            "coordinates": program.coordinates(),
            "initial": {key: str(value) for key, value in asked.start().items() if value != 0},
            "accept": program.special(program.construction.accept),
            "state": state,
            "examples": asked.examples,
        }
    )
    for example in asked.training.examples():
        yield json.dumps({"x": {key: str(value) for key, value in example.x.items()}, "y": str(example.y)})


def svmlight(asked: Problem, lossy: bool) -> Iterator[str]:
    """Label, then index:value with indices from 1; values as doubles, refused if they are not exactly so."""

    def double(value: Any) -> str:
        rounded = float(value)
        if not lossy and rounded.as_integer_ratio() != (int(value.numerator), int(value.denominator)):
            raise InputError(f"{str(value)[:60]} is not exactly a double; use --format jsonl, or --lossy to round")
        return repr(rounded)

    for example in asked.training.examples():
        pairs = sorted((int(key) + 1, value) for key, value in example.x.items())
        yield " ".join([double(example.y), *(f"{index}:{double(value)}" for index, value in pairs)])


def write_lines(lines: Iterator[str], output: str | None) -> None:
    """Streams to stdout, or to a file that appears only once it is complete."""
    if output is None or output == "-":
        for line in lines:
            print(line)
        return
    target = Path(output).resolve()
    if target.exists() and not target.is_file():
        raise InputError("is not a file that can be replaced; name another", output)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", output) from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:]))

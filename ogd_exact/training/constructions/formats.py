"""Training sets as files: jsonl, which is exact; svmlight and npz, in doubles."""

import io
import json
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.kernel.step import Example
from ogd_exact.gadgets.properties.update import has_momentum, momentum_kind
from ogd_exact.gadgets.reading.step_data import step_data
from ogd_exact.text.extras import install
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.asked import NetlistQuestion
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.training import MOST_BLOCKS, Block
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.numbers.sums import NAME


def asked_data(asked: NetlistQuestion, model: str, format: str = "ogd-exact/1") -> dict[str, Any]:
    """What every header begins with: the circuit, what is asked of it, and the model that runs it."""
    return {
        "format": format,
        "circuit": asked.circuit,
        "sha256": asked.sha256,
        "property": asked.wanted,
        "assumptions": asked.assumptions.data(),
        "model": model,
    }


def state_data(program: Program) -> list[dict[str, Any]]:
    """Where the latches of the circuit are held."""
    state = program.netlist.state
    return [{"coordinate": program.signal(s.input), "inverted": s.inverted} for s in state]


def header_data(reduction: Reduction, symbolic: bool = False) -> dict[str, Any]:
    """What the examples alone do not say, as JSON in one line: of every format the first thing."""
    program, netlist = reduction.program, reduction.netlist
    return {
        **asked_data(reduction.asked, reduction.model.name),
        "rule": reduction.model.rule.name,
        "parameters": reduction.shown,
        "step": step_data(reduction.values.step, lambda value: str(plain(value))),
        **({"momentum": momentum_kind(reduction.model)} if has_momentum(reduction.model) else {}),
        **({"symbolic": [NAME]} if symbolic else {}),
        "inputs": netlist.inputs,
        "gates": netlist.size,
        "dimension": program.dimension,
        "coordinates": program.coordinates(),
        "initial": {key: str(plain(value)) for key, value in reduction.nonzero_start().items()},
        **({"question": reduction.question} if reduction.question != "first-coordinate" else {}),
        **({"norm_bound": str(reduction.norm.bound)} if reduction.norm else {}),
        "accept": program.special(program.construction.accept) if program.construction.answers else None,
        "state": state_data(program),
        "examples": reduction.examples,
    }


def jsonl(reduction: Reduction, lossy: bool, symbolic: bool = False) -> Iterator[bytes]:
    """The format ogd-exact/1: a header, then a line per example; exact, so that nothing is lossy."""
    yield line(header_data(reduction, symbolic))
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


def doubles(
    examples: Iterable[Example], lossy: bool, instead: str = ""
) -> Iterator[tuple[list[tuple[int, float]], float]]:
    """The examples in doubles: pairs of index (from 0) and value, sorted, and the label; or what is exact instead."""
    instead = instead or argument("format", "jsonl")
    for number, example in enumerate(examples, 1):
        try:
            pairs = sorted((int(key), double(value, lossy, instead)) for key, value in example.x.items())
            label = double(example.y, lossy, instead)
        except InputError as error:
            raise InputError(f"example {number}: {error}") from None
        yield pairs, label


def double(value: Any, lossy: bool, instead: str) -> float:
    """The number as a double; refused if it is not exactly one."""
    value = plain(value)
    try:
        rounded = float(value)
    except OverflowError:
        raise InputError(f"{one_line(str(value), 60)} is too large for a double; use {instead}") from None
    exact = hasattr(value, "numerator") and rounded.as_integer_ratio() == (int(value.numerator), int(value.denominator))
    if not lossy and not exact:
        remedy = f"use {instead}, or {argument('lossy', True)} to round"
        raise InputError(f"{one_line(str(value), 60)} is not exactly a double; {remedy}")
    return rounded


def svmlight(about: Any, examples: Callable[[], Iterable[Example]], lossy: bool) -> Iterator[bytes]:
    """The header as a comment; then label and index:value, here with indices from 1."""
    if not lossy:  # all of it is tried before any of it is written
        deque(doubles(examples(), lossy), maxlen=0)
    yield b"# " + line(about)
    for pairs, label in doubles(examples(), lossy):
        words = [repr(label), *(f"{index + 1}:{value!r}" for index, value in pairs)]
        yield " ".join(words).encode() + b"\n"


class SparseRows(NamedTuple):
    """A compressed sparse row matrix in numpy's arrays, and the labels."""

    data: Any
    indices: Any
    indptr: Any
    y: Any


def rows(examples: Iterable[Example], lossy: bool, what: str = "", instead: str = "") -> SparseRows:
    try:
        import numpy
    except ImportError:
        raise InputError(f"{what or argument('format', 'npz')} needs numpy; {install('numpy')}") from None
    values, indices, starts, labels = array("d"), array("q"), array("q", [0]), array("d")
    for pairs, label in doubles(examples, lossy, instead):
        for index, value in pairs:
            indices.append(index)
            values.append(value)
        starts.append(len(indices))
        labels.append(label)
    return SparseRows(*(numpy.frombuffer(part, dtype=part.typecode) for part in (values, indices, starts, labels)))


def npz(about: Any, examples: Iterable[Example], dimension: int, lossy: bool) -> Iterator[bytes]:
    """A compressed sparse row matrix as scipy.sparse.load_npz reads it; beside it the labels as y, and the header."""
    found = rows(examples, lossy)
    numpy, buffer = import_module("numpy"), io.BytesIO()
    shape, said = numpy.array([len(found.y), dimension]), numpy.array(json.dumps(about))
    numpy.savez(buffer, format=numpy.array(b"csr"), shape=shape, header=said, **found._asdict())
    yield buffer.getvalue()


Format = Callable[[Any, bool], Iterator[bytes]]


def formats_of(
    about: Callable[[Any], Any], examples: Callable[[Any], Iterable[Example]], dimension: Callable[[Any], int]
) -> dict[str, Format]:
    """The formats of a kind of reductions, by what their headers say, their examples and how many weights."""

    def lines(reduction: Any, lossy: bool) -> Iterator[bytes]:
        yield line(about(reduction))
        for x, y in examples(reduction):
            yield line({"x": {key: str(value) for key, value in x.items()}, "y": str(y)})

    return {
        "jsonl": lines,
        "svmlight": lambda made, lossy: svmlight(about(made), partial(examples, made), lossy),
        "npz": lambda made, lossy: npz(about(made), examples(made), dimension(made), lossy),
    }


FORMATS = formats_of(header_data, lambda made: made.training.examples(), lambda made: made.program.dimension)
FORMATS |= {"jsonl": jsonl}  # which writes calls that are alike at once

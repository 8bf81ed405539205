"""Training sets for which stability is asked: the project's lines of JSON, whatever their model, and CSV."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ogd_exact.barrier.stable.losses import Smooth
from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.number import Number
from ogd_exact.kernel.numbers import rational
from ogd_exact.quadratic.lines import Line, lines_of
from ogd_exact.quadratic.numbers import RATIONAL, number

MAX_BYTES = 1 << 26
MAX_LINES = 200_000
MAX_INDEX = 10**7
DECIMAL = re.compile(r"(-?)([0-9]{1,100})(?:\.([0-9]{1,100}))?(?:[eE]([-+]?[0-9]{1,3}))?")


@dataclass(frozen=True)
class Row:
    line: int
    x: dict[int, Number]
    y: Number
    weight: Number  # of its loss


@dataclass(frozen=True)
class Rows:
    rows: list[Row]
    rate: Number | None  # as the file has it

    @property
    def coordinates(self) -> list[int]:
        return sorted({i for row in self.rows for i in row.x})


def read_rows(path: str, loss: Smooth) -> Rows:
    lines = lines_of(path, MAX_BYTES, "name a file of examples, as JSON or CSV")
    if len(lines) > MAX_LINES + 1:
        raise InputError(f"has more than {MAX_LINES} examples; use fewer", path)
    in_json = lines[0].lstrip().startswith("{")
    rate = header_rate(lines[0], path) if in_json else None
    rows = list(json_rows(lines, path) if in_json else csv_rows(lines, path))
    if not rows:
        raise InputError("has no examples", path)
    for row in rows:
        if loss.signs and row.y not in (-1, 1):
            raise InputError(f"the labels of {loss.formula} are -1 and 1, not {row.y}; rewrite them", path, row.line)
    return Rows(rows, rate)


def header_rate(text: str, path: str) -> Number | None:
    """Of the header only the format and how steps are taken matter here; other tools may have written it."""
    try:
        head = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1) from None
    if head.get("format") != "ogd-exact/1":
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1)
    said = head.get("parameters")
    parameters = said if isinstance(said, dict) else {}
    if "momentum" in head or any(parameters.get(name, "0") != "0" for name in ("lambda", "mu")):
        raise InputError("is of steps with a regularizer or momentum, and only those without are decided", path, 1)
    if head.get("rule") == "hinge-bias":
        raise InputError("has a bias that is not in its x, and only what is in x is decided; add it there", path, 1)
    eta = parameters.get("eta")
    return number(eta) if isinstance(eta, str) and RATIONAL.fullmatch(eta) else None


def json_rows(lines: list[str], path: str) -> Iterator[Row]:
    def index(key: str) -> int | None:
        return int(key) if re.fullmatch("0|[1-9][0-9]{0,7}", key) and int(key) < MAX_INDEX else None

    for place, text in enumerate(lines[1:], 2):
        line = Line(path, place, text)
        keys = line.members(line.top, "x", "y", "weight")
        x = line.indexed(line.get(keys, "x", '{"0": "1"}'), index, f"an index below {MAX_INDEX}")
        weight = line.number(keys["weight"][1]) if "weight" in keys else rational(1)
        if weight <= 0:
            raise line.error("a weight is above 0", keys["weight"][1].column)
        yield Row(place, x, line.number(line.get(keys, "y", '"1"')), weight)


def csv_rows(lines: list[str], path: str) -> Iterator[Row]:
    """The last column is the label; a first line without any number is that of the names."""
    first = lines[0].split(",")
    named = all(csv_number(cell) is None for cell in first)
    for place, text in enumerate(lines[1:] if named else lines, 2 if named else 1):
        values, column = [], 1
        for cell in text.split(","):
            value = csv_number(cell)
            if value is None:
                raise InputError(f"expected a number, found {cell.strip()[:40]!r}", path, place, column)
            values.append(value)
            column += len(cell) + 1
        if len(values) != len(first) or len(values) < 2:
            wanted = f"{len(first)} columns as in the first" if len(first) > 1 else "features and then a label"
            raise InputError(f"expected {wanted}, found {len(values)}", path, place, 1)
        yield Row(place, {i: v for i, v in enumerate(values[:-1]) if v != 0}, values[-1], rational(1))


def csv_number(cell: str) -> Any:
    """The exact value of a fraction or of a decimal such as -0.25 or 1e-3; None for anything else."""
    text = cell.strip()
    if RATIONAL.fullmatch(text) and not re.search("/0+$", text):
        return number(text)
    match = DECIMAL.fullmatch(text)
    if match is None:
        return None
    digits, exponent = match[2] + (match[3] or ""), int(match[4] or 0) - len(match[3] or "")
    size = rational(int(digits) * 10 ** max(exponent, 0), 10 ** max(-exponent, 0))
    return -size if match[1] else size

"""Losses and training sets for which stability is asked: the project's lines of JSON, of any model, and CSV."""

import json
import re
from dataclasses import dataclass

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.gadgets.reading.step_data import step_said
from ogd_exact.limits.quadratic.lines import RATIONAL, Line, lines_of, number
from ogd_exact.text.csv_table import csv_numbers

MAX_BYTES = 1 << 26
MAX_LINES = 200_000
MAX_INDEX = 10**7


@dataclass(frozen=True)
class Smooth:
    """A loss, and by how much its derivative in z = w.x can change, at most, where z changes by 1."""

    formula: str
    lipschitz: Number
    signs: bool  # whether labels are -1 and 1


LOSSES = {  # convex ones of w.x whose derivative is Lipschitz
    "squared": Smooth("(y - w.x)^2", rational(2), False),
    "squared-hinge": Smooth("max(0, 1 - y w.x)^2", rational(2), True),
    "logistic": Smooth("log(1 + exp(-y w.x))", rational(1, 4), True),
    # With any delta > 0: r^2/2 where |r| <= delta, else delta (|r| - delta/2); its derivative is r, cut off at delta.
    "huber": Smooth("Huber of y - w.x", rational(1), False),
}


@dataclass(frozen=True)
class Row:
    line: int
    x: dict[int, Number]
    y: Number
    weight: Number  # of its loss


@dataclass(frozen=True)
class Training:
    rows: list[Row]
    rate: Number | None = None  # as the file has it
    names: tuple[str, ...] | None = None  # of the columns, where the first line of a CSV file was taken for them
    in_csv: bool = False

    @property
    def coordinates(self) -> list[int]:
        return sorted({i for row in self.rows for i in row.x})


def read_training(path: str, loss: Smooth) -> Training:
    lines = lines_of(path, MAX_BYTES, "name a file of examples, as JSON or CSV")
    if len(lines) > MAX_LINES + 1:
        raise InputError(f"has more than {MAX_LINES} examples; use fewer", path)
    in_json = lines[0].lstrip().startswith("{")
    found = (json_rows if in_json else csv_rows)(lines, path)
    if not found.rows:
        raise InputError("has no examples", path)
    for row in found.rows:
        if loss.signs and row.y not in (-1, 1):
            raise InputError(f"the labels of {loss.formula} are -1 and 1, not {row.y}; rewrite them", path, row.line)
    return found


def csv_rows(lines: list[str], path: str) -> Training:
    """The last column is the label."""
    table = csv_numbers(lines, path)
    for line, row in table.rows[:1]:
        if len(row) < 2:
            raise InputError("expected features and then a label, found 1 column", path, line, 1)
    one = rational(1)
    rows = [Row(line, {i: x for i, x in enumerate(row[:-1]) if x != 0}, row[-1], one) for line, row in table.rows]
    return Training(rows, names=table.names, in_csv=True)


def header_rate(text: str, path: str) -> Number | None:
    """The rate that a header says, if any; only its format and step are read, as others may have written it."""
    try:
        head = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1) from None
    if head.get("format") != "ogd-exact/1":
        raise InputError('expected a header with "format": "ogd-exact/1"', path, 1)
    try:
        step = step_said(head)
    except ValueError as error:
        raise InputError(f"{error}; put right which of them is wrong", path, 1) from None
    if "momentum" in head or step["regularizer"] != "0" or step["momentum"] is not None:
        raise InputError("is of steps with a regularizer or momentum, and only those without are decided", path, 1)
    if step.get("along", "x") != "x" or step.get("after") is not None:
        raise InputError("is of steps along signs, or that something follows, and only others are decided", path, 1)
    if step.get("state"):
        problem = "has a weight that is not in its x, such as a bias, and only what is in x is decided"
        raise InputError(f"{problem}; add it there", path, 1)
    eta = step.get("rate")
    return number(eta) if isinstance(eta, str) and RATIONAL.fullmatch(eta) else None


def json_rows(lines: list[str], path: str) -> Training:
    rate = header_rate(lines[0], path)
    return Training([json_row(Line(path, place, text)) for place, text in enumerate(lines[1:], 2)], rate)


def json_row(line: Line) -> Row:
    def index(key: str) -> int | None:
        return int(key) if re.fullmatch("0|[1-9][0-9]{0,7}", key) and int(key) < MAX_INDEX else None

    keys = line.members(line.top, "x", "y", "weight")
    x = line.indexed(line.get(keys, "x", '{"0": "1"}'), index, f"an index below {MAX_INDEX}")
    return Row(line.line, x, line.number(keys, "y"), line.weight(keys))

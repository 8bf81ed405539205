"""Files of training examples: the project's lines of JSON, CSV whose last column is the label, and svmlight."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.text.csv_table import Cell, csv_numbers, numeral
from ogd_exact.text.json_lines import Line, lines_of
from ogd_exact.text.wording import argument

MAX_BYTES = 1 << 26
MAX_LINES = 200_000
MAX_INDEX = 10**6
MAX_ENTRIES = 5_000_000  # of all examples together
SVMLIGHT = (".svmlight", ".svm", ".libsvm")
SUFFIXES = (".csv", ".jsonl", *SVMLIGHT)  # by which a file of examples is known from one of a circuit
INDEX = re.compile("0|[1-9][0-9]{0,7}")
BASES = {"zero-based": 0, "one-based": 1}  # as scikit-learn says it, in a comment


@dataclass(frozen=True)
class Row:
    line: int
    x: dict[int, Number]
    y: Number
    weight: Number = rational(1)  # of its loss


@dataclass(frozen=True)
class ExampleFile:
    rows: list[Row]
    names: tuple[str, ...] | None = None  # of the columns, where the first line of a CSV file was taken for them
    in_csv: bool = False
    header: str | None = None  # of the project's own files
    columns: int = 0  # of CSV

    @property
    def coordinates(self) -> list[int]:
        return sorted({i for row in self.rows for i in row.x})


def is_example_file(path: str) -> bool:
    return Path(path).suffix.lower() in SUFFIXES


def read_examples(path: str, named: bool = False, first_index: int | None = None) -> ExampleFile:
    """The examples of a file; `named`: a CSV file begins with names; `first_index`: from where svmlight counts."""
    lines = lines_of(path, MAX_BYTES, "name a file of examples, as JSON, CSV or svmlight")
    if len(lines) > MAX_LINES + 1:
        raise InputError(f"has more than {MAX_LINES} examples; use fewer", path)
    if lines[0].lstrip().startswith("{"):
        rows = (json_row(Line(path, place, text)) for place, text in enumerate(lines[1:], 2))
        found = ExampleFile(bounded(rows, path), header=lines[0])
    elif Path(path).suffix.lower() in SVMLIGHT:
        found = svmlight(lines, path, first_index)
    else:
        table = csv_numbers(lines, path, named)
        found = ExampleFile(bounded(csv_rows(table.rows, path), path), table.names, True, columns=table.columns)
    if not found.rows and found.header is None:
        raise InputError("has no examples", path)
    return found


def bounded(rows: Iterable[Row], path: str) -> list[Row]:
    found, entries = list[Row](), 0
    for row in rows:
        entries += len(row.x)
        if entries > MAX_ENTRIES:
            raise InputError(f"has more than {MAX_ENTRIES} numbers; use fewer examples", path, row.line)
        found.append(row)
    return found


def csv_rows(rows: Iterable[tuple[int, list[Number]]], path: str) -> Iterator[Row]:
    for line, row in rows:
        if len(row) < 2:
            raise InputError("expected features and then a label, found 1 column", path, line, 1)
        yield Row(line, {i: x for i, x in enumerate(row[:-1]) if x != 0}, row[-1])


def json_row(line: Line) -> Row:
    keys = line.members(line.top, "x", "y", "weight")
    x = line.indexed(line.get(keys, "x", '{"0": "1"}'), index_in, f"an index below {MAX_INDEX}")
    return Row(line.line, x, line.number(keys, "y"), line.weight(keys))


def index_in(text: str) -> int | None:
    return int(text) if INDEX.fullmatch(text) and int(text) < MAX_INDEX else None


def svmlight(lines: list[str], path: str, first_index: int | None) -> ExampleFile:
    """A label and index:value pairs to a line. Where indices begin is said, by a comment or by an index 0."""
    comments = [text.lstrip("# ").strip() for text in lines if text.startswith("#")]
    header = next((text for text in comments if text.startswith("{")), None)
    said = next((base for text in comments for words, base in BASES.items() if text.endswith(words)), None)
    rows = bounded(svmlight_rows(lines, path), path)
    least = min((i for row in rows for i in row.x), default=0)
    first = 1 if header else said if said is not None else 0 if least == 0 else first_index
    if first is None:
        says = f"say {argument('first_index', 0)} or {argument('first_index', 1)}"
        raise InputError(f"no index is 0, so that they may count from 0 or from 1; {says}", path)
    if first_index not in (None, first) or least < first:
        raise InputError(f"its indices count from {least if least < first else first}, not from {first_index}", path)
    moved = [Row(row.line, {i - first: value for i, value in row.x.items()}, row.y) for row in rows]
    return ExampleFile(moved, header=header)


def svmlight_rows(lines: list[str], path: str) -> Iterator[Row]:
    for place, text in enumerate(lines, 1):
        words = [Cell(match[0], match.start() + 1) for match in re.finditer(r"\S+", text.partition("#")[0])]
        if not words:
            continue
        x: dict[int, Number] = {}
        for word in words[1:]:
            key, colon, value = word.text.partition(":")
            index = index_in(key)
            if index is None or not colon:
                expected = f"expected INDEX:VALUE with an index below {MAX_INDEX}, found {word.text[:40]!r}"
                raise InputError(expected, path, place, word.column)
            if index in x:
                raise InputError(f"a second value for {index}; keep one", path, place, word.column)
            x[index] = numeral(Cell(value, word.column + len(key) + 1), path, place)
        yield Row(place, {i: value for i, value in x.items() if value != 0}, numeral(words[0], path, place))

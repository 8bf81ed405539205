"""CSV: the cells of a line, and tables of exact numbers, which are what is written; nothing is guessed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational

# One in quotes may hold commas, "" being a quote. Nothing is tried twice, so that long lines take no longer for it.
CELL = re.compile(r'[ \t]*+(?:"(?P<quoted>(?:[^"]|"")*+)"[ \t\r]*+(?=,|\Z)|(?P<plain>(?!")[^,]*+))')
MAX_DIGITS = 100_000
DIGITS = rf"[0-9]{{1,{MAX_DIGITS}}}"
NUMBER = re.compile(
    rf"(?P<sign>[-+]?)(?:(?P<above>{DIGITS})/(?P<below>{DIGITS})"
    rf"|(?=\.?[0-9])(?P<whole>(?:{DIGITS})?)(?:\.(?P<part>(?:{DIGITS})?))?(?:[eE](?P<power>[-+]?[0-9]{{1,3}}))?)"
)
NO_NUMBERS = {"nan", "inf", "infinity", "na", "n/a", "null", "none", "true", "false"}  # which stand where numbers do


class Cell(NamedTuple):
    text: str
    column: int


def cells(line: str, path: str, number: int) -> list[Cell]:
    """The cells of a line, without the blanks around them."""
    found, start = list[Cell](), 0
    while start <= len(line):
        match = CELL.match(line, start)
        if match is None:
            column = line.index('"', start) + 1
            raise InputError(
                "a cell in quotes ends with a quote, before a comma or the line's end", path, number, column
            )
        quoted, plain = match["quoted"], match["plain"]
        place = match.start("plain") if quoted is None else match.start("quoted") - 1
        found.append(Cell(plain.rstrip() if quoted is None else quoted.replace('""', '"'), place + 1))
        start = match.end() + 1
    return found


class CsvNumbers(NamedTuple):
    names: tuple[str, ...] | None  # of the columns, if the first line has them
    rows: Iterator[tuple[int, list[Number]]]  # each with its line
    columns: int


def csv_numbers(lines: list[str], path: str, named: bool = False) -> CsvNumbers:
    """The rows of a file; its first line has names if that is said, or if none of its cells could be a number."""
    if lines == [""]:
        return CsvNumbers(None, iter(()), 0)
    first = cells(lines[0].removeprefix("\ufeff"), path, 1)
    named = named or not any(could_be_number(cell.text) for cell in first)

    def rows() -> Iterator[tuple[int, list[Number]]]:
        for place, text in enumerate(lines[named:], 1 + named):
            row = [numeral(cell, path, place) for cell in (first if place == 1 else cells(text, path, place))]
            if len(row) != len(first):
                raise InputError(f"expected {len(first)} columns as in the first, found {len(row)}", path, place, 1)
            yield place, row

    return CsvNumbers(tuple(cell.text for cell in first) if named else None, rows(), len(first))


def numeral(cell: Cell, path: str, line: int) -> Number:
    value = csv_number(cell.text)
    if value is None:
        told = "; the first line is of names only if no cell in it could be a number" if line == 1 else ""
        raise InputError(f"expected a number, found {cell.text[:40]!r}{told}", path, line, cell.column)
    return value


def could_be_number(text: str) -> bool:
    """Whether a text begins with a digit or has no letter, but for signs, or stands for a number that is missing."""
    first = next((c for c in text if c == "_" or c.isalnum()), "")
    return not (first == "_" or first.isalpha()) or text.strip("+-#() ").casefold() in NO_NUMBERS


def csv_number(text: str) -> Number | None:
    """The exact value of a fraction or of a decimal such as -0.25, .5 or +1e-3; None for anything else."""
    match = NUMBER.fullmatch(text.strip())
    if match is None or (match["below"] and not int(match["below"])):
        return None
    if match["below"]:
        size: Number = rational(int(match["above"]), int(match["below"]))
    else:
        part = match["part"] or ""
        power = int(match["power"] or 0) - len(part)
        size = rational(int(match["whole"] + part) * 10 ** max(power, 0), 10 ** max(-power, 0))
    return -size if match["sign"] == "-" else size

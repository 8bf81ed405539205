"""Reads a folder of tables for the logistic loss: for each model one folder with levels.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.expressions import evaluate, parse
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.folder import LEVELS_FILE, folder_of
from ogd_exact.gadgets.reading.form import MAX_STEPS, is_symbol
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.text.wording import argument
from ogd_exact.training.logistic.certificate import FLOATS, GADGETS, Failure, Level, Rows, failures

MAX_LEVELS = 40
NUMBERS = ("rate", "error", "read", "rest", "fan_out")


@dataclass(frozen=True)
class Certified:
    """A level, with the examples that gadgets have there."""

    level: Level
    rows: Mapping[str, Rows]

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """What is wrong with it, by the checker."""
        return tuple(failures(self.level, self.rows))


@dataclass(frozen=True)
class LogisticTables:
    model: str
    levels: tuple[Certified, ...]


def models_in(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob(f"*/{LEVELS_FILE}"))


def read_levels(tables: str | None, model: str) -> LogisticTables:
    folder = folder_of(tables, model)
    if model not in (known := models_in(folder)):
        there = f"there are some for {', '.join(known)}{did_you_mean(model, known)}"
        raise InputError(f"there are no levels for {argument('model')} {model[:40]!r}; {there}", tables)
    document = read_document(folder / model / LEVELS_FILE)
    document.known("rows", "level")
    document.require("rows", "[rows] with the examples of each gadget")
    rows = document.section("rows")
    rows.known(*GADGETS)
    for name, gadget in GADGETS.items():
        for k, row in enumerate(rows.lines(name)):
            if len(row) != gadget.reads + 1:
                raise rows.error(f"{len(row)} numbers for {gadget.reads + 1} coordinates", name, k)
        if not 1 <= len(rows.data[name]) <= MAX_STEPS:
            raise rows.error(f"a gadget has 1 to {MAX_STEPS} examples", name)
    sections = list(document.sections("level"))
    if not 1 <= len(sections) <= MAX_LEVELS:
        raise document.error(f"there are 1 to {MAX_LEVELS} entries [[level]]")
    return LogisticTables(model, tuple(read_level(section, rows) for section in sections))


def read_level(section: Section, rows: Section) -> Certified:
    section.known(*NUMBERS, "dtype", "symbols")
    dtype = section.text("dtype")
    if dtype not in FLOATS:
        raise section.error(f"a level holds in one of {', '.join(FLOATS)}", "dtype")
    for name in section.mapping("symbols"):
        if not is_symbol(name):
            raise section.error(f"{name[:50]!r} cannot be a symbol", "symbols", name)
    symbols = {name: number(section, text, {}, "symbols", name) for name, text in section.mapping("symbols").items()}
    rate, error, read, rest, fan_out = (number(section, section.text(key), {}, key) for key in NUMBERS)
    if not (fan_out.denominator == 1 and 1 <= fan_out <= 10**9):
        raise section.error("a fan-out is a whole number, at least 1", "fan_out")
    level = Level(rate, int(fan_out), error, read, rest, dtype)
    found = {
        name: tuple(
            tuple(number(rows, text, symbols, name, k, i) for i, text in enumerate(row))
            for k, row in enumerate(rows.lines(name))
        )
        for name in GADGETS
    }
    return Certified(level, found)


def number(section: Section, text: str, symbols: Mapping[str, Any], *below: str | int) -> Any:
    try:
        return evaluate(parse(text), symbols, rational)
    except ExpressionError as error:
        raise section.error(str(error), *below, offset=error.offset + 1) from None

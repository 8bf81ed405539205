"""Reads a folder of tables for the logistic loss: for each model one folder with levels.toml."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.expressions import Node, evaluate, parse
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.folder import LEVELS_FILE, folder_of
from ogd_exact.gadgets.reading.form import MAX_STEPS, is_symbol
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.text.wording import argument
from ogd_exact.training.logistic.certificate import FLOATS, GADGETS, Failure, Level, Rows, as_fed, failures
from ogd_exact.training.logistic.decay import regularizer

MAX_LEVELS = 40
NUMBERS = ("rate", "error", "read", "rest")
COUNTS = {"fan_out": None, "shortest": "1", "longest": "1000000000000"}  # and what they are where none is given
SHARES = {"keeps": "1", "noise": "0"}
OWN = ("a", "keeps")  # what entries may use besides: what a step, and a pass, leaves of a weight


@dataclass(frozen=True)
class Certified:
    """A level, with the examples that gadgets have there."""

    level: Level
    rows: Mapping[str, Rows]

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """What is wrong with it, by the checker."""
        return tuple(failures(self.level, self.rows))

    def at(self, examples: int) -> "Certified":
        """For passes of so many examples alone, which is proved faster."""
        return replace(self, level=replace(self.level, shortest=examples, longest=examples))

    def same(self, other: "Certified") -> bool:
        """Whether the examples, and steps on them, are those of another."""
        one, two = self.level, other.level
        return (one.rate, one.keeps, one.symbols) == (two.rate, two.keeps, two.symbols)

    def regularizer(self, examples: int) -> Any:
        """The one for passes of so many examples."""
        level = self.level
        return regularizer(level.rate, level.keeps, examples) if level.decays else 0 * level.rate

    def numbers(self, examples: int) -> dict[str, list[list[Any]]]:
        """The examples as they are fed, in passes of so many."""
        level = self.level
        symbols = {**level.symbols, "keeps": level.keeps, "a": 1 - level.rate * self.regularizer(examples)}
        return {
            name: [[as_fed(evaluate(x, symbols, rational, limited=False)) for x in row] for row in rows]
            for name, rows in self.rows.items()
        }


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
    nodes = {
        name: [[node(rows, x, name, k, i) for i, x in enumerate(row)] for k, row in enumerate(rows.lines(name))]
        for name in GADGETS
    }
    return LogisticTables(model, tuple(read_level(section, rows, nodes) for section in sections))


def read_level(section: Section, rows: Section, nodes: Mapping[str, Rows]) -> Certified:
    section.known(*NUMBERS, *COUNTS, *SHARES, "dtype", "symbols")
    dtype = section.text("dtype")
    if dtype not in FLOATS:
        raise section.error(f"a level holds in one of {', '.join(FLOATS)}", "dtype")
    symbols = section.mapping("symbols")
    for name in symbols:
        if not is_symbol(name) or name in OWN:
            raise section.error(f"{name[:50]!r} cannot be a symbol", "symbols", name)
    known = {
        name: number(section, node(section, text, "symbols", name), {}, "symbols", name)
        for name, text in symbols.items()
    }
    found = {
        key: number(section, node(section, section.text(key, default), key), {}, key)
        for key, default in (dict.fromkeys(NUMBERS) | SHARES | COUNTS).items()
    }
    for key in COUNTS:
        if not (found[key].denominator == 1 and 1 <= found[key] <= 10**12):
            raise section.error("this is a whole number, at least 1", key)
        found[key] = int(found[key])
    for name, lines in nodes.items():
        for k, line in enumerate(lines):
            for i, x in enumerate(line):
                number(rows, x, known | dict.fromkeys(OWN, rational(1)), name, k, i)
    return Certified(Level(**found, dtype=dtype, symbols=known), nodes)


def node(section: Section, text: str, *below: str | int) -> Node:
    try:
        return parse(text)
    except ExpressionError as error:
        raise section.error(str(error), *below, offset=error.offset + 1) from None


def number(section: Section, of: Node, symbols: Mapping[str, Any], *below: str | int) -> Any:
    try:
        return evaluate(of, symbols, rational)
    except ExpressionError as error:
        raise section.error(str(error), *below, offset=error.offset + 1) from None

"""A gadget as slots: of each slot's members the one with the smallest w.x fires, and that one alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.training.constructions.construction import Construction

Line = tuple[Number, ...]  # a number for each coordinate


@dataclass(frozen=True)
class Slot:
    """Its members, and the weights after it, one line per case."""

    members: tuple[Line, ...]
    after: tuple[Line, ...]


@dataclass(frozen=True)
class SlotTable:
    model: str
    gadget: str
    label: str
    coordinates: tuple[str, ...]
    cases: tuple[Line, ...]
    slots: tuple[Slot, ...]
    contract: Contract
    path: Path

    def before(self, slot: int) -> tuple[Line, ...]:
        """The weights that a slot finds, one line per case."""
        return self.slots[slot - 1].after if slot else self.cases


@dataclass(frozen=True)
class SlotSet:
    """A model for examples in any order: its rule, its tables, and the construction that calls them."""

    model: str
    rule: Rule
    encoding: Mapping[str, Number]  # of truth values
    tables: Mapping[str, SlotTable]
    construction: Construction
    start: Mapping[str, Number]  # of special coordinates; bits start false
    drift: Number  # by how much an epoch lowers every phase


def product(x: Line, weights: Line) -> Number:
    """w.x, but for the clock."""
    found: Number = sum(a * b for a, b in zip(x, weights, strict=True))
    return found

"""Tables and constructions for examples in any order, as numbers: in each step the member with the least w.x fires."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ogd_exact.core.checker.evaluated_table import EvaluatedTable
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.training.constructions.construction import SIGNALS, Construction

Line = tuple[Number, ...]  # a number for each coordinate


class Slot(NamedTuple):
    """The members of a step, and the weights after it, one line per case."""

    members: tuple[Line, ...]
    after: tuple[Line, ...]


@dataclass(frozen=True)
class SlotTable:
    """A table whose steps have members, evaluated."""

    table: Table
    contract: Contract
    cases: tuple[Line, ...]
    slots: tuple[Slot, ...]

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.table.coordinates

    def before(self, slot: int) -> tuple[Line, ...]:
        """The weights that a slot finds, one line per case."""
        return self.slots[slot - 1].after if slot else self.cases


@dataclass(frozen=True)
class SlotSet:
    """A construction whose examples may come in any order, and the library with its tables."""

    library: Library
    construction: Construction

    @property
    def model(self) -> str:
        return self.construction.model

    @property
    def rule(self) -> Rule:
        return self.library.models[self.model].rule

    @cached_property
    def encoding(self) -> Mapping[str, Number]:
        """The weights of truth values."""
        return {truth: exactly(text, {}) for truth, text in self.library.models[self.model].encoding.items()}

    @cached_property
    def start(self) -> Mapping[str, Number]:
        """The weights at which special coordinates start, if not at 0; bits start false."""
        given = {name: text for name, text in self.construction.start.items() if name not in SIGNALS}
        return {
            name: self.encoding[text] if text in self.encoding else exactly(text, {}) for name, text in given.items()
        }

    @cached_property
    def drift(self) -> Number:
        """What an epoch takes from every phase."""
        found: Number = exactly(self.construction.drift, {})
        return found

    @cached_property
    def tables(self) -> Mapping[str, SlotTable]:
        """The gadgets that calls can name."""
        found = [t for (model, _), t in self.library.tables.items() if model == self.construction.gadgets]
        return {table.gadget: evaluated(table, self.library) for table in found if table.in_any_order}


def evaluated(table: Table, library: Library) -> SlotTable:
    """A table whose contract says no more than a walk through the turns of a period knows to follow."""
    model = library.models[table.model]
    contract = model.contract(table)
    lacks = "a contract with before and after, of the table's coordinates, without magnitudes, never_positive and any"
    if contract is None or contract.coordinates != table.coordinates or not all(step.members for step in table.steps):
        raise InputError(f"a construction for any order needs {lacks}, and members in every step", str(table.path), 1)
    if contract.magnitudes or contract.returns or contract.entry or contract.never_positive or contract.any:
        raise InputError(f"a construction for any order needs {lacks}", str(table.path), 1)
    values = EvaluatedTable(table, model, library, model.arithmetic, model.environment(table))

    def lines(texts: tuple[tuple[str, ...], ...]) -> tuple[Line, ...]:
        return tuple(map(values.line, texts))

    slots = tuple(Slot(lines(step.members), lines(step.after)) for step in table.steps)
    return SlotTable(table, contract, lines(table.cases), slots)

"""What a walk needs of a gadget, read from its contract once: all by the places of its coordinates in a call."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.core.checker.scope import region_bounds
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.arithmetic import polynomial_at
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import positive_part
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.training.constructions.terms import Function, function


@dataclass(frozen=True)
class Called:
    table: Table
    contract: Contract
    examples: int
    names: tuple[str, ...]  # its coordinates, and those of the rule's state that it names
    values: tuple[Function | None, ...]  # the values left, where they are functions of those found
    bounds: tuple[tuple[Bound, Any], ...]  # of the region, each with the polynomial that it says is positive

    def places(self, on: tuple[int, ...], state: Mapping[str, int]) -> tuple[int, ...]:
        """Where its coordinates lie; a rule's state, which no call names, has places of its own."""
        if len(on) == len(self.names):
            return on
        given = iter(on)
        return tuple(state[name] if name in state else next(given) for name in self.names)

    def outside(self, parameters: Mapping[str, Number]) -> Bound | None:
        """A bound of the region that does not hold there, if there is one."""
        return next((bound for bound, positive in self.bounds if not polynomial_at(positive, parameters) > 0), None)


def called(library: Library, model: str, gadget: str) -> Called:
    table = library.find(model, gadget)
    assert table is not None
    contract = library.models[table.model].contract(table)
    assert contract is not None
    if has_momentum(library.models[model]):
        contract = at_rest(contract, table)
    names, numbers = contract.coordinates, library.models[model].arithmetic
    bounds = region_bounds(table, library.models[model]) if numbers.symbols else ()
    return Called(
        table,
        contract,
        library.examples(table),
        names,
        # What is not named stays: it is a copy of itself.
        tuple(function(contract.after.get(name, f"copy({name})"), names) for name in names),
        tuple((bound, positive_part(bound, numbers)) for bound in bounds),
    )


def at_rest(contract: Contract, table: Table) -> Contract:
    """The contract without velocities, which the checker insists are 0 before and after, and so between all calls."""
    names = tuple(name for name in contract.coordinates if name not in table.state)  # in the order of a call
    return replace(contract, coordinates=names, before={name: contract.before[name] for name in names})

"""What a walk needs of a gadget, read from its contract once: all by the places of its coordinates in a call."""

from dataclasses import dataclass
from typing import Any

from ogd_exact.tables.contract import CALL, Contract
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import positive_part
from ogd_exact.tables.table import Bound, Table
from ogd_exact.verify.reading import region_bounds

Function = tuple[str, tuple[int, ...]]  # such as nand, of the values at these places


@dataclass(frozen=True)
class Called:
    table: Table
    contract: Contract
    examples: int
    names: tuple[str, ...]  # without v, which is no coordinate of a call
    symbols: tuple[str | None, ...]  # of magnitudes; without one, the magnitude is 1
    values: tuple[Function | None, ...]  # the values left, where they are functions of those found
    untouched: tuple[Function | None, ...]  # when a place never moves, where that depends on values
    bounds: tuple[tuple[Bound, Any], ...]  # of the region, each with the polynomial that it says is positive


def called(library: Library, model: str, gadget: str) -> Called:
    table = library.find(model, gadget)
    assert table is not None
    contract = library.contract(table)
    assert contract is not None
    names = tuple(name for name in contract.coordinates if name != "v")
    numbers = library.models[model].arithmetic
    bounds = region_bounds(table, library.models[model]) if numbers.symbols else ()
    return Called(
        table,
        contract,
        library.examples(table),
        names,
        tuple(contract.magnitudes.get(name) for name in names),
        # What is not named stays: it is a copy of itself.
        tuple(function(contract.after.get(name, f"copy({name})"), names) for name in names),
        tuple(function(contract.untouched.get(name, ""), names) for name in names),
        tuple((bound, positive_part(bound, numbers)) for bound in bounds),
    )


def function(text: str, names: tuple[str, ...]) -> Function | None:
    match = CALL.fullmatch(text)
    arguments = [name.strip() for name in match[2].split(",")] if match else []
    if match is None or not set(arguments) <= set(names):
        return None
    return match[1], tuple(names.index(name) for name in arguments)

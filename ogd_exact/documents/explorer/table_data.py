"""Gadget tables for the page: their cells as printed, their contracts, and which row each example comes from."""

from collections.abc import Iterable, Iterator
from typing import Any

from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.provenance import rows

Address = tuple[tuple[str, int], ...]  # a gadget and its row, then inside a call the callee and its row, and so on


def addresses(table: Table, library: Library) -> Iterator[Address]:
    """Where the examples of a gadget stand, in the order in which they are fed; rows count from 0 here."""
    for path in rows(table, library):
        yield tuple((gadget, row - 1) for gadget, row in path)


def with_callees(tables: Iterable[Table], library: Library) -> dict[str, Table]:
    """The tables, and those that they call, by gadget."""
    found: dict[str, Table] = {}
    pending = list(tables)
    while pending:
        table = pending.pop()
        if table.gadget in found:
            continue
        found[table.gadget] = table
        for step in table.steps:
            callee = library.find(table.model, step.call) if step.call else None
            pending += [callee] if callee else []
    return found


def table_json(table: Table, library: Library) -> dict[str, Any]:
    contract = library.models[table.model].contract(table)
    return {
        "label": table.label,
        "coordinates": table.coordinates,
        "inputs": table.inputs,
        "constants": dict(table.constants),
        "cases": table.cases,
        "rows": [{**vars(step), "magnitudes": dict(step.magnitudes)} for step in table.steps],
        "needs": dict(contract.before) if contract else {},
        "leaves": dict(contract.after) if contract else {},
    }

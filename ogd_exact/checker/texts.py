"""The expressions that a verdict about a table rests on: all of them, in one place."""

from collections.abc import Iterator

from ogd_exact.tables.model import Model, contract_texts
from ogd_exact.tables.table import Cell, Table


def texts(table: Table, model: Model) -> Iterator[tuple[Cell, str]]:
    """Every expression with the place to name for it; what is to hold of all is checked of these."""
    yield from table.texts()
    yield Cell(None, "learning_rate"), model.learning_rate
    yield Cell(None, "regularizer"), model.regularizer
    yield Cell(None, "scale", name="x"), model.scale_x
    yield Cell(None, "scale", name="w"), model.scale_w
    contract = model.contract(table)
    if contract is not None:
        yield from ((Cell(None, "encoding", name=truth), text) for truth, text in model.encoding.items())
        yield from ((Cell(None, "contract"), text) for text, _ in contract_texts(contract, ()))


def makes_weights(cell: Cell) -> bool:
    """Whether weights are made of an expression; those that use a constant are looked at themselves."""
    own_step = cell.of_example or cell.kind in ("constants", "region", "learning_rate")
    return not own_step and (cell.kind, cell.name) != ("scale", "x")

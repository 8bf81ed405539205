"""What a verdict about a table speaks of: its expressions, its magnitudes, its region."""

from collections.abc import Iterator

from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.model import Model, contract_texts
from ogd_exact.core.tables.table import Table


def texts(table: Table, model: Model) -> Iterator[tuple[Cell, str]]:
    """Every expression that the verdict rests on, with the place to name for it."""
    yield from table.texts()
    yield from ((Cell(None, name), text) for name, text in model.rates.items())
    yield from ((Cell(None, "rule", name=name), text) for name, text in model.rule.constants)
    yield from ((Cell(None, "scale", name=name), text) for name, text in (("x", model.scale_x), ("w", model.scale_w)))
    contract = model.contract(table)
    if contract is not None:
        yield from ((Cell(None, "encoding", name=truth), text) for truth, text in model.encoding.items())
        yield from ((Cell(None, "contract"), text) for text in contract_texts(contract))


def makes_weights(cell: Cell) -> bool:
    """Whether weights are made of an expression; those that use a constant are looked at themselves."""
    own_step = cell.in_x or cell.kind in ("y", "constants", "region", "learning_rate")
    return not own_step and (cell.kind, cell.name) != ("scale", "x")


def needed_magnitudes(table: Table, model: Model) -> list[str]:
    """The magnitudes that the table, its region or its contract speaks of: a call must give them."""
    used = {name for _, text in texts(table, model) for name in names_in(text)}
    return [name for name in model.magnitudes if name in used]


def region_bounds(table: Table, model: Model) -> tuple[Bound, ...]:
    """The table's own region, or the part of the model's region that speaks of the table's symbols."""
    if table.region is not None:
        return table.region
    unused = set(model.magnitudes) - set(needed_magnitudes(table, model))
    return tuple(bound for bound in model.region if not unused & names_in(bound.text))

"""What is promised of gadgets whose tables stand in the paper: contracts and regions from files."""

from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table


def elsewhere(library: Library, model: str, gadget: str) -> Table | None:
    """The contract and region of a gadget whose table stands elsewhere."""
    found = library.contracts_only.get((model, gadget))
    return found or (elsewhere(library.fallback, model, gadget) if library.fallback else None)


def promised_contract(library: Library, model: str, gadget: str) -> Contract | None:
    """The contract of a gadget, also of one whose table stands elsewhere."""
    table = library.find(model, gadget) or elsewhere(library, model, gadget)
    return library.models[table.model].contract(table) if table else library.models[model].contracts.get(gadget)


def promised_region(library: Library, model: str, gadget: str) -> tuple[Bound, ...] | None:
    table = elsewhere(library, model, gadget)
    return table.region if table else None

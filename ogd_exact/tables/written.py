"""Whether what was read is what is written. The reader of files is not trusted: what it made is written back.

A table or a model is turned into the keys and values of a file, and these must be those of its own file: none left
out, none added, none changed but by a correction that the file itself states.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.contract import Contract
from ogd_exact.tables.data import Bound, Correction
from ogd_exact.tables.model import ENCODING, Model
from ogd_exact.tables.table import Table

TABLE = ("gadget", "label", "coordinates", "constants", "cases", "returns")
STEP = ("x", "y", "call", "on", "magnitudes", "before", "after", "note")
CONTRACT = ("gadget", "label", "coordinates", "before", "after", "untouched", "magnitudes", "returns", "entry", "final")
MODEL = ("learning_rate", "regularizer", "symbols", "per_step", "magnitudes", "derived_from")


EMPTY: tuple[Any, ...] = (None, "", (), [], {})


def check_as_written(table: Table, model: Model, printed: bool) -> None:
    """Raises InputError where a table or its model is not what its file says."""
    if model.path is not None:
        compare(model.path, model.name, model_data(model), model_defaults(read(model.path)))
    if table.path is not None and table.path.suffix == ".toml":
        file = read(table.path)
        if "contract" in file:
            file["contract"] = contract_defaults(file["contract"], table.gadget)
        for correction in () if printed else table.corrections:
            correct(file, correction)
        compare(table.path, table.model, table_data(table), file)


def misread(path: Path) -> InputError:
    return InputError("was not read as it is written, or has changed since; please report it", str(path))


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_bytes().decode())


def compare(path: Path, model: str, made: Mapping[str, Any], file: Mapping[str, Any]) -> None:
    if path.parent.name != model or plain(made) != plain(file):
        raise misread(path)


def plain(data: Any) -> Any:
    """Lists for tuples, and no keys that say nothing."""
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items() if key == "region" or value not in EMPTY}
    return [plain(item) for item in data] if isinstance(data, Sequence) and not isinstance(data, str) else data


def keys_of(source: Any, keys: Sequence[str]) -> dict[str, Any]:
    return {key: getattr(source, key) for key in keys}


def table_data(table: Table) -> dict[str, Any]:
    return keys_of(table, TABLE) | {
        **({} if table.region is None else {"region": region_data(table.region)}),  # which may be empty
        "step": [keys_of(step, STEP) for step in table.steps],
        "contract": contract_data(table.contract) if table.contract else None,
        "correction": [correction_data(correction, table) for correction in table.corrections],
    }


def region_data(region: Sequence[Bound]) -> list[dict[str, Any]]:
    return [{"bound": bound.text, "outside": bound.outside} for bound in region]


def correction_data(correction: Correction, table: Table) -> dict[str, Any]:
    cell = correction.cell
    counted = {key: number + 1 for key, number in (("step", cell.step), ("case", cell.case)) if number is not None}
    name = None if cell.coordinate is None else table.coordinates[cell.coordinate]
    return {**counted, "field": cell.field, "coordinate": name, **keys_of(correction, ("printed", "corrected", "why"))}


def correct(file: dict[str, Any], correction: Correction) -> None:
    """Puts what must stand there into the data of the file."""
    cell, place = correction.cell, file
    address: list[Any] = [] if cell.step is None or cell.kind == "cases" else ["step", cell.step]
    address += ["x", cell.entry] if cell.in_x else [cell.kind, cell.case, cell.coordinate, cell.name]
    *way, last = [part for part in address if part is not None]
    for part in way:
        place = place[part]
    place[last] = correction.corrected


def contract_data(contract: Contract) -> dict[str, Any]:
    return keys_of(contract, (*CONTRACT, "note"))


def contract_defaults(file: Mapping[str, Any], gadget: str) -> dict[str, Any]:
    return {"gadget": gadget, "coordinates": list(file.get("before", ())), **file}


def model_data(model: Model) -> dict[str, Any]:
    """What its own file says: a derived model has its rule, encoding and contracts from another."""
    data = keys_of(model, MODEL) | {"region": region_data(model.region)}
    data["scale"] = {"x": model.scale_x, "w": model.scale_w}
    if model.derived_from:
        return data
    contracts = [contract_data(contract) for contract in model.contracts.values()]
    return data | {"rule": model.rule_name, "encoding": model.encoding, "contract": contracts}


def model_defaults(file: Mapping[str, Any]) -> dict[str, Any]:
    data = {"learning_rate": "1", "regularizer": "0", "region": [], **file}
    data["scale"] = {"x": "1", "w": "1"} | file.get("scale", {})
    if "derived_from" not in file:
        data["encoding"] = ENCODING | file.get("encoding", {})
        data["contract"] = [contract_defaults(entry, "") for entry in file.get("contract", ())]
    return data

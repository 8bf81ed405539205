"""Whether what was read is what is written. The reader of files is not trusted: what it made is written back.

A table or a model is turned into the keys and values of a file, and these must be those of its own file: none left
out, none added, none changed but by a correction that the file itself states. No file of a folder may be left out.
"""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.contract import Contract
from ogd_exact.tables.data import Bound, Correction
from ogd_exact.tables.derived import derived_model, derived_table
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import ENCODING, Model
from ogd_exact.tables.table import Table

DEPTHS = ("*.toml", "*/*.toml", "*/*/*.toml")  # where the files of a folder lie
MODEL_FILE = "model.toml"
CONSTRUCTION_FILE = "construction.toml"
TABLE = ("gadget", "label", "coordinates", "constants", "cases", "returns")
STEP = ("x", "y", "call", "on", "magnitudes", "before", "after", "note")
CONTRACT = ("gadget", "label", "coordinates", "before", "after", "untouched", "magnitudes", "returns", "entry", "final")
MODEL = ("learning_rate", "regularizer", "symbols", "per_step", "magnitudes", "derived_from")


EMPTY: tuple[Any, ...] = (None, "", (), [], {})


def check_folder(library: Library, folder: Path, printed: bool, models: Collection[str] = ()) -> None:
    """Raises InputError unless a library holds what the files of a folder say: all, or those of some models."""
    needed = {*models, *(library.models[name].derived_from for name in models if name in library.models)}
    found = {path for depth in DEPTHS for path in folder.glob(depth)}
    if not {*models} <= {path.parent.name for path in found if path.name == MODEL_FILE}:
        needed = set()  # nothing is chosen of a folder that has not all of them
    files = {path for path in found if not needed or path.parent.name in needed}
    tables = {table.path: table for table in (*library.tables.values(), *library.promised.values()) if table.path}
    own = {path.parent.name: path for path in files if path.name == MODEL_FILE}
    for path in sorted(files - {path for path in files if path.name == CONSTRUCTION_FILE}):
        model, table = library.models.get(path.parent.name), tables.get(path)
        if model is None or model.path != own.get(model.name, model.path) or library.printed != printed:
            raise misread(path)
        if path == model.path:
            compare(path, model_data(model), model_defaults(read(path)))
        elif table is None or table.model != model.name:
            raise misread(path)
        else:
            check_table(path, table, printed)
    for table in library.tables.values():
        if table.path not in files:
            check_derived(table, library)


def check_table(path: Path, table: Table, printed: bool) -> None:
    file = read(path)
    if not table.steps:  # a contract for a table that stands elsewhere
        file = {"label": f"tab:{table.gadget}", "coordinates": table.coordinates, **file}
    if "contract" in file:
        file["contract"] = contract_defaults(file["contract"], table.gadget)
    for correction in () if printed else table.corrections:
        correct(path, file, correction)
    compare(path, table_data(table), file)


def check_derived(table: Table, library: Library) -> None:
    """A table without a file is made of one that has one, as its model says."""
    model = library.models[table.model]
    source, base = library.find(model.derived_from, table.gadget), library.models.get(model.derived_from)
    if source is None or base is None or derived_table(source, model) != table or derived_model(model, base) != model:
        raise misread(Path(table.model) / table.gadget)


def misread(path: Path) -> InputError:
    return InputError("was not read as it is written, or has changed since; please report it", str(path))


def read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode())
    except (OSError, ValueError):
        raise misread(path) from None


def compare(path: Path, made: Mapping[str, Any], file: Mapping[str, Any]) -> None:
    if plain(made) != plain(file):
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


def correct(path: Path, file: dict[str, Any], correction: Correction) -> None:
    """Puts what must stand there into the data of the file, in place of what is printed."""
    cell, place = correction.cell, file
    address: list[Any] = [] if cell.step is None or cell.kind == "cases" else ["step", cell.step]
    address += ["x", cell.entry] if cell.in_x else [cell.kind, cell.case, cell.coordinate, cell.name]
    *way, last = [part for part in address if part is not None]
    for part in way:
        place = place[part]
    if place[last] != correction.printed:
        raise misread(path)
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

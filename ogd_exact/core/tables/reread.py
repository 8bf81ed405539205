"""Whether what was read is what is written. The reader of files is not trusted: what it made is made here once more.

A file becomes a table or a model key by key, with no complaint but that it cannot be done, and the reader must have
made the same of it. No file of a folder may be left out.
"""

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Correction, Step
from ogd_exact.core.tables.derived import derived_model, derived_table
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.rules import RULES, rule_in
from ogd_exact.core.tables.table import Table

DEPTHS = ("*.toml", "*/*.toml", "*/*/*.toml")  # where the files of a folder lie
MODEL_FILE = "model.toml"
CONSTRUCTION_FILE = "construction.toml"


def check_folder(library: Library, folder: Path, printed: bool, models: Collection[str] = ()) -> None:
    """Raises InputError unless a library holds what the files of a folder say: all, or those of some models."""
    needed = {*models, *(library.models[name].derived_from for name in models)}
    found = {path for depth in DEPTHS for path in folder.glob(depth) if path.name != CONSTRUCTION_FILE}
    if not {*models} <= {path.parent.name for path in found if path.name == MODEL_FILE}:
        needed = set()  # nothing is chosen of a folder that has not all of them
    files = {path for path in found if not needed or path.parent.name in needed}
    alone = [table for table in library.contracts_only.values() if not table.steps]
    read: dict[Path | None, Any] = {table.path: table for table in (*alone, *library.tables.values())}
    read |= {path: library.models.get(path.parent.name) for path in files if path.name == MODEL_FILE}
    for path in sorted(files):
        if library.printed != printed or not is_as_written(path, read.get(path), library):
            raise misread(path)
    for (name, gadget), table in library.tables.items():
        model = library.models[name]
        source = library.find(model.derived_from, gadget)
        from_file = table.path in files and read[table.path] is table
        known = from_file or (source is not None and table == derived_table(source, model))
        if not known or (name, gadget) != (table.model, table.gadget):
            raise misread(Path(name) / gadget)


def misread(path: Path) -> InputError:
    return InputError("was not read as it is written, or has changed since; please report it", str(path))


def is_as_written(path: Path, read: Any, library: Library) -> bool:
    try:
        file = tomllib.loads(path.read_bytes().decode())
        if path.name == MODEL_FILE:
            return bool(read == model_in(path, file, library))
        return bool(read == table_in(path, file, library.models[path.parent.name], read, library.printed))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def table_in(path: Path, file: dict[str, Any], model: Model, read: Table, printed: bool) -> Table:
    """What a file says, corrections included; which cells these are of is taken from what was read, and compared."""
    if [statement(correction, read.coordinates) for correction in read.corrections] != file.pop("correction", []):
        raise ValueError("the file states other corrections")
    for correction in () if printed else read.corrections:
        correct(file, correction)
    said = data_in(file)
    steps = tuple(Step(**step) for step in said.pop("step", ()))
    if "contract" in said:
        said["contract"] = contract_in({"gadget": said["gadget"], **said["contract"]})
    if not steps:  # a contract for a table that stands elsewhere
        said = {"coordinates": said["contract"].coordinates, "cases": (), **said}
    said.setdefault("label", f"tab:{said['gadget']}")  # of a table that is printed nowhere
    state = model.state(said["coordinates"])
    return Table(model.name, steps=steps, state=state, corrections=read.corrections, path=path, **said)


def model_in(path: Path, file: dict[str, Any], library: Library) -> Model:
    said = data_in(file)
    contracts = [contract_in(entry) for entry in said.pop("contract", ())]
    scale = {f"scale_{key}": factor for key, factor in said.pop("scale", {}).items()}
    rule, encoding = file.get("rule", ""), ENCODING | said.pop("encoding", {})
    by_gadget = {contract.gadget: contract for contract in contracts}
    if len(by_gadget) < len(contracts):
        raise ValueError("two contracts for one gadget")
    said.pop("rule", None)
    name = path.parent.name
    known = rule_in(name, rule) if isinstance(rule, dict) else RULES[rule] if rule else Rule()
    model = Model(name, known, encoding=encoding, contracts=by_gadget, path=path, **scale, **said)
    return derived_model(model, library.models[model.derived_from]) if model.derived_from else model


def contract_in(said: dict[str, Any]) -> Contract:
    return Contract(**{"label": "", "coordinates": tuple(said.get("before", ())), **said})


def data_in(file: dict[str, Any]) -> dict[str, Any]:
    """The data of a file, with tuples for lists, and bounds."""
    said: dict[str, Any] = frozen(file)
    if "region" in said:
        said["region"] = tuple(Bound(entry.pop("bound"), **entry) for entry in said["region"])
    return said


def frozen(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: frozen(value) for key, value in data.items()}
    return tuple(map(frozen, data)) if isinstance(data, list) else data


def statement(correction: Correction, coordinates: tuple[str, ...]) -> dict[str, Any]:
    """The keys and values by which a file states a correction."""
    cell = correction.cell
    said = {key: number + 1 for key, number in (("step", cell.step), ("case", cell.case)) if number is not None}
    named = {} if cell.coordinate is None else {"coordinate": coordinates[cell.coordinate]}
    texts = {"printed": correction.printed, "corrected": correction.corrected, "why": correction.why}
    return {**said, **named, "field": cell.field, **texts}


def correct(file: Any, correction: Correction) -> None:
    """Puts what must stand there into the data of a file, in place of what is printed."""
    *way, last = correction.cell.address
    for part in way:
        file = file[part]
    if file[last] != correction.printed:
        raise ValueError("something else is printed")
    file[last] = correction.corrected

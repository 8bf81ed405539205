"""Reads one table file and checks its form; whether its rows are true is for verify to say."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from ogd_exact.tables.contract import Contract
from ogd_exact.tables.document import Section, read_document
from ogd_exact.tables.expressions import ExpressionError
from ogd_exact.tables.model import (
    MAX_CASES,
    NAME,
    Model,
    check_bound,
    check_fixed,
    check_texts,
    contract_texts,
    is_symbol,
    read_contract,
    read_region,
)
from ogd_exact.tables.sentence import marked
from ogd_exact.tables.table import Cell, Correction, Line, Spot, Step, Table
from ogd_exact.tables.toml_positions import Address

KEYS = ("gadget", "label", "coordinates", "constants", "region", "cases", "step", "returns", "contract", "correction")
STEP_KEYS = ("x", "y", "call", "on", "magnitudes", "before", "after", "note")
MAX_COORDINATES = 12
MAX_STEPS = 300
MAX_CONSTANTS = 50
MAX_LABEL = 100


def read_table(path: Path, model: Model, printed: bool) -> Table:
    document = read_document(path)
    document.known(*KEYS)
    if "contract" in document.data and not {"step", "cases", "coordinates"} & set(document.data):
        return promise_alone(document, path, model)
    table = Table(
        model=model.name,
        gadget=document.text("gadget", hint='gadget = "name"'),
        label=document.text("label", hint='label = "tab:name", where the table is printed'),
        coordinates=document.texts("coordinates"),
        cases=document.lines("cases"),
        steps=tuple(read_step(section) for section in document.sections("step")),
        constants=document.mapping("constants"),
        returns=document.mapping("returns"),
        region=read_region(document) if "region" in document.data else None,
        contract=own_contract(document, model),
        path=path,
    )
    check_form(table, document, model)
    check_cells(table, document, model)
    known = document.places
    table = replace(table, places={c: Spot(*known[a]) for c, _ in table.texts() if (a := address(c)) in known})
    corrections = tuple(read_correction(section, table) for section in document.sections("correction"))
    for correction, section in zip(corrections, document.sections("correction"), strict=True):
        corrected = table.put(correction.cell, correction.corrected)
        for cell, text in corrected.texts():  # all of them: a constant may stand below a line anywhere
            check_text(text, section, ("corrected",), cell, corrected, model)
        table = table if printed else corrected
    return replace(table, corrections=corrections)


def promise_alone(document: Section, path: Path, model: Model) -> Table:
    """A contract and a region for a table that stands in a LaTeX file."""
    document.known("gadget", "label", "region", "contract")
    contract = own_contract(document, model)
    assert contract is not None
    region = read_region(document) if "region" in document.data else None
    for i, bound in enumerate(region or ()):
        check_bound(document, bound, i, model.arithmetic)
    gadget = document.text("gadget")
    if not NAME.fullmatch(gadget):
        raise document.error(f"{gadget[:50]!r} is not a name; use at most 40 letters, digits and _", "gadget")
    label = document.text("label", f"tab:{gadget}")
    return Table(model.name, gadget, label, contract.coordinates, (), (), region=region, contract=contract, path=path)


def own_contract(document: Section, model: Model) -> Contract | None:
    if "contract" not in document.data:
        return None
    gadget = document.text("gadget")
    if gadget in model.contracts:
        raise document.error(f"{model.name} has a contract for {gadget!r}; drop this one, or rename", "contract")
    section = Section(document.path, document.places, ("contract",), document.data["contract"])
    contract = read_contract(section, gadget)
    check_texts(contract_texts(contract, ()), section, model.arithmetic)
    check_fixed(contract_texts(contract, ()), section, model)
    return contract


def read_step(section: Section) -> Step:
    section.known(*STEP_KEYS)
    is_call = "call" in section.data
    if is_call == ("x" in section.data) or is_call == ("y" in section.data):
        raise section.error("a step has either x and y (an example), or call and on (another gadget)")
    for key in () if is_call else ("on", "magnitudes"):
        if key in section.data:
            raise section.error(f"{key} is for calls; this step is an example", key)
    before = section.lines("before") if "before" in section.data else None
    after, note = section.lines("after"), section.text("note", "")
    if is_call:
        magnitudes = section.mapping("magnitudes")
        call, on = section.text("call"), section.texts("on")
        if not NAME.fullmatch(call):
            raise section.error("call names a gadget; use letters, digits and _", "call")
        return Step(after, call=call, on=on, magnitudes=magnitudes, before=before, note=note)
    return Step(after, x=section.texts("x"), y=section.text("y"), before=before, note=note)


def check_form(table: Table, document: Section, model: Model) -> None:
    """Names are names, and every line has one weight for each coordinate, every step one line for each case."""
    width, cases = len(table.coordinates), len(table.cases)
    for name, key in ((table.gadget, "gadget"), *((c, "coordinates") for c in table.coordinates)):
        if not NAME.fullmatch(name):
            raise document.error(f"{name[:50]!r} is not a name; use at most 40 letters, digits and _", key)
    if len(table.label) > MAX_LABEL or not table.label.isprintable():
        raise document.error(f"a label is one line of at most {MAX_LABEL} characters", "label")
    if len(table.constants) > MAX_CONSTANTS:
        raise document.error(f"a table has at most {MAX_CONSTANTS} constants", "constants")
    if not 1 <= width <= MAX_COORDINATES or len(set(table.coordinates)) != width:
        raise document.error(f"a table has 1 to {MAX_COORDINATES} distinct coordinates", "coordinates")
    if ("v" in table.coordinates) != (model.rule_name == "dense-relu-dense"):
        raise document.error("the coordinate v is for dense-relu-dense, and needed there", "coordinates")
    if not table.inputs:
        raise document.error("no example can name v; add a coordinate besides", "coordinates")
    if not 1 <= cases <= MAX_CASES:
        raise document.error(f"a table has 1 to {MAX_CASES} cases", "cases")
    if not 1 <= len(table.steps) <= MAX_STEPS:
        raise document.error(f"a table has 1 to {MAX_STEPS} entries [[step]]; this one has {len(table.steps)}")
    blocks: list[tuple[Address, tuple[Line, ...]]] = [(("cases",), table.cases)]
    for i, step in enumerate(table.steps):
        blocks.append((("step", i, "after"), step.after))
        if step.before is not None:
            blocks.append((("step", i, "before"), step.before))
        if not step.call and len(step.x) != len(table.inputs):
            raise document.error(
                f"x has {len(step.x)} entries for the {len(table.inputs)} coordinates {', '.join(table.inputs)}",
                "step", i, "x",
            )  # fmt: skip
        for name in step.magnitudes:
            if name not in model.magnitudes:
                known = ", ".join(model.magnitudes) or "none"
                raise document.error(f"the magnitudes of {model.name} are {known}", "step", i, "magnitudes", name)
        for name in step.on:
            if name not in table.inputs:
                raise document.error(f"{name[:50]!r} is not one of {', '.join(table.inputs)}", "step", i, "on")
    for address, lines in blocks:
        if len(lines) != cases:
            raise document.error(f"{len(lines)} lines, but cases has {cases}", *address)
        for c, line in enumerate(lines):
            if len(line) != width:
                raise document.error(f"{len(line)} weights for {width} coordinates", *address, c)
    for name in table.constants:
        if not is_symbol(name) or name in model.arithmetic.symbols:
            raise document.error(f"{name[:50]!r} cannot name a constant", "constants", name)
    for name in table.returns:
        if name not in table.coordinates:
            raise document.error(f"{name[:50]!r} is not a coordinate of this table", "returns", name)


def check_cells(table: Table, document: Section, model: Model) -> None:
    for i, bound in enumerate(table.region or ()):
        check_bound(document, bound, i, model.arithmetic)
    for cell, text in table.texts():
        check_text(text, document, address(cell), cell, table, model)


def check_text(text: str, document: Section, place: Address, cell: Cell, table: Table, model: Model) -> None:
    try:
        names = None if cell.kind in ("constants", "region") else table_environment(table, model)
        model.arithmetic.read(text, names)
    except ExpressionError as error:
        raise document.error(str(error), *place, offset=error.offset + 1) from None


def table_environment(table: Table, model: Model) -> dict[str, Any]:
    """The symbols and constants that the cells of a table may use."""
    numbers = model.arithmetic
    return numbers.environment | {name: numbers.read(text) for name, text in table.constants.items()}


def address(cell: Cell) -> Address:
    """Where a cell stands in the file of its table."""
    if cell.step is None:
        return (cell.kind, cell.name) if cell.name is not None else (cell.kind,)
    here: Address = () if cell.kind == "cases" else ("step", cell.step)
    if cell.case is not None and cell.coordinate is not None:
        return (*here, cell.kind, cell.case, cell.coordinate)
    if cell.name is not None:
        return (*here, cell.kind, cell.name)
    return (*here, "x", cell.entry) if cell.in_x else (*here, cell.kind)


def read_correction(section: Section, table: Table) -> Correction:
    """A correction names its cell, what is printed there (which must be so), what must stand there, and why."""
    section.known("step", "field", "case", "coordinate", "printed", "corrected", "why")
    field = section.text("field")
    step = section.integer("step") - 1 if "step" in section.data else None
    case = section.integer("case") - 1 if "case" in section.data else None
    coordinate = None
    if "coordinate" in section.data:
        name = section.text("coordinate")
        if name not in table.coordinates:
            raise section.error(f"{name[:50]!r} is not a coordinate of this table", "coordinate")
        coordinate = table.coordinates.index(name)
    cells = [c for c, _ in table.texts() if c.kind not in ("returns", "region")]
    wanted = [c for c in cells if (c.step, c.field, c.case, c.coordinate) == (step, field, case, coordinate)]
    if not wanted:
        raise section.error("there is no such cell; give step and field, and for a weight also case and coordinate")
    cell = wanted[-1]  # where a table prints its cases twice, what the first step starts from
    printed = section.text("printed")
    if printed != table.get(cell):
        raise section.error(f"the table has {table.get(cell)!r} there, not {printed!r}", "printed")
    return Correction(cell, printed, section.text("corrected"), marked(section.text("why")))

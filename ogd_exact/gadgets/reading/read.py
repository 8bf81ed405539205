"""Reads tables, contracts and models from files; whether what they say is true is for the checker to say."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Bound, Correction, Step
from ogd_exact.core.tables.effects import TRUTHS
from ogd_exact.core.tables.model import ENCODING, Model
from ogd_exact.core.tables.table import Spot, Table
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.form import (
    MAX_BOUNDS,
    MAX_SYMBOLS,
    NAME,
    WORDS,
    check_bound,
    check_contract,
    check_fixed,
    check_model,
    check_texts,
    contract_places,
    is_symbol,
)
from ogd_exact.gadgets.reading.read_rule import read_rule
from ogd_exact.gadgets.reading.table_form import check_cells, check_table, check_text

KEYS = ("gadget", "label", "coordinates", "constants", "region", "cases", "step", "returns", "contract", "correction")
STEP_KEYS = ("x", "y", "call", "on", "magnitudes", "members", "before", "after", "note")


def read_table(path: Path, model: Model, printed: bool) -> Table:
    return table_in(read_document(path), model, printed)


def table_in(document: Section, model: Model, printed: bool) -> Table:
    path = document.path
    document.known(*KEYS)
    if "contract" in document.data and not {"step", "cases"} & set(document.data):
        return promise_alone(document, path, model)
    table = Table(
        model=model.name,
        gadget=document.text("gadget", hint='gadget = "name"'),
        label=document.text("label", f"tab:{document.data['gadget']}"),
        coordinates=document.texts("coordinates"),
        cases=document.lines("cases"),
        steps=tuple(read_step(section) for section in document.sections("step")),
        constants=document.mapping("constants"),
        returns=document.mapping("returns"),
        region=read_region(document) if "region" in document.data else None,
        contract=own_contract(document, model),
        state=model.state(document.texts("coordinates")),
        path=path,
    )
    check_table(table, document, model)
    check_cells(table, document, model)
    known = document.places
    table = replace(table, places={c: Spot(*known[a]) for c, _ in table.texts() if (a := c.address) in known})
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
    names, state = contract.coordinates, model.state(contract.coordinates)
    return Table(model.name, gadget, label, names, (), (), region=region, contract=contract, state=state, path=path)


def own_contract(document: Section, model: Model) -> Contract | None:
    if "contract" not in document.data:
        return None
    gadget = document.text("gadget")
    if gadget in model.contracts:
        raise document.error(f"{model.name} has a contract for {gadget!r}; drop this one, or rename", "contract")
    return contract_of_model(document.section("contract"), gadget, model)


def contract_of_model(section: Section, gadget: str, model: Model) -> Contract:
    """A contract that is read after its model, whose names it may use."""
    contract = read_contract(section, gadget, model.rule.state)
    check_texts(contract_places(contract), section, model.arithmetic)
    check_fixed(contract_places(contract), section, model)
    return contract


def read_step(section: Section) -> Step:
    section.known(*STEP_KEYS)
    is_call = "call" in section.data
    if "members" in section.data:
        section.known("members", "before", "after", "note")
    elif is_call == ("x" in section.data) or is_call == ("y" in section.data):
        raise section.error("a step has x and y (an example), call and on (another gadget), or members (any order)")
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
    if "members" in section.data:
        return Step(after, members=section.lines("members"), before=before, note=note)
    return Step(after, x=section.texts("x"), y=section.text("y"), before=before, note=note)


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
    return Correction(cell, printed, section.text("corrected"), section.text("why"))


def read_model(path: Path, name: str) -> Model:
    document = read_document(path)
    document.known(
        "rule", "learning_rate", "regularizer", "momentum", "nesterov", "symbols", "per_step", "magnitudes", "encoding",
        "region", "contract", "derived_from", "scale",
    )  # fmt: skip
    derived_from = document.text("derived_from", "")
    for key in ("rule", "encoding", "contract") if derived_from else ("scale",):
        if key in document.data:
            problem = "comes from the model it is derived from" if derived_from else "is for models with derived_from"
            raise document.error(f"{key} {problem}; drop it", key)
    for key in document.mapping("encoding"):
        if key not in TRUTHS:
            raise document.error(f"an encoding is of {', '.join(TRUTHS)}, not of {key!r}", "encoding", key)
    rule = Rule() if derived_from else read_rule(document, name)
    scale = document.mapping("scale")
    given = {key: document.optional_texts(key) for key in ("symbols", "per_step", "magnitudes")}
    names = given["symbols"] + given["magnitudes"]
    if not NAME.fullmatch(name.replace("-", "_")):
        raise document.error(f"the folder {name[:50]!r} cannot name a model; use letters, digits, _ and -")
    for key in ("symbols", "magnitudes"):
        for text in given[key]:
            if not is_symbol(text) or names.count(text) > 1 or len(names) > MAX_SYMBOLS:
                problem = f"symbols and magnitudes are at most {MAX_SYMBOLS} distinct names, other than"
                raise document.error(f"{problem} {', '.join(WORDS)}", key)
    model = Model(
        name=name,
        rule=rule,
        learning_rate=document.text("learning_rate", "1"),
        regularizer=document.text("regularizer", "0"),
        momentum=document.text("momentum", "0"),
        nesterov=document.flag("nesterov"),
        symbols=given["symbols"],
        per_step=given["per_step"],
        magnitudes=given["magnitudes"],
        encoding=ENCODING | document.mapping("encoding"),
        region=read_region(document),
        contracts=read_contracts(document, rule),
        derived_from=derived_from,
        scale_x=scale.get("x", "1"),
        scale_w=scale.get("w", "1"),
        path=path,
    )
    check_model(model, document)
    return model


def read_region(section: Section) -> tuple[Bound, ...]:
    bounds = []
    for entry in section.sections("region"):
        entry.known("bound", "outside")
        outside = entry.mapping("outside") if "outside" in entry.data else None
        bounds.append(Bound(entry.text("bound"), outside))
    if len(bounds) > MAX_BOUNDS:
        raise section.error(f"a region has at most {MAX_BOUNDS} bounds", "region")
    return tuple(bounds)


def read_contracts(document: Section, rule: Rule) -> dict[str, Contract]:
    contracts: dict[str, Contract] = {}
    for entry in document.sections("contract"):
        contract = read_contract(entry, entry.text("gadget"), rule.state)
        if contract.gadget in contracts:
            raise entry.error(f"a second contract for {contract.gadget!r}; keep one", "gadget")
        contracts[contract.gadget] = contract
    return contracts


def read_contract(entry: Section, gadget: str, state: Sequence[str]) -> Contract:
    entry.known(
        "gadget", "label", "before", "after", "untouched", "never_positive", "any", "magnitudes", "returns",
        "coordinates", "entry", "final", "note",
    )  # fmt: skip
    before = entry.mapping("before")
    coordinates = entry.texts("coordinates") if "coordinates" in entry.data else tuple(before)
    contract = Contract(
        gadget=gadget,
        label=entry.text("label", ""),
        coordinates=coordinates,
        before=before,
        after=entry.mapping("after"),
        untouched=entry.mapping("untouched"),
        never_positive=entry.mapping("never_positive"),
        any=entry.mapping("any"),
        magnitudes=entry.mapping("magnitudes"),
        returns=entry.optional_texts("returns"),
        entry=entry.optional_lines("entry"),
        final=entry.optional_lines("final"),
        note=entry.text("note", ""),
    )
    check_contract(entry, contract, state)
    return contract

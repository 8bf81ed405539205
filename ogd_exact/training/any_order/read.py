"""Reads a folder of slots: for each model one folder with slots.toml, the construction, and a file per gadget."""

from functools import cache
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.effects import TRUTHS
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import ENCODING
from ogd_exact.core.tables.rules import RULES
from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.files import table_files
from ogd_exact.gadgets.reading.folder import SHIPPED, SLOTS_FILE, folder_of
from ogd_exact.gadgets.reading.form import MAX_CASES, MAX_COORDINATES, MAX_STEPS, NAME, contract_places
from ogd_exact.gadgets.reading.read import read_contract
from ogd_exact.gadgets.reading.read_rule import read_rule
from ogd_exact.text.paths import is_file
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.table import Line, Slot, SlotSet, SlotTable
from ogd_exact.training.constructions.construction import (
    RANGES,
    Construction,
    Pattern,
    called_in,
    read_phases,
    special_names,
)

MAX_MEMBERS = 32


def models_in(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob(f"*/{SLOTS_FILE}"))


def every_model(tables: str) -> list[str]:
    """All that a folder holds; raises InputError if there are other tables beside them, which would go unnoticed."""
    folder = folder_of(tables)
    models = models_in(folder)
    for path in table_files(folder):
        if path.parent.name not in models:
            raise InputError("is no table of slots, as others here are; keep it in a folder apart", str(path), 1)
    return models


def read_slots(tables: str, model: str = "svm") -> SlotSet:
    folder = folder_of(tables)
    known = models_in(folder)
    if model not in known:
        there = f"there are some for {', '.join(known)}{did_you_mean(model, known)}"
        raise InputError(f"there are no slots for {argument('model')} {model[:40]!r}; {there}", tables)
    place = folder / model
    return shipped(place) if folder.is_relative_to(SHIPPED) else read_folder(place)


@cache
def shipped(place: Path) -> SlotSet:
    """Read once, as files of ours do not change."""
    return read_folder(place)


def read_folder(place: Path) -> SlotSet:
    tables: dict[str, SlotTable] = {}
    document = read_document(place / SLOTS_FILE)
    if not NAME.fullmatch(place.name.replace("-", "_")):
        raise document.error(f"the folder {place.name[:50]!r} cannot name a model; use letters, digits, _ and -")
    gadgets = document.text("gadgets", place.name)
    if not is_file(place.parent / gadgets / SLOTS_FILE) or Path(gadgets).name != gadgets:
        raise document.error(f"there is no folder {gadgets[:40]!r} of slots beside this one", "gadgets")
    for path in table_files(place.parent / gadgets):
        if path.name != SLOTS_FILE:
            table = read_slot_table(path, place.name)
            if table.gadget in tables:
                raise InputError(f"a second table with gadget {table.gadget!r}; rename one", str(path), 1)
            tables[table.gadget] = table
    return read_construction(place / SLOTS_FILE, tables)


def number(section: Section, text: str, *below: str | int) -> Any:
    try:
        return arithmetic(()).read(text)
    except ExpressionError as error:
        raise section.error(str(error), *below, offset=error.offset + 1) from None


def numbers(section: Section, key: str, width: int) -> tuple[Line, ...]:
    lines = section.lines(key)
    for k, line in enumerate(lines):
        if len(line) != width:
            raise section.error(f"{len(line)} numbers for {width} coordinates", key, k)
    return tuple(tuple(number(section, t, key, k, i) for i, t in enumerate(line)) for k, line in enumerate(lines))


def read_slot_table(path: Path, model: str) -> SlotTable:
    document = read_document(path)
    document.known("gadget", "label", "coordinates", "cases", "contract", "slot")
    gadget, coordinates = document.text("gadget", hint='gadget = "name"'), document.texts("coordinates")
    for name in (gadget, *coordinates):
        if not NAME.fullmatch(name):
            raise document.error(f"{name[:50]!r} is not a name; use at most 40 letters, digits and _")
    width = len(coordinates)
    if not 1 <= width <= MAX_COORDINATES or len(set(coordinates)) != width:
        raise document.error(f"a table has 1 to {MAX_COORDINATES} distinct coordinates", "coordinates")
    document.require("contract", "[contract] with before and after")
    section = document.section("contract")
    contract = read_contract(section, gadget, ())
    beyond = contract.magnitudes or contract.returns or contract.entry or contract.never_positive or contract.any
    if beyond or set(contract.coordinates) != set(coordinates):
        lacks = "without magnitudes, never_positive and any"
        raise section.error(f"a contract of slots has before and after, of the table's coordinates, {lacks}")
    for text, address in contract_places(contract):
        if text not in TRUTHS:
            number(section, text, *address)
    cases = numbers(document, "cases", width)
    if not 1 <= len(cases) <= MAX_CASES:
        raise document.error(f"a table has 1 to {MAX_CASES} cases", "cases")
    slots = tuple(read_slot(entry, width, len(cases)) for entry in document.sections("slot"))
    if not 1 <= len(slots) <= MAX_STEPS:
        raise document.error(f"a table has 1 to {MAX_STEPS} entries [[slot]]; this one has {len(slots)}")
    label = document.text("label", f"any-order:{gadget}")
    return SlotTable(model, gadget, label, coordinates, cases, slots, contract, path)


def read_slot(section: Section, width: int, cases: int) -> Slot:
    section.known("members", "after")
    members, after = numbers(section, "members", width), numbers(section, "after", width)
    if not 1 <= len(members) <= MAX_MEMBERS or len(set(members)) != len(members):
        raise section.error(f"a slot has 1 to {MAX_MEMBERS} distinct members", "members")
    if len(after) != cases:
        raise section.error(f"{len(after)} lines, but cases has {cases}", "after")
    return Slot(members, after)


def read_construction(path: Path, tables: dict[str, SlotTable]) -> SlotSet:
    document = read_document(path)
    document.known("rule", "gadgets", "encoding", "special", "accept", "start", "drift", "phase")
    rule = read_rule(document, path.parent.name)
    if not is_additive(rule):
        able = ", ".join(name for name, known in RULES.items() if is_additive(known))
        raise document.error(f"slots need a rule that adds rate*y*x, whatever the weights, such as {able}", "rule")
    special = special_names(document)
    accept, start, model = document.text("accept"), document.mapping("start"), path.parent.name
    for word in (accept, *start):
        if word not in special:
            raise document.error(f"{word[:40]!r} is not one of the special coordinates", "start")

    def pattern(text: str, over: str, section: Section, *below: str | int) -> Pattern:
        found = called_in(text, section, *below)
        if found.gadget not in tables:
            raise section.error(f"{model} has no gadget {found.gadget!r}", *below)
        for word in found.names:
            if word not in (*RANGES[over], *special):
                raise section.error(f"{word[:40]!r} is not one of {', '.join((*RANGES[over], *special))}", *below)
        if len(found.names) != len(tables[found.gadget].coordinates):
            raise section.error(f"{found.gadget} takes {len(tables[found.gadget].coordinates)} coordinates", *below)
        return found

    encoding = ENCODING | document.mapping("encoding")
    for key in encoding:
        if key not in TRUTHS:
            raise document.error(f"an encoding is of {', '.join(TRUTHS)}, not of {key[:40]!r}", "encoding", key)
    phases = read_phases(document, pattern)
    built = Construction(model, model, special, accept, "bit", start, {}, None, phases)
    values = {key: number(document, text, "encoding", key) for key, text in encoding.items()}
    starts = {key: number(document, text, "start", key) for key, text in start.items()}
    drift = number(document, document.text("drift", "1"), "drift")
    if not drift > 0:
        raise document.error("the drift lowers phases, so it is positive", "drift")
    return SlotSet(model, rule, values, tables, built, starts, drift)

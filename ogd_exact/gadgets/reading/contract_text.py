"""A contract in one line, such as: nand(a bit, b bit, c unset): c = nand(a, b). It is read as in a table file.

Before the colon stand the coordinates, each with its kind (and, for a bit of another size, "of" and its magnitude);
behind it, separated by semicolons or commas: c = EFFECT, c = any, c untouched if CONDITION, returns c.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.reading.document import Section, read_document
from ogd_exact.gadgets.reading.form import MAX_COORDINATES, NAME
from ogd_exact.gadgets.reading.read import contract_of_model, table_in

CONTRACT_KEYS = ("before", "after", "untouched", "magnitudes", "returns", "coordinates", "entry", "final")
MAX_TEXT = 2000
ANY = "any"
NO_COLON = re.compile(r"\s*\w+\s*\([^()]*\)\s*[^\s:].*", re.ASCII)
HEAD = re.compile(r"\s*(\w+)\s*\((.*?)\)\s*(?::(.*))?", re.ASCII)
CLAUSES = (
    re.compile(r"(?P<name>\w+)\s*=\s*(?P<after>.+)", re.ASCII),
    re.compile(r"(?P<name>\w+)\s+untouched(?:\s+if\s+(?P<untouched>.+))?", re.ASCII),
    re.compile(r"returns\s+(?P<returns>\w+)", re.ASCII),
)
REMEDY = "write it as in: nand(a bit, b bit, c unset): c = nand(a, b)"

Read = tuple[Contract, frozenset[str]]  # and the coordinates that may end as they like


def read_text(text: str, model: Model) -> Read:
    if len(text) > MAX_TEXT or not text.isprintable():
        raise InputError(f"a contract is one line of at most {MAX_TEXT} characters; {REMEDY}")
    if NO_COLON.fullmatch(text):
        raise InputError(f"a ':' is missing after ')' in {text[:60]!r}; {REMEDY}")
    match = HEAD.fullmatch(text)
    if not match or not NAME.fullmatch(match[1]):
        raise InputError(f"{text[:60]!r} is no contract; {REMEDY}")
    before, magnitudes = dict[str, str](), dict[str, str]()
    for part in split(match[2]):
        name, _, kind = part.partition(" ")
        kind, _, magnitude = kind.strip().partition(" of ")
        if not NAME.fullmatch(name) or not kind or name in before:
            raise InputError(f"{part[:60]!r} is not a coordinate of its own with its kind; {REMEDY}")
        before[name] = kind.strip()
        if magnitude:
            magnitudes[name] = magnitude.strip()
    said: dict[str, Any] = {"before": before, "magnitudes": magnitudes, "after": {}, "untouched": {}, "returns": []}
    for part in split(match[3] or ""):
        add_clause(said, part)
    return checked({"gadget": match[1], **said}, model)


def add_clause(said: dict[str, Any], part: str) -> None:
    clause = next((found for form in CLAUSES if (found := form.fullmatch(part))), None)
    if clause is None:
        forms = "c = EFFECT, c = any, c untouched if CONDITION, or returns c"
        raise InputError(f"{part[:60]!r} says nothing of a coordinate; write {forms}")
    if "returns" in clause.re.groupindex:
        said["returns"].append(clause["returns"])
        return
    key = "after" if "after" in clause.re.groupindex else "untouched"
    if clause["name"] in said[key]:
        raise InputError(f"the contract says twice what becomes of {clause['name'][:40]!r}; keep one")
    said[key][clause["name"]] = (clause[key] or "true").strip()


def split(text: str) -> list[str]:
    """The parts between commas and semicolons that stand in no parentheses."""
    return [part.strip() for part in re.split(r"[,;](?![^()]*\))", text) if part.strip()]


def read_file(path: str, model: Model) -> Read:
    """The contract of a table file, or of one that holds nothing else."""
    table = table_in(read_document(Path(path)), model, printed=False)
    contract = model.contract(table)
    if contract is None:
        raise InputError("has no contract; add [contract]", path)
    return contract, frozenset()


def named(name: str, model: Model) -> Read:
    if name not in model.contracts:
        known = ", ".join(model.contracts) or "none"
        raise InputError(f"{model.name} has no contract for {name[:40]!r}; it has {known}; or write one out")
    return model.contracts[name], frozenset()


def stated(contract: Contract) -> dict[str, Any]:
    """The keys and values that say a contract, of which `checked` makes it again."""
    said = {key: getattr(contract, key) for key in CONTRACT_KEYS if getattr(contract, key)}
    return {key: dict(v) if isinstance(v, Mapping) else [list(x) if isinstance(x, tuple) else x for x in v]
            for key, v in said.items()}  # fmt: skip


def checked(said: dict[str, Any], model: Model) -> Read:
    """The contract that keys and values say, with all that the reader of files complains of."""
    free = frozenset(name for name, effect in said["after"].items() if effect == ANY)
    data = {**said, "after": {c: effect for c, effect in said["after"].items() if c not in free}}
    data = {key: value for key, value in data.items() if value}
    for name, effect in said["after"].items():
        if effect in said["before"] and effect not in model.arithmetic.symbols:
            raise InputError(f"{name} = {effect} names a coordinate, not what is done with it; write copy({effect})")
    section = Section(Path("the contract"), {}, (), data)
    contract = contract_of_model(section, said["gadget"], model)
    check_coordinates(contract, free, model)
    for name, text in contract.magnitudes.items():
        if not model.arithmetic.read(text) > 0:
            raise InputError(f"the magnitude {text} of {name} is not positive")
    return contract, free


def check_coordinates(contract: Contract, free: frozenset[str], model: Model) -> None:
    for name in (*free, *contract.coordinates):
        if name not in contract.coordinates or not NAME.fullmatch(name):
            raise InputError(f"the contract says what becomes of {name[:40]!r}, which is none of its coordinates")
    missing = [name for name in model.rule.state if name not in contract.coordinates]
    if missing:
        raise InputError(
            f'{model.rule.name} has the weight {missing[0]} besides; add it to the contract: "{missing[0]} 1"'
        )
    if not len(contract.coordinates) - len(model.rule.state) >= 1 or len(contract.coordinates) > MAX_COORDINATES:
        raise InputError(f"a contract has 1 to {MAX_COORDINATES} coordinates that examples can name")

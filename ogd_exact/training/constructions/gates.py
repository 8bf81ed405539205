"""Gates that a construction has besides NAND: what each computes follows from the contracts of the gadgets it calls."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from ogd_exact.circuits.netlists.cuts import MOST_OPERANDS, Kind
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import ARITY, BITS, EFFECTS
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.form import NAME

LETTERS = "abcd"[:MOST_OPERANDS]  # what calls name the operands of a gate


@dataclass(frozen=True)
class Pattern:
    """A gadget with the names of the coordinates it is called on."""

    gadget: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Gate:
    kind: str
    calls: tuple[Pattern, ...]
    operands: str  # the letters of those that it reads
    table: str  # what it computes of these, and of what its target held if it is in place
    in_place: bool
    cost: int  # examples

    @property
    def as_kind(self) -> Kind:
        return Kind(self.table, self.cost, self.in_place)


def read_gates(
    document: Section, pattern: Callable[..., Pattern], library: Library, model: Model, holds: str
) -> tuple[Gate, ...]:
    """The gates; pattern reads a call, and `holds` is what a gate may hold when a pass begins."""
    found = dict[tuple[str, bool], Gate]()
    for section in document.sections("gate"):
        section.known("kind", "calls")
        kind = section.text("kind")
        if not NAME.fullmatch(kind):
            raise section.error(f"{kind[:40]!r} is not a name for a gate; use letters, digits and _", "kind")
        calls = tuple(pattern(text, "gate", section, "calls", k) for k, text in enumerate(section.texts("calls")))
        named = {word for call in calls for word in call.names}
        operands = "".join(letter for letter in LETTERS if letter in named)
        if not calls or operands != LETTERS[: len(operands)] or "i" not in named:
            raise section.error("calls write i, and read a, then b, c and d as far as there are operands", "calls")
        table = computed(section, calls, operands, library, model, BITS if holds == "bit" else ("unset",))
        half = table[::2]
        in_place = half != table[1::2]
        table = table if in_place else half
        arity, effect = len(operands) + in_place, EFFECTS.get(kind)
        if effect is not None and (arity != ARITY[kind] or table != table_of(kind)):
            raise section.error(f"the calls of {kind} compute {table}, which is not {kind}", "kind")
        if (table, in_place) in found:
            same = found[table, in_place].kind
            raise section.error(f"{kind} computes what {same} does; keep the shorter", "kind")
        if len(table) > 1 << MOST_OPERANDS:
            raise section.error(f"a gate depends on at most {MOST_OPERANDS} bits, its target's included", "calls")
        tables = [library.find(model.name, call.gadget) for call in calls]
        cost = sum(library.examples(each) for each in tables if each)
        found[table, in_place] = Gate(kind, calls, operands, table, in_place, cost)
    return tuple(found.values())


def table_of(kind: str) -> str:
    rows = product(BITS, repeat=ARITY[kind])
    return "".join("01"[EFFECTS[kind](*row) == "true"] for row in rows)


def computed(
    section: Section, calls: tuple[Pattern, ...], operands: str, library: Library, model: Model, olds: tuple[str, ...]
) -> str:
    """What i holds after the calls: by the operands, then by what it held, which changes first."""
    bits = ""
    for row in product(*[BITS] * len(operands), olds):
        held = dict(zip((*operands, "i"), row, strict=True))
        for call in calls:
            table = library.find(model.name, call.gadget)
            contract = library.models[table.model].contract(table) if table else None
            assert table is not None and contract is not None, "the pattern was read, so that it has both"
            at = dict(zip(table.inputs, call.names, strict=True))
            assignment = {c: held.get(at.get(c, ""), before(contract, c)) for c in contract.coordinates}
            after = {word: contract.effect(c, assignment) for c, word in at.items() if word in held}
            held |= {word: "false" if is_false(model, truth) else truth for word, truth in after.items()}
        if held["i"] not in BITS or any(held[letter] != bit for letter, bit in zip(operands, row, strict=False)):
            raise section.error("a gate leaves a bit in i, and its operands as they were", "calls")
        bits += "01"[held["i"] == "true"] * (3 - len(olds))
    return bits


def before(contract: Contract, coordinate: str) -> str:
    """What a coordinate that is no bit of the gate holds: a fixed weight, or a truth value."""
    kind = contract.before[coordinate]
    return kind if kind not in ("bit", "bit or unset") else "false"


def is_false(model: Model, truth: str) -> bool:
    """Whether a weight is unset, and that is what false is."""
    return truth == "unset" and model.encoding["false"] == model.encoding["unset"]

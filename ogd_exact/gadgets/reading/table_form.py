"""Complaints about the form of tables, each with its place in the file and a remedy; see form.py."""

from ogd_exact.core.checker.form import adds
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import VELOCITY
from ogd_exact.core.tables.cells import Cell, Line
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.effects import coordinates_in
from ogd_exact.core.tables.library import MAX_CHAIN, Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.rules import RULES
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.gadgets.properties.update import has_momentum
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.form import MAX_CASES, MAX_COORDINATES, MAX_STEPS, NAME, check_bound, is_symbol
from ogd_exact.gadgets.reading.toml_positions import Address

MAX_CONSTANTS = 50
MAX_LABEL = 100
MAX_MEMBERS = 32
MAX_EXAMPLES = 100_000


def check_table(table: Table, document: Section, model: Model) -> None:
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
    check_state(table, document, model)
    if not 1 <= cases <= MAX_CASES:
        raise document.error(f"a table has 1 to {MAX_CASES} cases", "cases")
    if not 1 <= len(table.steps) <= MAX_STEPS:
        raise document.error(f"a table has 1 to {MAX_STEPS} entries [[step]]; this one has {len(table.steps)}")
    blocks: list[tuple[Address, tuple[Line, ...]]] = [(("cases",), table.cases)]
    for i, step in enumerate(table.steps):
        blocks.append((("step", i, "after"), step.after))
        if step.before is not None:
            blocks.append((("step", i, "before"), step.before))
        check_members(step, document, model, i, width)
        if step.x and len(step.x) != len(table.inputs):
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


def check_members(step: Step, document: Section, model: Model, i: int, width: int) -> None:
    for k, member in enumerate(step.members):
        if len(member) != width:
            raise document.error(f"{len(member)} numbers for {width} coordinates", "step", i, "members", k)
    if len(step.members) > MAX_MEMBERS or len({*step.members}) != len(step.members):
        raise document.error(f"a step has 1 to {MAX_MEMBERS} distinct members", "step", i, "members")
    if step.members and not (is_additive(model.rule) and adds(model)):
        able = ", ".join(name for name, rule in RULES.items() if is_additive(rule))
        needed = f"a rule that adds rate*y*x, whatever the weights, such as {able}, at rate 1, and no symbols"
        raise document.error(f"members need {needed}", "step", i, "members")


def check_state(table: Table, document: Section, model: Model) -> None:
    """A table has the state of its rule among its coordinates."""
    for name in model.rule.state:
        if name not in table.coordinates:
            raise document.error(f"the rule has the weight {name} besides; add it to the coordinates", "coordinates")
    if has_momentum(model):
        check_rest(table, document, model)
    if not table.inputs:
        state = ", ".join(model.rule.state) or "velocities"
        raise document.error(f"no example can name {state}; add a coordinate besides", "coordinates")


def check_rest(table: Table, document: Section, model: Model) -> None:
    """With momentum a table shows all velocities, and its contract says that they are 0 before and after."""
    contract, velocities = model.contract(table), ", ".join(table.state)
    if {*table.state} != {c for c in table.coordinates if c.startswith(VELOCITY)}:
        raise document.error(f"with momentum the coordinates have velocities: {velocities}; add them", "coordinates")
    for text in contract.after.values() if contract else ():
        if {*coordinates_in(text)} & {*table.state}:
            raise document.error(f"{text} is an effect of a velocity, which is 0 before and after; write it without")
    if any(step.call for step in table.steps):
        raise document.error("with momentum a gadget calls no other, as weights may move meanwhile; write out the call")
    if contract and {*contract.any} & {*table.state}:
        raise document.error(f"the contract must say of {velocities} where they end; name none of them under any")
    if contract is None or not all(contract.before.get(v) == "0" == contract.after.get(v, "0") for v in table.state):
        raise document.error(f'the contract must say that {velocities} are "0" before, and leave them so')


def check_cells(table: Table, document: Section, model: Model) -> None:
    for i, bound in enumerate(table.region or ()):
        check_bound(document, bound, i, model.arithmetic)
    for cell, text in table.texts():
        check_text(text, document, cell.address, cell, table, model)


def check_text(text: str, document: Section, place: Address, cell: Cell, table: Table, model: Model) -> None:
    try:
        names = None if cell.kind in ("constants", "region") else model.environment(table)
        model.arithmetic.read(text, names)
    except ExpressionError as error:
        raise document.error(str(error), *place, offset=error.offset + 1) from None


def check_derived_table(table: Table, model: Model) -> None:
    for name in table.constants:
        if name in model.arithmetic.symbols:
            raise InputError(f"the constant {name!r} is a symbol of {model.name}; rename one", str(table.path))


def check_calls(table: Table, library: Library, callers: tuple[Table, ...] = ()) -> int:
    """The number of examples that a table stands for; refuses calls in a ring, and too many of either."""
    where = str(table.path or f"{table.model} {table.gadget}")
    if any(caller is table for caller in callers):
        names = [caller.gadget for caller in callers]
        ring = " calls ".join((*names[names.index(table.gadget) :], table.gadget))
        raise InputError(f"{ring}: a gadget cannot call itself", where)
    known: dict[str, int] = {}
    count = 0
    for step in table.steps:
        callee = library.find(table.model, step.call) if step.call else None
        if callee and callee.in_any_order:
            raise InputError(f"{step.call} is for examples in any order, which no step can call; write them out", where)
        if callee and step.call not in known:
            known[step.call] = check_calls(callee, library, (*callers, table))
        count += known.get(step.call, 1)
        if count > MAX_EXAMPLES or len(callers) > MAX_CHAIN:
            limits = f"at most {MAX_EXAMPLES} examples, and calls at most {MAX_CHAIN} deep"
            raise InputError(f"a table stands for {limits}; this one is beyond", where)
    return count

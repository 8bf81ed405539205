"""What the conditions take for granted about the form of a table; readers refuse the same with better words."""

from ogd_exact.core.checker.velocities import velocities_zero
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step, TableData
from ogd_exact.core.tables.effects import TRUTHS, effect_problem, is_condition
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.model import Model


def check_form(table: TableData, model: Model) -> None:
    contract = model.contract(table)
    one_contract = table.contract is None or contract is table.contract
    if not (one_contract and rectangular(table) and named(table, model) and (contract is None or sound(contract))):
        name = f"the table {table.model} {table.gadget}"
        raise InputError(f"{name} is not well-formed, and was not refused; please report it", str(table.path))


def rectangular(table: TableData) -> bool:
    """One weight for each coordinate, one line for each case; a step is an example, a call or members, one of these."""
    blocks = [table.cases, *(block for step in table.steps for block in (step.after, step.before) if block is not None)]
    return (
        len(table.cases) > 0
        and all(len(block) == len(table.cases) for block in blocks)
        and all(len(line) == len(table.coordinates) for block in blocks for line in block)
        and all(one_kind(step) and len(step.x) in (0, len(table.inputs)) for step in table.steps)
        and all(len(member) == len(table.coordinates) for step in table.steps for member in step.members)
    )


def one_kind(step: Step) -> bool:
    kinds = [bool(step.call), bool(step.x and step.y), bool(step.members)]
    return (
        kinds.count(True) == 1
        and bool(step.on) == bool(step.call) >= bool(step.magnitudes)
        and bool(step.x) == bool(step.y)
    )


def named(table: TableData, model: Model) -> bool:
    """Names mean one thing each, and nothing is named that is not there."""
    symbols = [*model.symbols, *model.magnitudes]
    return (
        table.model == model.name
        and distinct(table.coordinates)
        and distinct(symbols)
        and table.state == model.state(table.coordinates)
        and {*table.state} <= {*table.coordinates}
        and (model.momentum == "0" or velocities_zero(table, model))
        and not {*table.constants} & {*symbols}
        and all({*step.on} <= {*table.inputs} for step in table.steps)
        and {*table.returns} <= {*table.coordinates}
        and not {name for text in model.step_texts for name in names_in(text)} & {*model.magnitudes}
        and {*model.per_step} <= {*model.symbols}
        and not (model.per_step and model.regularizer != "0")
        and (not table.in_any_order or adds(model))
        and {*model.encoding} == {*TRUTHS}
        and all(gadget == contract.gadget for gadget, contract in model.contracts.items())
    )


def adds(model: Model) -> bool:
    """Whether an example that fires adds x, and one that does not changes nothing: numbers, at rate 1, and no more."""
    rates = (model.learning_rate, model.regularizer, model.momentum, model.derived_from)
    return rates == ("1", "0", "0", "") and not (
        model.symbols or model.magnitudes or model.rule.state or model.rule.after
    )


def distinct(names: tuple[str, ...] | list[str]) -> bool:
    return len({*names}) == len(names)


def sound(contract: Contract) -> bool:
    """Whether a contract speaks of its own coordinates only, and of functions where they are defined."""
    conditional = (contract.untouched, contract.never_positive, contract.any)
    conditions = [text for given in conditional for text in given.values()]
    effects = {*contract.after, *contract.magnitudes, *contract.returns}.union(*conditional)
    given = {*contract.before} == {*contract.coordinates} and not contract.entry and not contract.final
    listed = not contract.before and not effects and 0 < len(contract.entry) == len(contract.final)
    return (
        distinct(contract.coordinates)
        and (given or listed)
        and all(len(line) == len(contract.coordinates) for line in contract.entry + contract.final)
        and effects <= {*contract.coordinates}
        and not {*contract.any} & {*contract.returns}
        and not any(effect_problem(text, contract.before) for text in (*contract.after.values(), *conditions))
        and all(text == "true" or is_condition(text) for text in conditions)
    )

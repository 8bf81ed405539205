"""What the conditions take for granted about the form of a table; readers refuse the rest with better words."""

from ogd_exact.kernel.errors import InputError
from ogd_exact.tables.contract import Contract, is_defined
from ogd_exact.tables.data import TableData
from ogd_exact.tables.expressions import names_in
from ogd_exact.tables.model import Model


def check_form(table: TableData, model: Model) -> None:
    """Names mean one thing each, and nothing is named that is not there."""
    symbols = {*model.symbols, *model.magnitudes}
    good = (
        table.model == model.name
        and len({*table.coordinates}) == len(table.coordinates)
        and table.state == model.rule.state
        and {*table.state} <= {*table.coordinates}
        and not {*table.constants} & symbols
        and all({*step.on} <= {*table.inputs} for step in table.steps)
        and not (names_in(model.learning_rate) | names_in(model.regularizer)) & {*model.magnitudes}
        and not (model.per_step and model.regularizer != "0")
        and {*table.returns} <= {*table.coordinates}
    )
    contract = model.contract(table)
    if not good or (contract is not None and not sound(contract)):
        raise InputError(
            f"the table {table.model} {table.gadget} is not well-formed; please report it", str(table.path)
        )


def sound(contract: Contract) -> bool:
    """Whether a contract speaks of its own coordinates only, and of functions where they are defined."""
    named = {*contract.after, *contract.untouched, *contract.magnitudes, *contract.returns}
    effects = [*contract.after.values(), *contract.untouched.values()]
    return (
        named <= {*contract.coordinates}
        and len({*contract.coordinates}) == len(contract.coordinates)
        and bool(contract.before) != bool(contract.entry)
        and len(contract.entry) == len(contract.final)
        and all(is_defined(text, contract.before) for text in effects)
    )

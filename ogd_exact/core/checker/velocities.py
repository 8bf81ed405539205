"""What a table with momentum must keep besides: outside a gadget nothing moves."""

from ogd_exact.core.tables.data import TableData
from ogd_exact.core.tables.model import Model


def velocities_zero(table: TableData, model: Model) -> bool:
    """Every velocity is promised to be 0 before and after, and no other gadget is called while something may move."""
    contract = model.contract(table)
    return (
        contract is not None
        and all(contract.before.get(v) == "0" == contract.after.get(v, "0") for v in table.state)
        and not {*contract.any} & {*table.state}
        and not any(step.call for step in table.steps)
        and model.regularizer == "0"
        and not model.rule.state
        and model.rule.along == "x"
        and model.rule.after is None
    )

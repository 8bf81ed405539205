"""Models whose tables are those of another model, with every entry of an example and every weight scaled."""

from collections.abc import Container
from dataclasses import replace

from ogd_exact.tables.cells import Line
from ogd_exact.tables.contract import KINDS, TRUTHS, Contract, is_call
from ogd_exact.tables.data import Step
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Table


def is_scaled(model: Model) -> bool:
    """Whether the tables that it is derived from have other numbers."""
    return (model.scale_x, model.scale_w) != ("1", "1")


def derived_model(model: Model, source: Model) -> Model:
    """The model with the rule and the contracts of its source, every weight scaled."""
    encoding, contracts = source.encoding, source.contracts
    if is_scaled(model):  # else texts stay as they are: a division that cancels would be lost
        encoding = {truth: product(model, text, model.scale_w) for truth, text in encoding.items()}
        contracts = {name: scaled_contract(contract, model) for name, contract in contracts.items()}
    return replace(model, rule_name=source.rule_name, encoding=encoding, contracts=contracts)


def product(model: Model, text: str, factor: str, table: Table | None = None) -> str:
    """The text of one expression times another, in short; it is read back, as whoever writes it is not trusted."""
    numbers, names = model.arithmetic, model.environment(table) if table else None
    value = numbers.read(text, names) * numbers.read(factor)
    short = numbers.text(value)
    if numbers.read(short) != value:
        raise AssertionError(f"{short} is not {text} times {factor}")
    return short


def scaled_contract(contract: Contract, model: Model) -> Contract:
    """The contract with its fixed weights scaled; truth values are scaled by the encoding."""

    def scaled(text: str, known: Container[str]) -> str:
        return text if text in known or is_call(text) else product(model, text, model.scale_w)

    return replace(
        contract,
        before={c: scaled(text, KINDS) for c, text in contract.before.items()},
        after={c: scaled(text, TRUTHS) for c, text in contract.after.items()},
        entry=tuple(tuple(scaled(text, ()) for text in line) for line in contract.entry),
        final=tuple(tuple(scaled(text, ()) for text in line) for line in contract.final),
    )


def derived_table(table: Table, model: Model) -> Table:
    """The table with every x and every weight scaled as the model says."""
    moved = replace(table, model=model.name, corrections=(), path=None, places={})
    if not is_scaled(model):
        return moved

    def scaled(line: Line, factor: str = model.scale_w) -> Line:
        return tuple(product(model, text, factor, table) for text in line)

    def scaled_step(step: Step) -> Step:
        before = None if step.before is None else tuple(map(scaled, step.before))
        y = scaled((step.y,), "1")[0] if step.y else ""
        return replace(step, x=scaled(step.x, model.scale_x), y=y, before=before, after=tuple(map(scaled, step.after)))

    return replace(
        moved,
        cases=tuple(map(scaled, table.cases)),
        steps=tuple(map(scaled_step, table.steps)),
        constants={},
        contract=scaled_contract(table.contract, model) if table.contract else None,
        returns={c: scaled((text,), "1")[0] for c, text in table.returns.items()},  # of truth values, which are scaled
    )

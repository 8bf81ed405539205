"""Models whose tables are those of another model, with every entry of an example and every weight scaled."""

from collections.abc import Container
from dataclasses import replace

from ogd_exact.core.tables.cells import Line
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import KINDS, TRUTHS, is_call
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.core.tables.value_text import value_text


def derived_model(model: Model, source: Model) -> Model:
    """The model with the rule and the contracts of its source, every weight scaled."""
    encoding = {truth: product(model, text, model.scale_w) for truth, text in source.encoding.items()}
    contracts = {name: scaled_contract(contract, model) for name, contract in source.contracts.items()}
    return replace(model, rule=source.rule, encoding=encoding, contracts=contracts)


def product(model: Model, text: str, factor: str, table: Table | None = None) -> str:
    """The text of one expression times another, in short; it is read back, as whoever writes it is not trusted."""
    if factor == "1":
        return text  # as it is: a division that cancels would be lost
    numbers, names = model.arithmetic, model.environment(table) if table else None
    value = numbers.read(text, names) * numbers.read(factor)
    short = value_text(value)
    if numbers.read(short) != value:
        raise AssertionError(f"{short} is not {text} times {factor}")
    return short


def scaled_contract(contract: Contract, model: Model) -> Contract:
    """The contract with its fixed weights scaled; truth values are scaled by the encoding."""

    def scaled(text: str, known: Container[str] = ()) -> str:
        return text if text in known or is_call(text) else product(model, text, model.scale_w)

    before = {c: scaled(text, KINDS) for c, text in contract.before.items()}
    after = {c: scaled(text, TRUTHS) for c, text in contract.after.items()}
    entry, final = (tuple(tuple(map(scaled, line)) for line in lines) for lines in (contract.entry, contract.final))
    return replace(contract, before=before, after=after, entry=entry, final=final)


def derived_table(table: Table, model: Model) -> Table:
    """The table with every x and weight scaled, in its region and the scale's; it returns truth values, as y is."""

    def scaled(lines: tuple[Line, ...], factor: str = model.scale_w) -> tuple[Line, ...]:
        return tuple(tuple(product(model, text, factor, table) for text in line) for line in lines)

    steps = tuple(
        replace(step, x=scaled((step.x,), model.scale_x)[0], before=step.before and scaled(step.before), after=after)
        for step, after in ((step, scaled(step.after)) for step in table.steps)
    )
    contract = table.contract and scaled_contract(table.contract, model)
    of_scale = (bound for bound in model.region if names_in(bound.text) & names_in(model.scale_w))
    moved = replace(table, model=model.name, corrections=(), path=None, places={}, cases=scaled(table.cases))
    return replace(moved, steps=steps, contract=contract, region=table.region and (*table.region, *of_scale))

"""One gadget as data for the page, from each of its cases; also one that is wrong, to see where it goes wrong."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.explorer.circuit_data import FORMAT, block_data
from ogd_exact.documents.explorer.number_texts import exact, field, shown_step, texts
from ogd_exact.documents.explorer.table_data import addresses, table_json, with_callees
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.gadgets.reading.folder import callable_gadgets, folder_of, library_in
from ogd_exact.gadgets.reading.table_form import check_calls
from ogd_exact.text.suggestion import did_you_mean, unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.reduction import open_parameters
from ogd_exact.training.constructions.request import model_parameters
from ogd_exact.training.constructions.training import flat
from ogd_exact.training.constructions.values import ModelValues

USUAL = rational(1, 2)  # of magnitudes: all of the paper's tables hold there


def gadget_data(
    name: str, model_name: str, tables: str | None, given: Mapping[str, Number], magnitudes: Mapping[str, Number]
) -> dict[str, Any]:
    """The data of a gadget at work; `given` has numbers for symbols, and `magnitudes` those other than usual."""
    library = library_in(folder_of(tables, model_name))
    if model_name not in library.models:
        raise unknown("model", model_name, library.models)
    model = library.models[model_name]
    table = library.find(model.name, name)
    if table is None:
        gadgets = callable_gadgets(library, model.name)
        known = (", ".join(gadgets) or "none") + did_you_mean(name, gadgets)
        raise InputError(f"{model.name} has no gadget {name[:40]!r}; there is {known}")
    if table.in_any_order:
        raise InputError(f"{table.gadget} has members, of which a clock chooses; explore a circuit with these tables")
    called = with_callees([table], library)
    for each in called.values():
        check_callees(each, called)
    check_calls(table, library)
    try:
        return data(table, model, library, model_parameters(given, model, {}), chosen_magnitudes(magnitudes, model))
    except ExpressionError as error:
        raise InputError(f"the table {model.name} {name} has no value here: {error}; see verify") from None


def data(
    table: Table, model: Model, library: Library, parameters: Mapping[str, Number], magnitudes: Mapping[str, Number]
) -> dict[str, Any]:
    names, order = {**parameters, **magnitudes}, [*table.inputs, *table.state]
    scope, examples = with_constants(table, names), list(flat(table, names, library))
    labels = model.rule.labels
    if labels and any(y not in labels for _, y in examples):
        known = " and ".join(map(str, labels))
        raise InputError(f"the table {model.name} {table.gadget} has an example with y other than {known}; see verify")
    for name in model.rule.state:
        if name not in table.coordinates:
            raise InputError(f"the table {model.name} {table.gadget} has no coordinate {name}; see verify")
    starts = [dict(zip(table.coordinates, line, strict=True)) for line in table.cases]
    placed = [([(table.inputs.index(name), value) for name, value in x], y) for x, y in examples]
    called = with_callees([table], library)
    return {
        "format": FORMAT,
        "title": f"{table.gadget} of {model.name}",
        **shown_step(ModelValues(model, parameters).step),
        "field": field(parameters.values()),
        "symbols": texts(parameters),
        "parameters": open_parameters(model, parameters) | {name: str(value) for name, value in magnitudes.items()},
        "encoding": dict(model.encoding),
        "coordinates": [{"name": name, "kind": "state" if name in table.state else "gate"} for name in order],
        "circuit": None,
        "starts": [[exact(exactly(start[name], scope)) for name in order] for start in starts],
        "tables": {gadget: table_json(each, library) for gadget, each in sorted(called.items())},
        "phases": [{"over": "gadget", "clears": False}],
        "blocks": [block_data(table.gadget, magnitudes, placed, addresses(table, library))],
        "calls": [[0, 0, list(range(len(order)))]],
        "outcome": {"verdict": "cases", "passes": len(table.cases), "steps": 0},
    }


def chosen_magnitudes(given: Mapping[str, Number], model: Model) -> dict[str, Number]:
    for name in given:
        if name not in model.magnitudes:
            known = f"there is {', '.join(model.magnitudes) or 'none'}"
            raise InputError(f"{argument('magnitude')} {name[:40]}: {model.name} has no such magnitude; {known}")
    return {name: given.get(name, USUAL) for name in model.magnitudes}


def check_callees(table: Table, called: Mapping[str, Table]) -> None:
    """Refuses calls that do not lead to tables of as many coordinates."""
    for k, step in enumerate(table.steps, 1):
        callee = called.get(step.call)
        if step.call and (callee is None or len(callee.inputs) != len(step.on)):
            raise InputError(
                f"the table {table.model} {table.gadget}, step {k}: {step.call} cannot be called; see verify"
            )

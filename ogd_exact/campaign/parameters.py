"""Numbers that a plan gives for what models leave open, as --set, --lambda and --eta do."""

from collections.abc import Mapping, Sequence
from typing import Any

from ogd_exact.circuits.netlists.sequential import Latch, Named, Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.reading.document import Section
from ogd_exact.gadgets.reading.folder import SHIPPED, folder_of
from ogd_exact.training.constructions.reduction import chosen_construction, reduced
from ogd_exact.training.constructions.request import QUESTIONS, RATES, Request, number

ASK = "bad"
TRIED = Sequential(latches=(Latch("l", 2, 0),), ands=(), bads=(Named(ASK, 2),))
KNOWN_BY = {symbol: name for name, (symbol, _) in RATES.items()}  # these have values of their own


def request_by(circuit: Sequential, model: str, tables: str | None, given: Mapping[str, str]) -> Request:
    """The request to run a circuit by a model of a set, with the numbers that a plan gives."""
    values: dict[str, Any] = {name: number(name, text) for name, text in given.items()}
    return Request(circuit, model, tables, property=ASK, parameters=values)


def numbers_given(section: Section, tables: str | None, models: Sequence[str]) -> dict[str, dict[str, str]]:
    """The numbers of `set` that each model takes; with these, it has proved a small circuit."""
    given, found = section.mapping("set"), dict[str, dict[str, str]]()
    for name, text in given.items():
        try:
            number(name, text)
        except InputError as error:
            raise section.error(str(error), "set", name) from None
    for k, model in enumerate(models):
        place = ("models", k) if "models" in section.data else ()
        try:
            library, built = chosen_construction(model, tables, QUESTIONS[0])
        except InputError as error:
            raise section.error(str(error), *place) from None
        takes = {KNOWN_BY.get(symbol, symbol): symbol for symbol in library.models[built.model].symbols}
        for name, symbol in takes.items():
            if name not in given and symbol not in KNOWN_BY:
                remedy = f'give it a number, as in set = {{ {name} = "1/2" }}, or name other models'
                raise section.error(f"{model} leaves {name} open; {remedy}", *place)
        found[model] = {name: text for name, text in given.items() if name in takes}
        if not found[model] and folder_of(tables).is_relative_to(SHIPPED):
            continue  # which holds
        try:
            reduced(request_by(TRIED, model, tables, found[model]))
        except InputError as error:
            message = f"{model}: {str(error).removeprefix('--')}"
            raise section.error(message, *(("set",) if found[model] else place)) from None
    for name in given:
        if not any(name in taken for taken in found.values()):
            raise section.error(f"no model here leaves {name[:40]!r} open; drop it", "set", name)
    return found

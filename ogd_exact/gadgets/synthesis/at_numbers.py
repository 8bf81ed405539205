"""A model that leaves symbols open, at numbers for them, so that examples can be found."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import KINDS, TRUTHS, is_call
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.text.wording import argument


def at_numbers(model: Model, given: Mapping[str, str]) -> Model:
    """The model with numbers for its symbols; a magnitude for which none is given is 1."""
    environment: dict[str, Any] = {}
    for name, text in {**dict.fromkeys(model.magnitudes, "1"), **given}.items():
        if name not in model.symbols + model.magnitudes:
            known = ", ".join(model.symbols + model.magnitudes) or "no symbols"
            raise InputError(f"{model.name} does not leave {name[:40]!r} open; it has {known}")
        try:
            environment[name] = arithmetic(()).read(text)
        except ExpressionError as error:
            raise InputError(f"the number {text[:40]!r} for {name}: {error}") from None
        if not environment[name] > 0:
            raise InputError(f"{name} is {text[:40]}; give it a positive number")
    if missing := [name for name in model.symbols if name not in environment]:
        remedy = f"give it a number, as in {argument('at', '1/2', key=missing[0])}"
        raise InputError(f"{model.name} leaves {missing[0]} open; {remedy}")

    def number(text: str) -> str:
        return str(exactly(text, environment))

    def each(texts: Mapping[str, str]) -> dict[str, str]:
        kept = {*KINDS, *TRUTHS}
        return {c: text if text in kept or is_call(text) else number(text) for c, text in texts.items()}

    def contract(one: Contract) -> Contract:
        entry, final = (tuple(tuple(map(number, line)) for line in block) for block in (one.entry, one.final))
        before, after, magnitudes = map(each, (one.before, one.after, one.magnitudes))
        return replace(one, before=before, after=after, magnitudes=magnitudes, entry=entry, final=final)

    constants = tuple((name, number(text)) for name, text in model.rule.constants)
    return replace(
        model,
        rule=replace(model.rule, constants=constants),
        learning_rate=number(model.learning_rate),
        regularizer=number(model.regularizer),
        symbols=(),
        magnitudes=(),
        region=(),
        encoding={truth: number(text) for truth, text in model.encoding.items()},
        contracts={name: contract(one) for name, one in model.contracts.items()},
    )

"""What is asked of a sequence of examples: weight vectors before, and for each the weights after, or anything."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product, repeat
from numbers import Rational
from pathlib import Path
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.effects import ANY, TRUTHS
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.meaning import meaning
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.reading.document import read_document
from ogd_exact.gadgets.reading.folder import chosen_tables
from ogd_exact.gadgets.reading.form import MAX_COORDINATES, NAME, check_texts, contract_places
from ogd_exact.gadgets.reading.read import KEYS, read_contract
from ogd_exact.text.wording import argument

ANYTHING = "*"
FUNCTIONS = (
    "false", "a and b", "a and not b", "a", "b and not a", "b", "a xor b", "a or b",
    "a nor b", "a xnor b", "not b", "a or not b", "not a", "b or not a", "a nand b", "true",
)  # fmt: skip  # by the values at (T, T), (T, F), (F, T), (F, F), read as a binary number from the right


@dataclass(frozen=True)
class Requirement:
    """One line of weights before and one after for each case; None after means that anything will do."""

    name: str
    coordinates: tuple[str, ...]
    before: tuple[tuple[Any, ...], ...]
    after: tuple[tuple[Any | None, ...], ...]
    symbols: tuple[str, ...] = ()  # of the weights; each stands for every number above 0
    untouched: tuple[tuple[int, int], ...] = ()  # case and coordinate that must not even move on the way

    @property
    def numbers(self) -> Arithmetic:
        return arithmetic(self.symbols)

    def exact(self, value: Any) -> Any:
        """A number as a value of the requirement's arithmetic, where it is not one yet."""
        return self.numbers.number(value) if isinstance(value, Rational) else value


def gadget_requirements(library: Library, model: Model, gadgets: list[str]) -> Iterator[Requirement]:
    """The contracts of a model: all, or those of some gadgets."""
    for table in chosen_tables(library, [model.name], gadgets):
        contract = library.models[table.model].contract(table)
        if contract is not None:
            yield contract_requirement(contract, model)


def contract_requirement(contract: Contract, model: Model) -> Requirement:
    """Returned magnitudes are the gadget's to choose: each is a symbol of its own."""
    new = {c: f"new_{c}" for c in contract.returns}
    symbols = (*model.symbols, *model.magnitudes, *new.values())
    numbers = arithmetic(symbols)

    def weights(texts: Iterable[str], magnitudes: Iterable[Any]) -> tuple[Any | None, ...]:
        return tuple(
            None if text in (ANYTHING, ANY) else numbers.read(model.encoding.get(text, text)) * magnitude
            for text, magnitude in zip(texts, magnitudes, strict=False)
        )

    if contract.entry:
        entry, final = (
            tuple(weights(line, repeat(numbers.number(1))) for line in lines)
            for lines in (contract.entry, contract.final)
        )
        return Requirement(contract.gadget, contract.coordinates, entry, final, symbols)
    call, cases = meaning(contract, new, numbers.number(1), numbers.read), list(contract.assignments())
    before = tuple(weights(truths.values(), call.found_magnitudes.values()) for truths in cases)
    effects = ([contract.effect(name, truths) for name in contract.coordinates] for truths in cases)
    after = tuple(weights(left, call.left_magnitudes.values()) for left in effects)
    untouched = tuple(
        (case, k)
        for case, truths in enumerate(cases)
        for k, c in enumerate(contract.coordinates)
        if contract.never_moves(c, truths)
    )
    return Requirement(contract.gadget, contract.coordinates, before, after, symbols, untouched)


def function_requirements(model: Model) -> Iterator[tuple[Requirement, Requirement]]:
    """The functions of two bits, each into a coordinate that is unset: with both inputs kept, and freed."""
    numbers = arithmetic(model.symbols)
    true, false, unset = (numbers.read(model.encoding[truth]) for truth in TRUTHS)
    inputs = list(product((true, false), repeat=2))
    before = tuple((*pair, unset) for pair in inputs)
    for number, name in enumerate(FUNCTIONS):
        values = [true if number >> place & 1 else false for place in range(4)]
        kept = tuple((*pair, value) for pair, value in zip(inputs, values, strict=True))
        freed = tuple((unset, unset, value) for value in values)
        required = Requirement(f"{name}, kept", ("a", "b", "out"), before, kept, model.symbols)
        yield required, replace(required, name=f"{name}, freed", after=freed)


def read_requirement(path: Path, model: Model) -> Requirement:
    """The [contract] of a TOML file, of a gadget table or alone; an effect or a final weight may be "*"."""
    document = read_document(path)
    document.known(*KEYS)
    document.require("contract", '[contract] with before = { i1 = "bit" } and after = { i1 = "not(i1)" }')
    section = document.section("contract")
    gadget = document.text("gadget", path.stem if NAME.fullmatch(path.stem) else "contract")
    contract = read_contract(section, gadget, model.rule.state)
    for name in (contract.gadget, *contract.coordinates):
        if not NAME.fullmatch(name) or f"new_{name}" in model.symbols + model.magnitudes:
            raise section.error(f"{name[:50]!r} is not a name here; use at most 40 letters, digits and _")
    if len(contract.coordinates) > MAX_COORDINATES:
        raise section.error(f"a contract has at most {MAX_COORDINATES} coordinates")
    texts = contract_places(contract)
    stars = [(text, address) for text, address in texts if text == ANYTHING and address[0] in ("after", "final")]
    check_texts([item for item in texts if item not in stars], section, model.arithmetic)
    return contract_requirement(contract, model)


def encoded(model: Model, given: Mapping[str, str | None]) -> Model:
    """The model with other weights for true, false or unset."""
    chosen = {truth: text for truth, text in given.items() if text is not None}
    for truth, text in chosen.items():
        try:
            model.arithmetic.read(text)
        except ExpressionError as error:
            raise InputError(f"{argument(truth)} {text}: {error}") from None
    result = replace(model, encoding={**model.encoding, **chosen})
    if result.weight("true") == result.weight("false"):
        remedy = f"change {argument('true')}"
        raise InputError(f"true and false are the same weight, so that there is nothing to compute; {remedy}")
    return result

"""What is asked of a sequence of examples: weight vectors before, and for each the weights after, or anything."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product, repeat
from numbers import Rational
from pathlib import Path
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.output.wording import argument
from ogd_exact.tables.arithmetic import Arithmetic, arithmetic
from ogd_exact.tables.contract import TRUTHS, Contract
from ogd_exact.tables.document import read_document
from ogd_exact.tables.folder import chosen_tables
from ogd_exact.tables.form import MAX_COORDINATES, NAME, check_texts, contract_places
from ogd_exact.tables.library import Library
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.meaning import meaning
from ogd_exact.tables.model import Model
from ogd_exact.tables.read import KEYS, read_contract

ANYTHING = "*"
FUNCTIONS = (
    "false", "a and b", "a and not b", "a", "b and not a", "b", "a xor b", "a or b",
    "a nor b", "a xnor b", "not b", "a or not b", "not a", "b or not a", "a nand b", "true",
)  # fmt: skip  # by the values at (T, T), (T, F), (F, T), (F, F), read as a binary number from the right


@dataclass(frozen=True)
class Task:
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
        """A number as a value of the task's arithmetic, where it is not one yet."""
        return self.numbers.number(value) if isinstance(value, Rational) else value


def gadget_tasks(library: Library, model: Model, gadgets: list[str]) -> Iterator[Task]:
    """The contracts of a model: all, or those of some gadgets."""
    for table in chosen_tables(library, [model.name], gadgets):
        contract = library.models[table.model].contract(table)
        if contract is not None:
            yield contract_task(contract, model)


def contract_task(contract: Contract, model: Model) -> Task:
    """Returned magnitudes are the gadget's to choose: each is a symbol of its own."""
    new = {c: f"new_{c}" for c in contract.returns}
    symbols = (*model.symbols, *model.magnitudes, *new.values())
    numbers = arithmetic(symbols)

    def weights(texts: Iterable[str], magnitudes: Iterable[Any]) -> tuple[Any | None, ...]:
        return tuple(
            None if text == ANYTHING else numbers.read(model.encoding.get(text, text)) * magnitude
            for text, magnitude in zip(texts, magnitudes, strict=False)
        )

    if contract.entry:
        entry, final = (
            tuple(weights(line, repeat(numbers.number(1))) for line in lines)
            for lines in (contract.entry, contract.final)
        )
        return Task(contract.gadget, contract.coordinates, entry, final, symbols)
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
    return Task(contract.gadget, contract.coordinates, before, after, symbols, untouched)


def function_tasks(model: Model) -> Iterator[tuple[Task, Task]]:
    """For each function of two bits, into a coordinate that is unset: with both inputs kept, and freed."""
    numbers = arithmetic(model.symbols)
    true, false, unset = (numbers.read(model.encoding[truth]) for truth in TRUTHS)
    inputs = list(product((true, false), repeat=2))
    before = tuple((*pair, unset) for pair in inputs)
    for number, name in enumerate(FUNCTIONS):
        values = [true if number >> place & 1 else false for place in range(4)]
        kept = tuple((*pair, value) for pair, value in zip(inputs, values, strict=True))
        freed = tuple((unset, unset, value) for value in values)
        task = Task(f"{name}, kept", ("a", "b", "out"), before, kept, model.symbols)
        yield task, replace(task, name=f"{name}, freed", after=freed)


def read_task(path: Path, model: Model) -> Task:
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
    return contract_task(contract, model)


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

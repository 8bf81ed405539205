"""Turns the rows of a gadget into a table: formulas read, names resolved, the place of each cell kept."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.contract import Contract
from ogd_exact.core.tables.data import Step
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Spot, Table
from ogd_exact.documents.latex_read.formula import Formula, is_name, name_of, symbols_of
from ogd_exact.documents.latex_read.header import Header
from ogd_exact.documents.latex_read.lists import Part
from ogd_exact.documents.latex_read.promises import promised_contract, promised_region
from ogd_exact.documents.latex_read.rows import RawStep, assignment
from ogd_exact.documents.latex_read.tabular import Tabular
from ogd_exact.documents.latex_read.token_reader import TokenReader
from ogd_exact.documents.latex_read.visible_tokens import FRACTIONS
from ogd_exact.gadgets.reading.folder import callable_gadgets
from ogd_exact.gadgets.reading.form import MAX_CASES, MAX_COORDINATES, MAX_STEPS


@dataclass
class Gadget:
    """A gadget table under way: it may be spread over several tabulars."""

    tabular: Tabular
    model: Model
    name: str
    known: Table | None
    header: Header
    steps: list[RawStep] = field(default_factory=list)
    returns: list[Part] = field(default_factory=list)
    defined: dict[str, Part] = field(default_factory=dict)  # constants of the caption
    aliases: Mapping[str, str] = field(default_factory=dict)  # names of gadgets by what the table calls them
    contract: Contract | None = None  # of the mark
    tabulars: list[Tabular] = field(default_factory=list)  # all that it is spread over
    problem: InputError | None = None  # of a table that continues it


class Assembly:
    """Turns tokens into a table."""

    def __init__(self, gadget: Gadget, library: Library, others: list[Gadget]) -> None:
        self.gadget, self.library, self.others = gadget, library, others
        self.places: dict[Cell, Spot] = {}
        self.written: dict[Cell, str] = {}
        self.coordinates = self.checked_coordinates()
        self.inputs = [c for c in self.coordinates if c not in gadget.model.rule.state]
        self.constants: dict[str, str] = {}
        self.symbols = latex_names((*gadget.model.symbols, *gadget.model.magnitudes))
        self.define_constants()
        numbers = gadget.model.arithmetic
        self.environment: dict[str, Any] = numbers.environment | {
            name: numbers.read(text) for name, text in self.constants.items()
        }

    def checked_coordinates(self) -> tuple[str, ...]:
        header, state = self.gadget.header, self.gadget.model.rule.state
        count = next((len(step.x) for step in self.gadget.steps if step.x), 0)
        names = header.x or tuple(name for name in header.weights if name not in state)
        names = names or tuple(f"i{k + 1}" for k in range(count))
        weights = (*names, *state)
        if not names:
            raise header.place.error("the header of a table of calls names its weights, as in (w_1, w_2)")
        if header.weights not in ((), weights) or len(set(weights)) != len(weights):
            last = f", and {', '.join(state)} last" if state else ""
            raise header.place.error(f"the weights must be those of {', '.join(names)}, in this order{last}")
        self.written |= {Cell(None, "weights", name=name): text for name, text in header.spelled.items()}
        if len(weights) > MAX_COORDINATES:
            raise header.place.error(f"a table has at most {MAX_COORDINATES} coordinates")
        return weights

    def define_constants(self) -> None:
        """Constants of the caption that the cells use."""
        used = {name for step in self.gadget.steps for part in parts_of(step) for name in names_in(part)}
        for name, part in self.gadget.defined.items():
            if name in used and name in self.symbols:
                raise part.place.error(
                    f"the caption gives {name} a value, which is a symbol of {self.gadget.model.name}"
                )
            if name in used:
                if name in self.gadget.model.arithmetic.symbols:  # such as e_{ps1}
                    raise part.place.error(f"a constant cannot be called {name}, which is a symbol here; rename it")
                text = self.formula(part, Cell(None, "constants", name=name))
                self.checked(text, part)
                self.constants[name] = text
                self.symbols[name] = name

    def formula(self, part: Part, cell: Cell) -> str:
        text = Formula(part.tokens, part.place, symbols_of(self.symbols)).whole().text
        place = part.place
        self.places[cell] = Spot(place.line, place.column, place.path)
        self.written[cell] = part.latex
        return text

    def value(self, part: Part, cell: Cell) -> str:
        text = self.formula(part, cell)
        self.checked(text, part, self.environment)
        return text

    def checked(self, text: str, part: Part, names: Mapping[str, Any] | None = None) -> None:
        try:
            self.gadget.model.arithmetic.read(text, names)
        except ExpressionError as error:
            raise part.place.error(str(error)) from None

    def table(self) -> Table:
        gadget, known = self.gadget, self.gadget.known
        if len(gadget.steps) > MAX_STEPS or len(gadget.steps[0].before) > MAX_CASES:
            raise gadget.tabular.place.error(f"a table has at most {MAX_STEPS} steps of {MAX_CASES} cases")
        steps = [self.step(k, raw) for k, raw in enumerate(gadget.steps)]
        cases = steps[0].before
        assert cases is not None
        returns: dict[str, str] = {}
        for part in gadget.returns:
            coordinate, text = self.returned(part)
            if coordinate in returns:
                raise part.place.error(f"a second magnitude for {coordinate}")
            returns[coordinate] = text
        return Table(
            model=gadget.model.name,
            gadget=gadget.name,
            label=gadget.tabular.label or (known.label if known else gadget.name),
            coordinates=self.coordinates,
            cases=cases,
            steps=(replace(steps[0], before=None), *steps[1:]),
            constants=self.constants,
            returns=returns,
            region=known.region if known else promised_region(self.library, gadget.model.name, gadget.name),
            contract=gadget.contract or self.promised(gadget.name),
            state=gadget.model.rule.state,
            path=gadget.tabular.place.path,
            places=self.places,
            written=self.written,
        )

    def promised(self, name: str) -> Contract | None:
        """What is promised of a gadget: in the library, or by the mark above its table."""
        model = self.gadget.model
        marked = next((o.contract for o in self.others if o.name == name and o.model is model), None)
        if name == self.gadget.name and self.gadget.known:
            return self.gadget.known.contract
        return marked or promised_contract(self.library, model.name, name)

    def step(self, k: int, raw: RawStep) -> Step:
        if len(raw.before) != len(self.gadget.steps[0].before):
            count = len(self.gadget.steps[0].before)
            raise raw.place.error(f"this step has {len(raw.before)} cases, the first one {count}")
        kinds = {"before": "before" if k else "cases", "after": "after"}
        lines = {
            name: tuple(
                tuple(self.value(part, Cell(k, kind, c, i)) for i, part in enumerate(self.full(line, raw)))
                for c, line in enumerate(getattr(raw, name))
            )
            for name, kind in kinds.items()
        }
        if not raw.call:
            assert raw.y is not None
            if len(raw.x) != len(self.inputs):
                raise raw.place.error(f"an example of {len(raw.x)} entries for {len(self.inputs)} coordinates")
            x = tuple(self.value(part, Cell(k, f"x{i + 1}")) for i, part in enumerate(raw.x))
            return Step(lines["after"], x=x, y=self.value(raw.y, Cell(k, "y")), before=lines["before"], note=raw.note)
        self.places[Cell(k, "call")] = Spot(raw.place.line, raw.place.column, raw.place.path)
        gadget, called = self.called(raw)
        self.written[Cell(k, "call")] = raw.call
        count = len(called[0])
        on = [coordinate(part) for part in raw.arguments[:count]]
        for name, part in zip(on, raw.arguments, strict=False):
            if name not in self.inputs:
                raise part.place.error(f"a call names coordinates of the table first; {name[:40]!r} is none")
        magnitudes = self.magnitudes(k, raw, raw.arguments[count:], called[1])
        return Step(lines["after"], call=gadget, on=tuple(on), magnitudes=magnitudes, before=lines["before"])

    def full(self, line: list[Part], raw: RawStep) -> list[Part]:
        if len(line) != len(self.coordinates):
            place = line[0].place if line else raw.place
            raise place.error(f"{len(line)} weights for the {len(self.coordinates)} coordinates of the header")
        return line

    def called(self, raw: RawStep) -> tuple[str, tuple[list[str], list[str]]]:
        """The gadget that a call names, and the coordinates and magnitudes that it takes, here or in the library."""
        model = self.gadget.model
        others = {other.name: other for other in self.others if other.model is model}
        known = [*callable_gadgets(self.library, model.name), *others]
        alike = {name for name in known if name.lower() == raw.call.lower().replace("-", "_")}
        name = self.gadget.aliases.get(raw.call) or (alike.pop() if len(alike) == 1 else raw.call)
        contract = self.promised(name)
        if contract is not None:
            inputs = [c for c in contract.coordinates if c not in model.rule.state]
            return name, (inputs, list(contract.magnitudes.values()))
        if name in others:
            return name, (list(others[name].header.x), [])
        remedy = f"there is {', '.join(known)}; another name for one stands in the mark, as in aliases={raw.call}:not"
        raise raw.place.error(f"{model.name} has no gadget {raw.call!r}; {remedy}")

    def magnitudes(self, k: int, raw: RawStep, parts: list[Part], names: list[str]) -> dict[str, str]:
        if len(parts) != len(names):
            raise raw.place.error(f"{raw.call} takes {len(names)} magnitudes after its coordinates, not {len(parts)}")
        given = zip(names, parts, strict=True)
        return {name: self.value(part, Cell(k, "magnitudes", name=name)) for name, part in given}

    def returned(self, part: Part) -> tuple[str, str]:
        """The magnitude eps2 belongs to the second coordinate."""
        name, value = assignment(part)
        number = re.search(r"(?<![0-9])[0-9]{1,2}$", name)
        index = int(number[0]) - 1 if number else -1
        if not 0 <= index < len(self.coordinates) or self.symbols.get(name) not in self.gadget.model.magnitudes:
            raise part.place.error(f"{name!r} is not the magnitude of a coordinate")
        coordinate = self.coordinates[index]
        return coordinate, self.value(value, Cell(None, "returns", name=coordinate))


def coordinate(part: Part) -> str:
    name = "".join(t.text for t in part.tokens if not t.is_char("_", "{", "}"))
    return f"i{name}" if name.isdecimal() else name


def names_in(part: Part) -> Iterator[str]:
    """The symbols that a formula uses."""
    reader = TokenReader(part.tokens)
    while (token := reader.take()) is not None:
        if is_name(token) and not token.is_word(*FRACTIONS):
            yield name_of(token, reader)


def parts_of(step: RawStep) -> list[Part]:
    lines = [part for line in (*step.before, *step.after) for part in line]
    return [*step.x, *([step.y] if step.y else []), *step.arguments, *lines]


def latex_names(symbols: tuple[str, ...]) -> dict[str, str]:
    """How symbols are called in LaTeX: eps1 is \\epsilon_1."""
    return {re.sub(r"^eps(?=[0-9]|$)", "epsilon", name): name for name in symbols}

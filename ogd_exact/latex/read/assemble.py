"""Turns the rows of a gadget into a table: formulas read, names resolved, the place of each cell kept."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ogd_exact.latex.read.formula import Formula, is_name, name_of, symbols_of
from ogd_exact.latex.read.header import Header, Part
from ogd_exact.latex.read.promises import promised_contract, promised_region
from ogd_exact.latex.read.rows import RawStep, assignment
from ogd_exact.latex.read.tabular import Tabular
from ogd_exact.latex.read.token_reader import TokenReader
from ogd_exact.latex.read.visible_tokens import FRACTIONS
from ogd_exact.tables.cells import Cell
from ogd_exact.tables.data import Step
from ogd_exact.tables.folder import callable_gadgets
from ogd_exact.tables.form import MAX_CASES, MAX_COORDINATES, MAX_STEPS
from ogd_exact.tables.library import Library
from ogd_exact.tables.limits import ExpressionError
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Spot, Table


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
        names = tuple(header.x[k] for k in sorted(header.x))
        weights = (*names, *state)
        if header.weights not in ((), weights) or len(set(weights)) != len(weights):
            last = f", and {', '.join(state)} last" if state else ""
            raise header.place.error(f"the weights must be those of {', '.join(names)}, in this order{last}")
        if len(weights) > MAX_COORDINATES:
            raise header.place.error(f"a table has at most {MAX_COORDINATES} coordinates")
        return weights

    def define_constants(self) -> None:
        """Constants of the caption that the cells use."""
        used = {name for step in self.gadget.steps for part in parts_of(step) for name in names_in(part)}
        for name, part in self.gadget.defined.items():
            if name in used and name not in self.symbols:
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
        self.written[cell] = source_of(part)
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
            contract=known.contract if known else promised_contract(self.library, gadget.model.name, gadget.name),
            state=gadget.model.rule.state,
            path=gadget.tabular.place.path,
            places=self.places,
            written=self.written,
        )

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
            x = tuple(self.value(raw.x[c], Cell(k, f"x{i + 1}")) for i, c in enumerate(self.inputs))
            return Step(lines["after"], x=x, y=self.value(raw.y, Cell(k, "y")), before=lines["before"], note=raw.note)
        self.places[Cell(k, "call")] = Spot(raw.place.line, raw.place.column, raw.place.path)
        called = self.called(raw)
        count = len(called[0])
        on = [coordinate(part) for part in raw.arguments[:count]]
        for name, part in zip(on, raw.arguments, strict=False):
            if name not in self.inputs:
                raise part.place.error(f"a call names coordinates of the table first; {name[:40]!r} is none")
        magnitudes = self.magnitudes(k, raw, raw.arguments[count:], called[1])
        return Step(lines["after"], call=raw.call, on=tuple(on), magnitudes=magnitudes, before=lines["before"])

    def full(self, line: list[Part], raw: RawStep) -> list[Part]:
        if len(line) != len(self.coordinates):
            place = line[0].place if line else raw.place
            raise place.error(f"{len(line)} weights for the {len(self.coordinates)} coordinates of the header")
        return line

    def called(self, raw: RawStep) -> tuple[list[str], list[str]]:
        """The coordinates and the magnitudes that a call takes, as its gadget says, here or in the library."""
        model = self.gadget.model
        contract = promised_contract(self.library, model.name, raw.call)
        other = next((o for o in self.others if o.name == raw.call and o.model is model), None)
        if contract is not None:
            return [c for c in contract.coordinates if c not in model.rule.state], list(contract.magnitudes.values())
        if other is not None:
            return list(other.header.x.values()), []
        there = ", ".join(callable_gadgets(self.library, model.name))
        raise raw.place.error(f"{model.name} has no gadget {raw.call!r}; there is {there}")

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
    return [*step.x.values(), *([step.y] if step.y else []), *step.arguments, *lines]


def latex_names(symbols: tuple[str, ...]) -> dict[str, str]:
    """How symbols are called in LaTeX: eps1 is \\epsilon_1."""
    return {re.sub(r"^eps(?=[0-9]|$)", "epsilon", name): name for name in symbols}


def source_of(part: Part) -> str:
    """The tokens as LaTeX again."""
    text = ""
    for token in part.tokens:
        if token.kind == "char" and token.text.isalpha() and re.search(r"\\[A-Za-z]+$", text):
            text += " "
        text += f"\\{token.text}" if token.kind == "word" else token.text
    return re.sub(r"([_^])\{(\w)\}", r"\1\2", text)

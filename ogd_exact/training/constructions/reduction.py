"""What reduce and simulate are asked: a circuit, a model with its parameters, a question; and the proved answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.circuits.netlists.rewiring import stationary
from ogd_exact.core.checker.verification import Verification
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.effects import TRUTHS
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import MODELS, PAPER, SHIPPED, folder_of, paper, read_library
from ogd_exact.gadgets.reading.table_form import check_calls
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.asked import NetlistQuestion, asked_of
from ogd_exact.training.constructions.bounds import Most, bounds
from ogd_exact.training.constructions.construction import Construction, construction, gadgets_of, without_answer
from ogd_exact.training.constructions.mapped import mapped
from ogd_exact.training.constructions.norm import HIGH, NormBound, norm_question, yes_exceeds
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.proof import Proved, prove, wrong
from ogd_exact.training.constructions.request import Request, model_parameters
from ogd_exact.training.constructions.training import Training
from ogd_exact.training.constructions.values import ModelValues
from ogd_exact.training.numbers.powers import plain


@dataclass(frozen=True)
class Assembled:
    """A program of verified tables for a circuit, before its parameters are known."""

    request: Request
    asked: NetlistQuestion
    model: Model
    library: Library
    program: Program

    def proved(self, parameters: Mapping[str, Number]) -> "Reduction":
        """With a training set at these parameters, if the program is right there."""
        proved = prove(self.program, self.library, parameters)
        training = Training(proved, self.library, parameters)
        of_circuit = (self.request, self.asked, self.program.netlist)
        return Reduction(*of_circuit, self.model, parameters, proved, training, self.request.question)


@dataclass(frozen=True)
class Reduction:
    """A netlist, and a training set that is proved to run it in every pass."""

    request: Request  # what was asked for
    asked: NetlistQuestion  # and of which netlist, before it was rewired for the question
    netlist: Netlist
    model: Model
    parameters: Mapping[str, Number]
    proved: Proved
    training: Training
    question: str = "first-coordinate"  # how OGD is asked
    norm: NormBound | None = None  # where that is the question

    @property
    def program(self) -> Program:
        return self.proved.program

    @cached_property
    def values(self) -> ModelValues:
        """The rate, the decay and the encoding."""
        return ModelValues(self.model, self.parameters)

    @cached_property
    def examples(self) -> int:
        """How many examples a pass has, those after each example included."""
        pattern = self.program.construction.after_each
        if pattern is None:
            return self.proved.examples
        extra = self.training.library.find(self.model.name, pattern.gadget)
        assert extra is not None
        return self.proved.examples * (1 + self.training.library.examples(extra))

    @cached_property
    def bounds(self) -> Most:
        """What weights do not exceed, up to the end of the first pass that says yes."""
        return bounds(self.proved, self.training.library, self.parameters)

    @property
    def shown(self) -> dict[str, str]:
        """The parameters as users know them."""
        return shown_parameters(self.model, self.parameters)

    @property
    def chosen(self) -> dict[str, str]:
        """The parameters that the model leaves open."""
        return open_parameters(self.model, self.parameters)

    def start(self) -> dict[str, Number]:
        """The weights before the first pass."""
        return dict(self.first_weights)

    @cached_property
    def first_weights(self) -> Mapping[str, Number]:
        return dict.fromkeys(self.program.names, rational(0)) | self.nonzero_start()

    def nonzero_start(self) -> dict[str, Number]:
        """The weights that are not 0 before the first pass."""
        built, program, one = self.program.construction, self.program, rational(1)
        first, last = program.signal(0), program.dimension
        second = first + program.width * self.netlist.inputs
        of = {"inputs": range(first, second, program.width), "gates": range(second, last, program.width)}
        given = dict[str, Number]()
        for name, text in built.start.items():
            weight = self.values.encoding[text] if text in TRUTHS else exactly(text, self.parameters)
            if name in built.state:
                given[name] = weight
            elif name in of:  # with the magnitudes that a pass finds
                for place in of[name]:
                    given |= program.held(place, weight * self.proved.magnitudes.get(place, one))
            else:
                given |= program.held(program.special(name), weight)
        return {key: value for key, value in given.items() if value != 0}


def shown_parameters(model: Model, parameters: Mapping[str, Number]) -> dict[str, str]:
    """The rates as the rule has them, and the values of all symbols that these do not tell."""
    values = ModelValues(model, parameters)
    found = {"lambda": values.regularizer, "eta": values.rate}
    found |= {"mu": values.momentum} if values.momentum is not None else {}
    told = {
        "alpha": lambda value: 1 - value == found["eta"] * found["lambda"],
        "sqrt_eta": lambda value: value * value == found["eta"],
    }
    found |= {n: v for n, v in parameters.items() if n not in found and not (n in told and told[n](v))}
    return {name: str(plain(value)) for name, value in found.items()}


def open_parameters(model: Model, parameters: Mapping[str, Number]) -> dict[str, str]:
    rates = {"lambda": model.regularizer, "eta": model.learning_rate, "mu": model.momentum}
    shown = shown_parameters(model, parameters)
    return {name: text for name, text in shown.items() if name not in rates or names_in(rates[name]) & {*parameters}}


def check_defined(built: Construction, model: Model, parameters: Mapping[str, Number]) -> None:
    """What the proof and the run are made of has a value at these parameters, before any region is looked at."""
    texts = (*model.step_texts, *model.encoding.values())
    start = [text for text in built.start.values() if text not in TRUTHS]
    for text in (*texts, *start, *built.always.values()):
        try:
            exactly(text, parameters)
        except ExpressionError as error:
            given = ", ".join(f"{name} = {value}" for name, value in parameters.items())
            raise InputError(f"{text} has no value where {given}: {error}; give other parameters") from None


def reduced(request: Request, asked: NetlistQuestion | None = None) -> Reduction:
    """Reads, reduces and proves; raises InputError where any of it fails. What is asked may be at hand already."""
    by_norm = request.question == "norm"
    made = assembled(request, asked)
    # Ordinary passes do not depend on how high the weight is that a yes writes.
    parameters = model_parameters(request.parameters, made.model, {HIGH: rational(1)} if by_norm else {})
    check_defined(made.program.construction, made.model, parameters)
    found = made.proved(parameters)
    if not by_norm:
        return found
    norm = norm_question(bounds(found.proved, made.library, parameters, yes=False).square, request.norm_bound)
    found = replace(made.proved(parameters | {HIGH: norm.high}), norm=norm)
    if not yes_exceeds(norm.bound, found.proved, made.library, found.parameters):
        raise wrong("a yes does not exceed the bound")
    return found


def assembled(request: Request, asked: NetlistQuestion | None = None) -> Assembled:
    """The construction for the question, with what is asked in place, which is read unless it is given."""
    asked = asked or asked_of(request)
    netlist = asked.netlist
    library, built = chosen_construction(request.model, request.tables, request.question)
    if built.drift:
        able = "simulate, reduce, replay, explore and prove take that"
        raise InputError(f"{built.model} has examples in any order here: {able}; choose other tables")
    if request.question == "fixed-point":
        built, netlist = without_answer(built), stationary(netlist)
    netlist, built, library = mapped(netlist, built, library)
    program = Program(built, netlist, asked.inputs)
    check_tables(library, program)
    return Assembled(request, asked, library.models[built.model], library, program)


def chosen_construction(model: str, tables: str | None, question: str) -> tuple[Library, Construction]:
    """The tables and the construction for a model; a question about the norm has its own, for models of the paper."""
    folder = folder_of(tables, model)
    if question == "norm":
        asked = argument("question", "norm")
        if tables is not None:
            own = "has constructions of its own, in the shipped set norm"
            raise InputError(f"{asked} {own}; drop {argument('tables')}")
        if model not in MODELS:
            raise InputError(f"{asked} has a gadget for {', '.join(MODELS)}, not for {model[:40]!r}")
        model, folder = f"{model}-norm", SHIPPED / "norm"
    if folder.is_relative_to(SHIPPED):
        return shipped_construction(model, folder)
    library = read_library(folder, fallback=paper())
    return library, construction(library, model, folder, PAPER)


@cache
def shipped_construction(model: str, folder: Path) -> tuple[Library, Construction]:
    """Read once, as files of ours do not change."""
    if folder != PAPER:
        library = shipped(folder)
    elif model in MODELS:
        library = paper(False, tuple(dict.fromkeys((model, gadgets_of(PAPER, model)))))
    else:
        library = paper()
    return library, construction(library, model, folder, PAPER)


@cache
def shipped(folder: Path) -> Library:
    return read_library(folder, fallback=paper())


@lru_cache(maxsize=8)
def verification(library: Library) -> Verification:
    """A library never changes, so that its tables are verified once, however often it is used."""
    return Verification(library)


def check_tables(library: Library, program: Program) -> None:
    """The proof rests on the tables, so they are verified first."""
    known = verification(library)
    for model, gadget in program.construction.called:
        table = library.find(model, gadget)
        assert table is not None
        check_calls(table, library)
        if not known.verified(table):
            wrong = (key for key, violations in known.known.items() if violations)  # callees are first
            name = next(wrong, (model, gadget))
            raise InputError(f"the table {' '.join(name)} is not verified; see verify")

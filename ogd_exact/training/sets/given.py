"""A training set that someone gives, the step that is taken with each example, and what is asked of the weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.core.tables.expressions import names_in
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.gadgets.properties.exact_value import exactly
from ogd_exact.gadgets.reading.folder import MODELS, folder_of, paper, read_library
from ogd_exact.text.suggestion import unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.request import QUESTIONS, parameter

USUAL = rational(1, 4)  # of a rate or a regularizer that a model leaves open
RATES = ("eta", "lambda", "mu")  # a training set may have any, whatever its model's gadgets need
Weights = Mapping[str, Number]


@dataclass(frozen=True, eq=False)
class GivenSet:
    """Examples, in their order, by the numbers of coordinates as texts; weights also by the names of a rule's state."""

    source: str  # its file
    model: str
    step: Step
    coordinates: tuple[str, ...]  # their names
    start: Weights
    examples: tuple[Example, ...]
    question: str = QUESTIONS[0]
    accept: str = "0"  # the weight that is to become positive, if that is the question
    bound: Number | None = None  # of the norm, if that is
    header: Mapping[str, Any] | None = None  # of a file of reduce

    def __post_init__(self) -> None:
        if self.question not in QUESTIONS:
            raise InputError(f"there is no question {self.question!r}; there is {', '.join(QUESTIONS)}")
        if (self.bound is not None) != (self.question == "norm"):
            raise InputError(f"{argument('question', 'norm')} and {argument('norm_bound')} go together; give both")
        if self.bound is not None and self.bound < 0:
            raise InputError(f"{argument('norm_bound')} must not be negative, as no norm is")

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all weights, by their keys."""
        return {str(i): name for i, name in enumerate(self.coordinates)} | {name: name for name in self.step.rule.state}

    @cached_property
    def entries(self) -> int:
        """How many numbers a pass multiplies."""
        return sum(len(x) for x, _ in self.examples)

    def key(self, name: object) -> str:
        """The key of a weight that is known by its name, or by its number."""
        found = [key for key, known in self.names.items() if known == name]
        if len(found) == 1 or str(name) in self.names:
            return found[0] if len(found) == 1 else str(name)
        raise unknown("coordinate", one_line(str(name), 40), [*self.names.values()][:40])

    def started(self, given: Mapping[Any, Number] | Sequence[Number]) -> "GivenSet":
        """The same from other weights, by names or numbers, or all of them in order."""
        if not isinstance(given, Mapping):
            if len(given) not in (len(self.coordinates), len(self.start)):
                raise InputError(f"there are {len(given)} weights to start from, for {len(self.coordinates)}")
            given = dict(zip(self.start, given, strict=False))
            return replace(self, start={**self.start, **given})
        keyed = {self.key(name): value for name, value in given.items()}
        if len(keyed) != len(given):
            raise InputError(f"two starts are of one weight; drop one of {one_line(', '.join(map(str, given)), 100)}")
        return replace(self, start={**self.start, **keyed})


def checked_step(step: Step) -> Step:
    """Refuses what the kernel has no step for, before any is taken."""
    rule = step.rule
    if not step.rate > 0 or step.regularizer < 0 or (step.momentum is not None and step.momentum < 0):
        raise InputError("a rate is above 0, and neither a regularizer nor momentum is below 0; give others")
    if step.regularizer != 0 and not rule.regularized:
        raise InputError(f"{rule.name} has no regularizer; drop {parameter('lambda')}")
    if step.momentum is not None and (step.regularizer != 0 or rule.along != "x"):
        raise InputError(f"momentum is along x and without a regularizer; drop {parameter('mu')}")
    if rule.after is not None and (step.regularizer != 0 or step.momentum is not None):
        raise InputError(f"{rule.name} goes with neither a regularizer nor momentum; drop them")
    after = [kink.at(dict(step.constants)) for kink in rule.after.kinks] if rule.after else []
    if any(below > above for below, above in (*pairwise(step.kinks), *pairwise(after))):
        raise InputError(f"the kinks of {rule.name} are not in increasing order here; give other numbers")
    return step


def with_rates(step: Step, given: Mapping[str, Number]) -> Step:
    """The step with other rates; a momentum of 0 is none."""
    names = {"eta": "rate", "lambda": "regularizer", "mu": "momentum"}
    changed: dict[str, Any] = {names[name]: value for name, value in given.items()}
    if changed.get("momentum") == 0:
        changed["momentum"] = None
    return checked_step(replace(step, **changed))


def model_step(name: str, tables: str | None, given: Mapping[str, Number]) -> Step:
    """The step of a model, whose rates are those given; its other symbols must be."""
    library = library_of(name, tables)
    if name not in library.models:
        raise unknown("model", name, sorted(library.models))
    model = library.models[name]
    rates = {"eta": model.learning_rate, "lambda": model.regularizer, "mu": model.momentum}
    values = {name: value for name, value in given.items() if name not in RATES or name in model.symbols}
    for symbol in values:
        if symbol not in model.symbols:
            raise InputError(f"{parameter(symbol)}: {name} has no such symbol")

    def value(text: str) -> Number:
        missing = names_in(text) - {*values}
        if missing:
            symbol = min(missing)
            raise InputError(f"{name} has the symbol {symbol}; give it a value with {parameter(symbol)}=R")
        try:
            found: Number = exactly(text, values)
        except ExpressionError as error:
            raise InputError(f"{one_line(text, 40)} has no value here: {error}; give other parameters") from None
        return found

    def rate(name: str) -> Number:
        """The rate as given; a model that leaves it open, by a symbol such as alpha, has the usual one."""
        usual = names_in(rates[name]) - {*values} <= {"alpha", "sqrt_eta"} and names_in(rates[name]) - {*values}
        return given[name] if name in given else USUAL if usual else value(rates[name])

    constants = tuple((constant, value(text)) for constant, text in model.rule.constants)
    plain = Step(model.rule, rational(1), constants=constants, nesterov=model.nesterov)
    return with_rates(plain, {name: rate(name) for name in RATES})


def library_of(model: str, tables: str | None) -> Library:
    """What knows a model, whether or not it has tables."""
    if tables is None and model in MODELS:
        return paper(False, (model,))
    return read_library(folder_of(tables, model), fallback=paper(), tables_elsewhere=True)

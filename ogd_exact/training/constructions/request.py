"""What is asked of a reduction: a circuit, a question about it, a model, and numbers for the model's symbols."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ogd_exact.circuits.closing.close import Bits
from ogd_exact.circuits.closing.stimulus import read_stimulus
from ogd_exact.circuits.netlists.sequential import Sequential
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.tables.arithmetic import arithmetic
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.core.tables.model import Model
from ogd_exact.text.wording import argument
from ogd_exact.training.numbers.powers import power_of
from ogd_exact.training.numbers.surd import Surd, square_root

QUESTIONS = ("first-coordinate", "fixed-point", "norm")
OVER_TIME = "NAME=0 or NAME=1, nor bits over time: NAME=1,0 holds the last, NAME=(0,1) repeats"
# The symbol that each is known by, and whose; alpha is read last, as it depends on both.
RATES = {"eta": ("sqrt_eta", "svm-eta and svm-eta-reg"), "lambda": ("alpha", "svm-reg and svm-eta-reg")}


@dataclass(frozen=True)
class Request:
    circuit: str | Sequential  # a file, a machine such as counter:4, or a circuit made in Python
    model: str = "svm"
    tables: str | None = None  # a folder of one's own, or a shipped set
    property: str | None = None  # the bad or output to ask for
    target: str | None = None  # or else a state, one bit per latch
    driven: Mapping[str, Bits] = field(default_factory=dict)  # inputs by name: a bit, or bits over time
    stimulus: str | None = None  # a file that drives inputs
    inputs: Bits | None = None  # all other inputs
    start: Mapping[str, int] = field(default_factory=dict)  # latches by name, wherever the circuit starts them
    uninitialised: int | None = None  # latches without a start value
    state: str | None = None  # to start from, instead of the resets
    search: int | None = None  # through all that is open, over so many frames
    question: str = QUESTIONS[0]
    norm_bound: Number | None = None
    parameters: Mapping[str, Number] = field(default_factory=dict)  # lambda, eta, and other symbols, as exact numbers

    def __post_init__(self) -> None:
        if self.question not in QUESTIONS:
            raise InputError(f"there is no question {self.question!r}; there is {', '.join(QUESTIONS)}")
        search, asked, bound = map(argument, ("search", "question", "norm_bound"))
        state, others = argument("state"), {"start": self.start, "uninitialised": self.uninitialised is not None}
        for name in [name for name, given in others.items() if given and self.state is not None]:
            raise InputError(f"{state} says where every latch starts, and so does {argument(name)}; drop one")
        if self.norm_bound is not None and self.question != "norm":
            raise InputError(f"{bound} is for {argument('question', 'norm')}; drop it, or give that too")
        if self.norm_bound is not None and self.norm_bound < 0:
            raise InputError(f"{bound} must not be negative, as no norm is")
        if self.search is not None and self.question != QUESTIONS[0]:
            raise InputError(f"{search} looks for the frame in which the first coordinate answers; drop {asked}")

    def circuit_name(self) -> str:
        """What reports call the circuit."""
        return self.circuit if isinstance(self.circuit, str) else "circuit"


def parameter(name: str) -> str:
    """What messages call one of the parameters."""
    return argument("parameters", key=name)


def model_parameters(given: Mapping[str, Number], model: Model, chosen: Mapping[str, Number]) -> dict[str, Number]:
    """The values of a model's symbols, but for those chosen already; alpha and sqrt_eta are known by lambda and eta."""
    rates = {name: value for name, value in given.items() if name in RATES}
    values = {name: value for name, value in given.items() if name not in RATES}
    for name in chosen:
        if name in values:
            raise InputError(f"{parameter(name)}: {argument('question', 'norm')} chooses it; drop this")
    values |= chosen
    for name, (symbol, owner) in RATES.items():
        if symbol in values:
            raise InputError(f"{parameter(symbol)}: say it by {parameter(name)}")
        if symbol in model.symbols:
            values[symbol] = KNOWN[symbol](rates.get(name, arithmetic(()).read("1/4")), model, values)
        elif name in rates and name in model.symbols:
            values[name] = rates[name]
        elif name in rates:
            raise InputError(f"{parameter(name)} is for {owner}, not for {model.name}")
    for name in {*values, *model.symbols}:
        if name not in model.symbols:
            raise InputError(f"{parameter(name)}: {model.name} has no such symbol")
        if name not in values:
            raise InputError(f"{model.name} has the symbol {name}; give it a value with {parameter(name)}=R")
    # Weights have as many digits as there are examples where each multiplies them by alpha, unless alpha is kept apart.
    if "alpha" in values and not any(isinstance(value, Surd) for value in values.values()):
        values["alpha"] = power_of(values["alpha"])
    return values


def alpha_of(regularizer: Number, model: Model, values: Mapping[str, Any]) -> Number:
    narrow = any(bound.text == "2*alpha^2 > 1" for bound in model.region)  # as in the paper's model
    rated = "sqrt_eta" in values
    lost = regularizer * values["sqrt_eta"] * values["sqrt_eta"] if rated else regularizer
    if not (lost > 0 and lost < 1 and (2 * (1 - lost) ** 2 > 1 or not narrow)):
        most = "1 - 1/sqrt(2) = 0.2928..." if narrow else "1"
        named = f"{parameter('lambda')} times {parameter('eta')}" if rated else parameter("lambda")
        raise InputError(f"{named} must lie between 0 and {most}, both excluded")
    return 1 - lost


def root_of(eta: Number, model: Model, values: Mapping[str, Any]) -> Any:
    if not eta > 0:
        raise InputError(f"{parameter('eta')} must be positive, such as 1/4")
    return square_root(eta)


KNOWN: dict[str, Callable[[Number, Model, Mapping[str, Any]], Number]] = {"alpha": alpha_of, "sqrt_eta": root_of}


def over_time(name: str, text: str) -> Bits:
    """The bits that --input gives an input."""
    try:
        return read_stimulus(text)
    except InputError:
        given = f"{argument('inputs={...}')} {f'{name}={text}'[:40]!r}"
        raise InputError(f"{given} is not of the form {OVER_TIME}") from None


def number(option: str, text: str) -> Any:
    try:
        return arithmetic(()).read(text)
    except ExpressionError as error:
        if re.fullmatch(r"[0-9]{1,20}\.[0-9]{1,20}", text):
            raise InputError(f"{option} {text}: write {Fraction(text)}, as numbers are exact") from None
        reason = "" if re.search("[A-Za-z]", text) else f": {error}"
        raise InputError(f"{option} {text[:40]!r} is not a number such as 1/4{reason}") from None

"""From a request to a training set for the logistic loss, certified to run its circuit for ever.

Gates are computed in order, each from signals that hold their values; then each input takes over its output; then the
answer is asked for. So a pass in which every gadget does what it must does a step of the netlist. What gadgets do is
certified for all bits whose errors are within bounds, if no more than so many calls read a bit (certificate.py).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.constructions.closing import NetlistQuestion, asked_of
from ogd_exact.training.constructions.construction import Construction, Phase
from ogd_exact.training.constructions.gates import Pattern
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.request import Request, parameter
from ogd_exact.training.logistic.certificate import Level, Rows
from ogd_exact.training.logistic.read import read_levels

COPY, ASK = (Pattern("copy", ("o", "i")),), (Pattern("ask", ("q", "bot")),)
PHASES = (
    Phase("gates", (Pattern("nand", ("a", "b", "i")),), (Pattern("not", ("a", "i")),)),
    Phase("outputs", COPY, COPY),
    Phase("question", ASK, ASK),
)
BITS = "bit or unset"


@dataclass(frozen=True)
class LogisticReduction:
    """A netlist, and a training set that is certified to run it in every pass."""

    asked: NetlistQuestion
    model: str
    program: Program
    rows: Mapping[str, Rows]  # the examples of each gadget
    level: Level  # at which it is certified in float64
    single: Level | None  # and in float32, if it is

    @property
    def netlist(self) -> Netlist:
        return self.program.netlist

    @property
    def rate(self) -> Number:
        found: Number = self.level.rate
        return found

    @property
    def levels(self) -> dict[str, Level]:
        """By the floats in which they hold."""
        return {level.dtype: level for level in (self.level, self.single) if level is not None}

    @cached_property
    def fan_out(self) -> int:
        return fan_out(self.program)

    @cached_property
    def size(self) -> int:
        """How many examples a pass has."""
        return sum(len(self.rows[call.gadget]) for call in self.program.calls())

    def examples(self) -> Iterator[Example]:
        one = rational(1)
        for call in self.program.calls():
            for row in self.rows[call.gadget]:
                yield Example({str(c): x for c, x in zip(call.on, row, strict=True) if x != 0}, one)

    def start(self) -> dict[str, Number]:
        return dict.fromkeys(self.program.names, rational(0))


def fan_out(program: Program) -> int:
    """How many calls of a pass, at most, read a signal; each is written once in a pass."""
    return max(Counter(c for call in program.calls() for c in call.on[:-1]).values())


def logistic_reduction(request: Request, asked: NetlistQuestion | None = None) -> LogisticReduction:
    """Reads, assembles and certifies; raises InputError where any of it fails."""
    if request.question != "first-coordinate":
        raise InputError(
            f"the logistic loss answers by the first coordinate; drop {argument('question', request.question)}"
        )
    if request.search is not None:
        raise InputError(f"the logistic loss runs one closed circuit; drop {argument('search')}")
    for name in request.parameters:
        if name != "eta":
            why = "has no regularizer" if name == "lambda" else f"has no symbol {name}"
            raise InputError(f"{parameter(name)}: {request.model} {why}; drop it")
    tables = read_levels(request.tables, request.model)
    asked, rate = asked or asked_of(request), request.parameters.get("eta")
    built = Construction(tables.model, tables.model, ("bot",), "bot", BITS, {}, {}, None, PHASES, gates=BITS)
    program = Program(built, asked.netlist, asked.inputs)
    needed = fan_out(program)
    enough = [known for known in tables.levels if known.level.fan_out >= needed and rate in (None, known.level.rate)]
    chosen = next((known for known in enough if known.level.dtype == "float64"), None)
    if chosen is None:
        reads = f"a signal of this circuit is read by {counted(needed, 'call')}"
        remedy = f"drop {parameter('eta')}" if rate is not None else "copy it in the circuit"
        raise InputError(f"{reads}, and {tables.model} has no level for that; {remedy}")
    if chosen.failures:
        raise InputError(f"the tables of {tables.model} are not certified: {chosen.failures[0]}; see verify")
    of_same_examples = (k for k in enough if (k.rows, k.level.rate) == (chosen.rows, chosen.level.rate))
    single = next((k.level for k in of_same_examples if k.level.dtype == "float32" and not k.failures), None)
    return LogisticReduction(asked, tables.model, program, chosen.rows, chosen.level, single)

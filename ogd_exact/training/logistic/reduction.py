"""From a request to a training set for the logistic loss, certified to run its circuit for ever.

Gates are computed in order, each from signals that hold their values; then each input takes over its output; then the
answer is asked for. So a pass in which every gadget does what it must does a step of the netlist. What gadgets do is
certified for all bits whose errors are within bounds, if no more than so many calls read a bit (certificate.py).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.constructions.asked import NetlistQuestion, asked_of
from ogd_exact.training.constructions.construction import Construction, Phase
from ogd_exact.training.constructions.gates import Pattern
from ogd_exact.training.constructions.program import Program
from ogd_exact.training.constructions.request import Request, parameter
from ogd_exact.training.logistic.certificate import Level
from ogd_exact.training.logistic.enclosure import ONE
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
    rows: Mapping[str, Sequence[Sequence[Number]]]  # the examples of each gadget
    regularizer: Number
    level: Level  # at which it is certified in float64
    single: Level | None  # and in float32, if it is
    noisy: Level | None  # and with the most noise, if with any
    rates: Mapping[str, Number]  # by floats, the first rate that has a level for them, and for float64

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
        return size(self.program, self.rows)

    @cached_property
    def magnitudes(self) -> dict[int, Number]:
        """What is left after a pass of a bit that is written in it, in units of the rate, by its coordinate."""
        step, kept, found = 1 - self.rate * self.regularizer, rational(1), dict[int, Number]()
        for call in reversed([*self.program.calls()]):
            found[call.on[-1]] = kept
            for _ in self.rows[call.gadget]:
                kept = rational(round(kept * step * ONE), ONE)
        return found

    @property
    def noise(self) -> Number:
        """What may be added to every weight after every step, at most; 0 if nothing is certified."""
        most = self.noisy.noise if self.noisy else rational(0)
        found: Number = self.rate * most / self.size
        return found

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


def size(program: Program, rows: Mapping[str, Sequence[object]]) -> int:
    """How many examples a pass has."""
    return sum(len(rows[call.gadget]) for call in program.calls())


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
            why = "chooses its own" if name == "lambda" else f"has no symbol {name}"
            raise InputError(f"{parameter(name)}: {request.model} {why}; drop it")
    tables = read_levels(request.tables, request.model)
    asked, rate = asked or asked_of(request), request.parameters.get("eta")
    built = Construction(tables.model, tables.model, ("bot",), "bot", BITS, {}, {}, None, PHASES, gates=BITS)
    program = Program(built, asked.netlist, asked.inputs)
    needed, examples = fan_out(program), size(program, tables.levels[0].rows)
    read = [known for known in tables.levels if known.level.fan_out >= needed and rate in (None, known.level.rate)]
    enough = [known.at(examples) for known in read if known.level.shortest <= examples <= known.level.longest]
    chosen = next((known for known in enough if known.level.dtype == "float64" and not known.level.noise), None)
    if chosen is None:
        reads = f"a signal of this circuit is read by {counted(needed, 'call')}, and a pass has {examples} examples"
        remedy = f"drop {parameter('eta')}" if rate is not None else "copy it in the circuit"
        raise InputError(f"{reads}, and {tables.model} has no level for that; {remedy}")
    if chosen.failures:
        raise InputError(f"the tables of {tables.model} are not certified: {chosen.failures[0]}; see verify")

    def more(dtype: str, noisy: bool) -> Level | None:
        """A level for the same examples, in other floats or with noise."""
        for known in enough:
            level, same = known.level, known.same(chosen)
            if same and level.dtype == dtype and bool(level.noise) == noisy and not known.failures:
                return level
        return None

    plain = [known.level for known in reversed(enough) if not known.level.noise]
    double = {level.rate for level in plain if level.dtype == "float64"}
    rates = {level.dtype: level.rate for level in plain if level.rate in double}
    fed, regularizer = chosen.numbers(examples), chosen.regularizer(examples)
    levels = chosen.level, more("float32", False), more("float64", True)
    return LogisticReduction(asked, tables.model, program, fed, regularizer, *levels, rates)

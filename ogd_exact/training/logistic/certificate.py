"""What is proved of the logistic loss: gadgets that leave errors smaller than they find them, for ever, in any floats.

A bit is a weight of +rate or -rate; its error is at most `error` times the rate. A gadget that reads a bit moves it by
at most `read`, and one that writes it leaves an error of at most error - fan_out * read. So if no more than fan_out
calls read a bit between two that write it, every call finds what it needs, by induction, in every pass; before it is
first written a bit is 0, but for fan_out * read. The accepting weight lies between -rest and 0 till the answer is yes.

A call is a function of the weights that it names. By the mean value theorem it lies within its value at the middle of
their box plus its slopes over the whole box times the distances from there. Every rounding that a step may do widens
both: sums in any order, with or without fused operations, and a sigmoid that is right within 2^-25, or 16 units.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from ogd_exact.training.logistic.enclosure import BITS, UNIT, ZERO, Enclosure

Row = tuple[Enclosure, ...]
Rows = Sequence[Sequence[Any]]  # of exact numbers: the examples of a gadget, all with label 1
FLOATS = {"float64": 53, "float32": 24}  # their bits
TINY = 1 << BITS - 120  # more than all that may underflow in a step, also where floats are flushed to zero


@dataclass(frozen=True)
class Gadget:
    """What a gadget must do: keep what it reads, and write, or show, a function of it."""

    reads: int  # how many bits; the coordinate behind them is written, or shows the answer
    writes: Callable[..., bool]
    unset: bool  # whether what it reads may not be written yet, and then counts as false
    shows: bool = False  # whether the last coordinate is the accepting one, to become positive if the answer is yes

    def cases(self) -> Iterator[tuple[int, ...]]:
        """What it may be called on: 1 for true, -1 for false, 0 for what is not written yet, or for rest."""
        operands = [(1, -1, 0) if self.unset else (1, -1)] * self.reads
        return product(*operands, (0,) if self.shows else (1, -1, 0))


GADGETS = {
    "nand": Gadget(2, lambda a, b: not (a and b), unset=True),
    "not": Gadget(1, lambda a: not a, unset=True),
    "copy": Gadget(1, lambda a: a, unset=False),
    "ask": Gadget(1, lambda a: a, unset=False, shows=True),
}


@dataclass(frozen=True)
class Level:
    """A learning rate, with what it is good for; exact numbers, those of errors in units of a bit."""

    rate: Any
    fan_out: int  # how many calls may read a bit
    error: Any  # of a bit, at most
    read: Any  # by how much a call may move what it reads
    rest: Any  # how far below 0 the accepting weight may lie
    dtype: str  # in which it holds, as well as in real arithmetic


@dataclass(frozen=True)
class Failure:
    """Where a gadget does not do what it must."""

    gadget: str
    case: tuple[int, ...]
    problem: str

    def __str__(self) -> str:
        words = ", ".join({1: "true", -1: "false", 0: "unset"}[bit] for bit in self.case)
        return f"{self.gadget}({words}): {self.problem}" if self.case else f"{self.gadget}: {self.problem}"


class Form(NamedTuple):
    """A function of the first weights of a call: what it is at the middle of their box, and anywhere in the box."""

    middle: Enclosure
    all: Enclosure
    slopes: tuple[Enclosure, ...]  # along each of the first weights

    def plus(self, other: "Form") -> "Form":
        slopes = tuple(a.plus(b) for a, b in zip(self.slopes, other.slopes, strict=True))
        return Form(self.middle.plus(other.middle), self.all.plus(other.all), slopes)

    def times(self, x: Enclosure) -> "Form":
        return Form(self.middle.times(x), self.all.times(x), tuple(slope.times(x) for slope in self.slopes))

    def wider(self, by: int) -> "Form":
        return Form(self.middle.wider(by), self.all.wider(by), self.slopes)

    def fires(self) -> "Form":
        """The sigmoid of its opposite, whose slope is that times itself less 1."""
        middle, all = self.middle.negated().sigmoid(), self.all.negated().sigmoid()
        falls = all.times(all.minus(UNIT))
        return Form(middle, all, tuple(falls.times(slope) for slope in self.slopes))


class Call:
    """The weights that a gadget names, step by step, whatever they are at first within boxes."""

    def __init__(self, boxes: Sequence[Enclosure], rate: Enclosure, bits: int) -> None:
        self.rate, self.bits, places = rate, bits, range(len(boxes))
        middles = [Enclosure(middle, middle) for middle in ((box.low + box.high) // 2 for box in boxes)]
        self.distances = [box.minus(middle) for box, middle in zip(boxes, middles, strict=True)]
        along = [tuple(UNIT if i == j else ZERO for j in places) for i in places]
        self.first = [Form(*parts) for parts in zip(middles, boxes, along, strict=True)]
        self.weights = list(self.first)

    def step(self, row: Row) -> None:
        """What an example with label 1 does: w + rate * sigmoid(-w.x) * x, with each operation rounded."""
        named = [(i, x) for i, x in enumerate(row) if x != ZERO]
        rounded = sum(self.weights[i].all.times(x).size for i, x in named) * 2 * len(named) >> self.bits
        margin = Form(ZERO, ZERO, (ZERO,) * len(row)).wider(rounded + TINY)
        for i, x in named:
            margin = margin.plus(self.weights[i].times(x))
        fires = self.tight(margin).fires().wider(max(UNIT.high >> 25, UNIT.high * 16 >> self.bits))
        for i, x in named:
            weight, push = self.weights[i], self.rate.times(x)
            rounded = (weight.all.size + push.size) * 8 >> self.bits
            self.weights[i] = self.tight(weight.plus(fires.times(push)).wider(rounded + TINY))

    def tight(self, form: Form) -> Form:
        """With what the mean value theorem says of it, too."""
        return form._replace(all=form.all.common(self.at_most(form)))

    def at_most(self, form: Form) -> Enclosure:
        total = form.middle
        for slope, distance in zip(form.slopes, self.distances, strict=True):
            total = total.plus(slope.times(distance))
        return total

    def moved(self, i: int) -> Enclosure:
        """By how much a weight has moved in all."""
        return self.at_most(self.weights[i].plus(self.first[i].times(UNIT.negated())))


def failures(level: Level, tables: Mapping[str, Rows]) -> Iterator[Failure]:
    """All that is wrong; nothing if every gadget is right, whatever is within the errors."""
    spread = level.fan_out * level.read
    if not (level.rate > 0 and level.read >= 0 and spread < level.error < 1 and level.rest > 0):
        yield Failure("level", (), "its numbers contradict each other")
        return
    if not all(
        is_float(x, level.dtype) for x in (level.rate, *(x for rows in tables.values() for r in rows for x in r))
    ):
        yield Failure("level", (), f"its rate, or an entry, is no {level.dtype}")
        return
    for name, gadget in GADGETS.items():
        rows = [tuple(map(Enclosure.of, row)) for row in tables[name]]
        for case in gadget.cases():
            yield from (Failure(name, case, problem) for problem in problems(level, gadget, rows, case))


def is_float(value: Any, dtype: str) -> bool:
    """Whether floats have this number, which is far from their ends."""
    digits, below = int(abs(value.numerator)), int(value.denominator)
    whole = digits >> max(0, (digits & -digits).bit_length() - 1)
    return below & (below - 1) == 0 and below < 1 << 60 and digits < 1 << 90 and whole.bit_length() <= FLOATS[dtype]


def problems(level: Level, gadget: Gadget, rows: Sequence[Row], case: tuple[int, ...]) -> Iterator[str]:
    """What is wrong in one case; weights are between numbers in units of a bit."""
    spread = level.fan_out * level.read
    around = {0: spread, 1: level.error, -1: level.error}

    def between(low: Any, high: Any) -> Enclosure:
        return Enclosure(Enclosure.of(low * level.rate).low, Enclosure.of(high * level.rate).high)

    boxes = [between(bit - around[bit], bit + around[bit]) for bit in case]
    rest, read = between(-level.rest, 0 * level.rest), between(-level.read, level.read)
    if gadget.shows:
        boxes[-1] = rest
    call, never_positive = Call(boxes, Enclosure.of(level.rate), FLOATS[level.dtype]), True
    for row in rows:
        call.step(row)
        never_positive = never_positive and call.weights[-1].all.high <= 0
    wanted, last = gadget.writes(*(bit > 0 for bit in case[:-1])), call.weights[-1].all
    if gadget.shows and wanted:  # of what comes after a yes nothing is said
        if not last.low > 0:
            yield "a yes does not show"
        return
    if not all(call.moved(i).within(read) for i in range(gadget.reads)):
        yield "it moves what it reads too far"
    if gadget.shows:
        if not (never_positive and last.within(rest)):
            yield "the accepting weight does not stay at rest"
        return
    sign, left = 1 if wanted else -1, level.error - spread
    if not last.within(between(sign - left, sign + left)):
        yield "what it writes is not near enough"

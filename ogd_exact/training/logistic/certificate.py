"""What is proved of the logistic loss: gadgets that leave errors smaller than they find them, for ever, in any floats.

A bit is a weight of +rate or -rate when it is written. Without a regularizer it stays; with one every example leaves a
times what weights were, and a pass leaves a^T of it, which is `keeps`. Besides, a bit is off by at most `error` times
the rate. A gadget that reads it moves it by at most `read`; all steps of a pass together, by noise and by the rounding
of what they do not name, by at most `idle`; and one that writes it leaves an error of at most error - fan_out * read -
idle. So if no more than fan_out calls read a bit between two that write it, every call finds what it needs, by
induction, in every pass; before it is first written a bit is 0, but for fan_out * read + idle. The accepting weight
lies between -rest and 0, or noise, till the answer is yes.

A call is a function of the weights that it names, and of a. By the mean value theorem it lies within its value at the
middle of their box plus its slopes over the whole box times the distances from there. Every rounding that a step may do
widens both: sums in any order, with or without fused operations, and a sigmoid that is right within 2^-25, or 16 units.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.tables.expressions import Node, evaluate
from ogd_exact.training.logistic.decay import SLACK, regularizer
from ogd_exact.training.logistic.enclosure import BITS, ONE, UNIT, ZERO, Enclosure
from ogd_exact.training.logistic.form import BoxFunction, constant, variables

Rows = Sequence[Sequence[Node]]  # the examples of a gadget, all with label 1: expressions of a, keeps and symbols
FLOATS = {"float64": 53, "float32": 24}  # their bits
TINY = 1 << BITS - 120  # more than all that may underflow in a step, also where floats are flushed to zero
GRID = 20  # entries that depend on a are rounded to multiples of 2^-GRID; below MOST they are floats of 24 bits
MOST = 16
PART, PARTS = ONE >> 11, 64  # of all that a may be: how long, and how many


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
    keeps: Any  # what a pass leaves of a weight: 1 without a regularizer
    noise: Any  # by how much all noise of a pass together may move a weight
    shortest: int  # how many examples passes may have
    longest: int
    symbols: Mapping[str, Any] = field(default_factory=dict)  # of entries

    @property
    def decays(self) -> bool:
        return bool(self.keeps < 1)

    @property
    def idle(self) -> Any:
        """By how much a pass moves a weight that no example names, but for decay, at most."""
        return self.noise + self.longest * self.rounded

    @property
    def rounded(self) -> Any:
        """By how much a step does so by rounding: four half units of the weight; without decay it does nothing."""
        return self.decays * 4 * (1 + self.error) / 2 ** FLOATS[self.dtype]

    @property
    def fresh(self) -> Any:
        """The error that a call may leave of what it writes."""
        return self.error - self.spread

    @property
    def spread(self) -> Any:
        """By how much a bit is moved in a pass, at most."""
        return self.fan_out * self.read + self.idle


@dataclass(frozen=True)
class Failure:
    """Where a gadget does not do what it must."""

    gadget: str
    case: tuple[int, ...]
    problem: str

    def __str__(self) -> str:
        words = ", ".join({1: "true", -1: "false", 0: "unset"}[bit] for bit in self.case)
        return f"{self.gadget}({words}): {self.problem}" if self.case else f"{self.gadget}: {self.problem}"


class Call:
    """The weights that a gadget names, step by step, whatever they and a are at first within boxes.

    After t steps they are held divided by a^t, so that decay leaves them as they are.
    """

    def __init__(self, of: "Known", given: Sequence[BoxFunction], weights: Sequence[BoxFunction]) -> None:
        self.of, self.first, self.weights = of, weights, list(weights)
        self.distances = [variable.all.minus(variable.middle) for variable in given]

    def step(self, row: Mapping[int, tuple[BoxFunction, BoxFunction]]) -> None:
        """What an example with label 1 does: a * w + rate * sigmoid(-w.x) * x, with each operation rounded."""
        of, bits = self.of, FLOATS[self.of.level.dtype]
        rounded = sum(self.weights[i].all.times(x.all).size for i, (x, _) in row.items()) * 2 * len(row) >> bits
        margin = constant(ZERO, len(self.distances)).wider(rounded + TINY)
        for i, (x, _) in row.items():
            margin += self.weights[i] * x
        fires = self.tight(margin).fires().wider(max(UNIT.high >> 25, UNIT.high * 16 >> bits))
        for i, weight in enumerate(self.weights):
            rounded = weight.all.size * 4 * of.level.decays
            if i in row:
                push = row[i][1]
                rounded, weight = (weight.all.size + push.all.size) * 8, weight + fires * push
            off = ((rounded >> bits) + TINY) * of.longer.high >> BITS
            self.weights[i] = self.tight(weight.wider(off + of.noise))

    def tight(self, form: BoxFunction) -> BoxFunction:
        """With what the mean value theorem says of it, too."""
        return replace(form, all=form.all.common(self.at_most(form)))

    def at_most(self, form: BoxFunction) -> Enclosure:
        total = form.middle
        for slope, distance in zip(form.slopes, self.distances, strict=True):
            total = total.plus(slope.times(distance))
        return total

    def moved(self, i: int) -> Enclosure:
        """By how much a weight has moved in all, besides its decay."""
        return self.at_most(self.weights[i] - self.first[i])

    def last(self) -> Enclosure:
        """The last of the weights, as it is."""
        return self.tight(self.weights[-1] * self.of.left).all


class Known:
    """A gadget at a level: its examples, as functions of the weights that it names and, last of all, of a."""

    def __init__(self, level: Level, gadget: Gadget, rows: Rows, decay: Enclosure) -> None:
        self.level, self.gadget, self.decay, count = level, gadget, decay, gadget.reads + 2
        a = variables([ZERO] * (count - 1) + [decay])[-1]
        symbols = {name: constant(value, count) for name, value in level.symbols.items()}
        symbols |= {"a": a, "keeps": constant(level.keeps, count)}
        rate, self.left = constant(level.rate, count), constant(1, count)  # of a weight, by the steps so far
        # By the weights that a row names: x a^t, and rate x / a^(t + 1).
        self.rows = list[dict[int, tuple[BoxFunction, BoxFunction]]]()
        for row in rows:
            named = [entry(evaluate(x, symbols, lambda n: constant(n, count), limited=False)) for x in row]
            before, self.left = self.left, self.left * a
            self.rows.append({i: (x * before, rate * x / self.left) for i, x in enumerate(named) if x.all != ZERO})
        self.longer = self.left.all.inverse()
        share = Enclosure.of(level.noise * level.rate / level.shortest)
        self.share, self.noise = share.low, share.times(self.longer).high  # of a step, as it is, and divided by a^t
        self.kept = Enclosure.of(level.keeps).wider(SLACK * level.decays)  # of a weight, by a pass

    def between(self, low: Any, high: Any) -> Enclosure:
        """Of weights, given in units of a bit."""
        return Enclosure(Enclosure.of(low * self.level.rate).low, Enclosure.of(high * self.level.rate).high)

    def call(self, case: tuple[int, ...]) -> Call:
        """A call on such bits, of any age; what it writes has been written a pass ago."""
        level, count = self.level, len(case) + 1
        fresh, spread, off = (self.between(-by, by) for by in (level.fresh, level.spread, level.error))
        alive, before = (
            Enclosure(self.kept.low, ONE).times(Enclosure.of(level.rate)),
            constant(self.kept, count) / self.left,
        )
        boxes = [{1: alive.plus(off), -1: alive.negated().plus(off), 0: spread}[bit] for bit in case]
        if self.gadget.shows:
            boxes[-1] = self.between(-level.rest, level.noise)
        elif case[-1]:
            boxes[-1] = fresh.times(before.all).plus(spread)
        given = variables([*boxes, self.decay])
        weights = given[:-1]
        if case[-1]:
            weights[-1] += constant(case[-1] * level.rate, count) * before
        return Call(self, given, weights)

    def problems(self, case: tuple[int, ...]) -> Iterator[str]:
        """What is wrong in one case; the noise of the call itself is a part of that of its pass."""
        level, call, never_positive, noise = self.level, self.call(case), True, self.share * len(self.rows)
        for row in self.rows:
            call.step(row)
            never_positive = never_positive and call.weights[-1].all.high <= self.between(0, level.noise).high
        wanted, last = self.gadget.writes(*(bit > 0 for bit in case[:-1])), call.last()
        if self.gadget.shows and wanted:  # of what comes after a yes nothing is said
            if not last.low > self.between(0, level.noise).high:
                yield "a yes does not show"
            return
        read = self.between(-level.read, level.read).wider(noise)
        if not all(call.moved(i).within(read) for i in range(self.gadget.reads)):
            yield "it moves what it reads too far"
        if self.gadget.shows:
            if not (never_positive and last.within(self.between(level.idle - level.rest, 0 * level.rest))):
                yield "the accepting weight does not stay at rest"
            return
        sign = 1 if wanted else -1
        if not last.within(self.between(sign - level.fresh, sign + level.fresh).wider(noise)):
            yield "what it writes is not near enough"


def entry(form: BoxFunction) -> BoxFunction:
    """An entry as it is fed; raises ValueError unless it is a float, or will be one when it is rounded."""
    if form.slopes[-1] == ZERO:
        if not is_float(form.all):
            raise ValueError
        return form
    if not form.all.size < MOST * ONE:
        raise ValueError
    return form.wider(ONE >> GRID + 1)


def as_fed(value: Any) -> Any:
    """An entry as it is fed, from what its expression says."""
    return value if is_float(Enclosure.of(value)) else rational(round(value * 2**GRID), 2**GRID)


def is_float(value: Enclosure) -> bool:
    """Whether this is one number, which floats of 24 bits have, so far from their ends that no step overflows."""
    digits = abs(value.low) >> max(0, (value.low & -value.low).bit_length() - 1)
    return (
        value.low == value.high and digits.bit_length() <= 24 and ONE >> 30 <= value.size <= ONE << 30 or value == ZERO
    )


def failures(level: Level, tables: Mapping[str, Rows]) -> Iterator[Failure]:
    """All that is wrong; nothing if every gadget is right, whatever is within the errors."""
    ordered = 1 <= level.shortest <= level.longest and level.noise >= 0 and 1 / 2 <= level.keeps <= 1
    small = 0 < level.fresh < level.error < 1 and 0 < level.rest <= 1
    if not (ordered and small and level.rate > 0 and level.read >= 0):
        yield Failure("level", (), "its numbers contradict each other")
        return
    if not is_float(Enclosure.of(level.rate)):
        yield Failure("level", (), "its rate is no float")
        return
    if len(parts := decays(level)) > PARTS:
        yield Failure("level", (), f"passes of {level.shortest} examples make a step lose more than 1/32 of a weight")
        return
    for name, gadget in GADGETS.items():
        try:
            known = [Known(level, gadget, tables[name], part) for part in parts]
        except (ArithmeticError, ValueError):
            yield Failure(name, (), f"an entry is no float of 24 bits, or one that depends on a reaches {MOST}")
            continue
        for case in gadget.cases():
            found = dict.fromkeys(problem for one in known for problem in one.problems(case))
            yield from (Failure(name, case, problem) for problem in found)


def decays(level: Level) -> list[Enclosure]:
    """What a may be, in parts that are short, as slopes are known better there."""
    if not level.decays:
        return [UNIT]
    low, high = (
        Enclosure.of(1 - level.rate * regularizer(level.rate, level.keeps, examples))
        for examples in (level.shortest, level.longest)
    )
    return [Enclosure(at, min(at + PART, high.high)) for at in range(low.low, high.high + 1, PART)]

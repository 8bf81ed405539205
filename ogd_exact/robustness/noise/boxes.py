"""Boxes that hold all weights: how far each may be off, pass after pass, and whether a pass stays within its box.

Firing patterns given, errors are linear in delta. So boxes are worked out for delta = 1, and then a proof holds for
every delta below some bound: the least of a margin over the error that it may have.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.robustness.noise.reading import Reading
from ogd_exact.robustness.noise.transfer import Transfer, exact, transfer
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.reduction import Reduction

FINE = 16  # errors are rounded up to multiples of 1/16 of delta, so that boxes come to rest


class Limit(NamedTuple):
    """What keeps delta small: from this delta on, a step may not fire as it should, or a bit may be misread."""

    delta: Number
    step: int  # of the pass, from 1; after the last, weights are read
    margin: Number
    error: Number  # of the margin, for delta = 1


class PassDone(NamedTuple):
    errors: tuple[Number, ...]  # of all coordinates after the pass, for delta = 1
    limit: Limit


@dataclass
class Boxes:
    reduction: Reduction

    def __post_init__(self) -> None:
        self.reduction.program.construction.lift.refuse(argument("noise"))
        self.known: dict[object, Transfer] = {}
        self.rooms = Reading(self.reduction).rooms()
        self.decay = exact(self.reduction.values.decay)
        self.calls = list(self.transfers())

    def transfers(self) -> Iterator[tuple[tuple[int, ...], Transfer]]:
        """The calls of a pass: the coordinates of each, and what it does to errors."""
        training, program = self.reduction.training, self.reduction.program
        shared = tuple(program.special(name) for name in training.shared)
        for bound in training.calls():
            key = (bound.call.gadget, tuple(sorted(bound.magnitudes.items())))
            if key not in self.known:
                self.known[key] = transfer(self.reduction, bound)
            yield bound.call.on + shared, self.known[key]

    def aged(self, error: Number, steps: int) -> Number:
        """The error of a weight that no example names for so many steps."""
        if self.decay == 1:
            return error + steps
        left = self.decay**steps
        found: Number = left * error + (1 - left) / (1 - self.decay)
        return found

    def one_pass(self, before: tuple[Number, ...]) -> PassDone:
        """The errors after a pass, and the least limit on delta within it."""
        errors, dates, time = list(before), [0] * len(before), 0
        limit: Limit | None = None
        for places, does in self.calls:
            here = [self.aged(errors[c], time - dates[c]) for c in places]
            for case in does.cases:
                for room in case.rooms:
                    limit = least(limit, time + room.step, room.margin, room.error.at(here))
            for k, c in enumerate(places):
                errors[c] = rounded_up(max(case.after[k].at(here) for case in does.cases))
                dates[c] = time + does.examples
            time += does.examples
        done = tuple(rounded_up(self.aged(e, time - date)) for e, date in zip(errors, dates, strict=True))
        for key, apart in self.rooms.items():
            limit = least(limit, time + 1, apart, done[int(key)])
        assert limit is not None
        return PassDone(done, limit)

    def same(self, error: Number) -> tuple[Number, ...]:
        """The same error for all weights."""
        return (error,) * self.reduction.program.dimension


def least(limit: Limit | None, step: int, margin: Number, error: Number) -> Limit | None:
    if not error > 0:
        return limit
    found = Limit(margin / error, step, margin, error)
    return found if limit is None or found.delta < limit.delta else limit


def rounded_up(value: Number) -> Number:
    found: Number = rational(-((-(value * FINE)) // 1), FINE)  # type: ignore[operator]
    return found

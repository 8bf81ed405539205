"""The clock of a training set: phases, drift and period; and how far apart phases must be."""

from collections.abc import Sequence
from dataclasses import dataclass

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.any_order.walk import Member, Turn


@dataclass(frozen=True)
class Clock:
    """Normalised: the threshold of the rule is 0 and its rate is 1. Phase t is `grip` times the weight of clock t."""

    drift: Number  # an epoch lowers each phase by this
    epochs: int  # of a period, in which each slot fires once
    grip: Number  # what members have on their clock; firing raises the phase by its square
    phases: tuple[Number, ...]  # at the start

    @property
    def period(self) -> Number:
        """The rise of a phase by firing: what the drift of a period takes away."""
        return self.epochs * self.drift

    def phase(self, number: int) -> Number:
        """The phase of slot `number`, counted on through all periods, at which it would stand had no epoch passed."""
        return self.phases[number % len(self.phases)] + number // len(self.phases) * self.period


def apart(turn: Turn, members: Sequence[Member], drift: Number) -> Number:
    """How much higher than the phase of a turn that of another slot must be, so that none of its members can fire.

    In a turn no phase falls further than to the point where the turn's own is 2 drifts below its height: one drift,
    because the winner may come before the drift in the epoch that makes it due, and one for the step itself.
    """
    worst = [
        height_of(member, turn, line) - height for line, height in zip(turn.found, turn.height, strict=True)
        for member in members
    ]  # fmt: skip
    return max(worst) + 2 * drift


def height_of(member: Member, turn: Turn, line: Sequence[Number]) -> Number:
    """The greatest phase below which a member fires, in a case of a turn: minus the least that its w.x can be."""
    total: Number = 0
    for c, x in member:
        place = turn.places.get(c)
        total -= x * line[place] if place is not None else min(x * turn.weights[t] for t in turn.held[c].truths)
    return total


def succession(last: Turn, turn: Turn, drift: Number) -> Number:
    """How much higher a phase must be than the last one's, so that its slot becomes due in a later epoch.

    Slots of one call have their case in common; but not the last slot of a period and the first of the next.
    """
    if last.call == turn.call and last.number < turn.number:
        return max(b - a for a, b in zip(last.height, turn.height, strict=True)) + drift
    return max(turn.height) - min(last.height) + drift

"""Jumps from event to event: between two firings of slots only the drift acts, so that those epochs are skipped.

In whole numbers: all phases and all u.w are multiples of one unit (clock condition 4). An epoch in which something may
fire is followed batch by batch, through those examples alone that do fire; nothing is taken from the proof but the
drift, and that it fires is looked at.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.any_order.orders import Places
from ogd_exact.training.any_order.proof import common_measure, start_weights
from ogd_exact.training.any_order.reduction import DRIFT, SlotReduction
from ogd_exact.training.runs.simulation import Mismatch


class Effect(NamedTuple):
    changes: list[tuple[int, int]]  # by how much u.w grows, of every member where it does
    slots: list[int]  # in which something changes


class EventEngine:
    name = "events"

    def __init__(self, reduction: SlotReduction, places: Places) -> None:
        self.reduction, self.places = reduction, places
        unit, clock = reduction.distance, reduction.clock
        self.members = [None, *(member for slot in reduction.slots for member in slot)]
        self.data = start_weights(reduction.program, reduction.tables)
        self.drift, self.raise_by = whole(clock.drift / unit), whole(clock.period / unit)
        self.base = [whole(phase / unit) for phase in clock.phases]  # of each slot, had no epoch passed
        self.total = sum(self.base)
        self.value = [0, *(whole(sum(x * self.data[c] for c, x in m) / unit) for m in self.members if m is not None)]
        self.of_slot: list[list[int]] = [[] for _ in self.base]
        for k, t in enumerate(reduction.slot_of):
            if k != DRIFT:
                self.of_slot[t].append(k)
        self.until = [0] * len(self.base)  # how far phases must fall for a slot to fire: its base and its least u.w
        self.update(range(len(self.base)))
        self.effects: dict[int, Effect] = {}
        self.epoch, self.accepted = 0, False
        self.log: list[tuple[int, int]] | None = None  # the epoch and the example of every firing, if it is wanted

    def update(self, slots: Iterable[int]) -> None:
        for t in slots:
            self.until[t] = self.base[t] + min([self.value[k] for k in self.of_slot[t]])

    @cached_property
    def measure(self) -> Any:
        """What all entries of members are multiples of."""
        return common_measure(x for member in self.members for _, x in member or ())

    @cached_property
    def readers(self) -> dict[int, list[tuple[int, int]]]:
        """The members that have something at a coordinate, and how many times the measure of entries it is."""
        found: dict[int, list[tuple[int, int]]] = {}
        for k, member in enumerate(self.members):
            for c, x in member or ():
                found.setdefault(c, []).append((k, whole(x / self.measure)))
        return found

    def effect(self, fired: int) -> Effect:
        """The effect of a member when it fires."""
        if fired not in self.effects:
            sums: dict[int, int] = {}
            for c, x in self.members[fired] or ():
                times = whole(x / self.measure)
                for k, other in self.readers[c]:
                    sums[k] = sums.get(k, 0) + times * other
            slot_of, square = self.reduction.slot_of, self.measure * self.measure / self.reduction.distance
            in_units = {total: whole(total * square) for total in {*sums.values()}}
            changes = [(k, in_units[total]) for k, total in sums.items() if total]
            self.effects[fired] = Effect(changes, sorted({slot_of[fired], *(slot_of[k] for k, _ in changes)}))
        return self.effects[fired]

    def weights(self) -> dict[str, Number]:
        reduction, unit = self.reduction, self.reduction.distance
        phases = [(base - self.epoch * self.drift) * unit for base in self.base]
        clocks = [(reduction.threshold + reduction.rate * phase) / reduction.clock.grip for phase in phases]
        return {str(c): w for c, w in enumerate([*(reduction.rate * w for w in self.data), *clocks])}

    def advance(self, until: int) -> None:
        """To the end of an epoch, or of the one in which the answer is yes."""
        while self.epoch < until and not self.accepted:
            soon = min(self.until) // self.drift + 1  # the next epoch in which something may fire
            if soon > until:
                self.epoch = until
            else:
                self.epoch = max(self.epoch, soon - 1)
                self.one_epoch()
            if not self.total > len(self.base) * self.epoch * self.drift:
                raise Mismatch(f"epoch {self.epoch}: the phases have a sum that is not positive")

    def due(self) -> tuple[list[int], list[int]]:
        """The members that fire at these weights, and those that fire only once the drift has."""
        now = self.below(self.epoch * self.drift)
        return now, [k for k in self.below((self.epoch + 1) * self.drift) if k not in now]

    def below(self, fallen: int) -> list[int]:
        """The members that fire once phases have fallen so far."""
        waiting = [t for t, until in enumerate(self.until) if until < fallen]
        return [k for t in waiting for k in self.of_slot[t] if self.base[t] + self.value[k] < fallen]

    def one_epoch(self) -> None:
        before, after = self.epoch * self.drift, (self.epoch + 1) * self.drift
        due = self.below(after)
        sure = len(due) == 1 and not self.places.looks and self.below(before) == due
        if sure:  # it fires wherever it comes, so that the order matters only if somebody is due after it
            self.fire(due)
            if not self.below(after):
                self.epoch += 1
                return
        places = self.places(self.epoch + 1, *(self.due() if self.places.looks else ()))
        drift_place, last, slot_of = places[DRIFT], places[due[0]] if sure else -1, self.reduction.slot_of
        known: dict[int, int] = {}  # places of those that may fire; to ask for one may take long
        while True:
            ready: dict[int, list[int]] = {}
            for k in self.below(after):
                place = known[k] if k in known else known.setdefault(k, places[k])
                seen = after if place > drift_place else before
                if place > last and self.base[slot_of[k]] + self.value[k] < seen:
                    ready.setdefault(place, []).append(k)
            if not ready:
                break
            last = min(ready)
            self.fire(ready[last])
        self.epoch += 1

    def fire(self, fired: list[int]) -> None:
        """The examples of one batch."""
        if self.log is not None:
            self.log += [(self.epoch + 1, k) for k in fired]
        for k in fired:
            t, (changes, touched) = self.reduction.slot_of[k], self.effect(k)
            self.base[t] += self.raise_by
            self.total += self.raise_by
            for c, x in self.members[k] or ():
                self.data[c] += x
            for other, change in changes:
                self.value[other] += change
            self.update(touched)
        self.accepted = self.accepted or bool(self.data[self.reduction.program.accept] > 0)


def whole(value: Any) -> int:
    if value.denominator != 1:
        raise Mismatch(f"{value} is no multiple of the unit of the proof")
    return int(value.numerator)

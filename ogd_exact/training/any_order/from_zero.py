"""The full batch from w = 0: one more example that fires in the first epoch, with all others, and never again."""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.proof import highest, largest, size
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.any_order.walk import Walk

ORDER = "full-batch"


@dataclass(frozen=True)
class FromZero(SlotReduction):
    """After the first epoch its weights are those of the ordinary run, and so they are ever after."""

    @property
    def order(self) -> str:
        return ORDER

    def more(self) -> list[str]:
        return [*super().more(), "fresh"]

    @property
    def dimension(self) -> int:
        return super().dimension + 1

    def start(self) -> dict[str, Number]:
        return {str(c): rational(0) for c in range(self.dimension)}

    @cached_property
    def examples(self) -> list[Example]:
        """All others, and one that adds what they lack."""
        others = super().examples
        lacks = {c: weight / self.rate for c, weight in self.after_first().items()}
        for example in others:
            for c, x in example.x.items():
                lacks[c] -= x
        # It does not fire again if the square of its fresh entry outweighs all the rest, whatever the weights become.
        outweighed = sum(size(x) * self.largest[int(c)] for c, x in lacks.items()) + self.threshold + self.rate
        fresh = rational(1)
        while not self.rate * fresh * fresh > outweighed:
            fresh *= 2
        x = {c: value for c, value in lacks.items() if value != 0}
        return [*others, Example({**x, str(self.dimension - 1): fresh}, rational(1))]

    def after_first(self) -> dict[str, Number]:
        """The weights of the ordinary run after the first epoch, in which no slot fires (clock condition 3)."""
        lowered = self.rate * self.clock.drift / self.clock.grip
        first = self.program.dimension
        return {c: weight - lowered if int(c) >= first else weight for c, weight in super().start().items()}

    @cached_property
    def largest(self) -> list[Any]:
        """What no weight exceeds: a phase stays between -2 drifts less the greatest height, and that and a period."""
        walk, clock = Walk(self.program, self.tables), self.clock
        phase = highest(walk, self.slots) + 2 * clock.drift + clock.period
        clocks = [(self.threshold + self.rate * phase) / clock.grip] * len(self.slots)
        return [*(self.rate * weight for weight in largest(walk)), *clocks]


def from_zero(reduction: SlotReduction) -> FromZero:
    if not reduction.threshold > 0:
        raise InputError(f"at w = 0 every example of {reduction.model} is on the kink; drop {argument('from_zero')}")
    found = FromZero(*(getattr(reduction, f.name) for f in fields(reduction)))
    first = reduction.threshold / reduction.rate  # how far all margins are from the kink in the first epoch
    return replace(found, distance=min(reduction.distance, first, rational(1)))

"""Every example of every epoch through the kernel: the reference."""

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number, rational, sign
from ogd_exact.training.any_order.orders import Places, batches_of
from ogd_exact.training.any_order.reduction import DRIFT, SlotReduction
from ogd_exact.training.runs.simulation import Mismatch


class PlainEngine:
    name = "kernel"

    def __init__(self, reduction: SlotReduction, places: Places) -> None:
        self.reduction, self.places = reduction, places
        self.current = reduction.start()
        self.epoch = 0
        self.accepted = False
        self.nearest: Number | None = None  # the least distance of a margin to the kink, that of the drift apart

    def weights(self) -> dict[str, Number]:
        return dict(self.current)

    def advance(self, until: int) -> None:
        """To the end of an epoch, or of the one in which the answer is yes."""
        while self.epoch < until and not self.accepted:
            self.one_epoch()

    def one_epoch(self) -> None:
        places = self.places(self.epoch + 1, *(self.due() if self.places.looks else ()))
        for batch in batches_of(places):
            self.batch(batch)
        self.epoch += 1

    def batch(self, examples: list[int]) -> None:
        """All at the same weights."""
        added: dict[str, Number] = {}
        for k in examples:
            example = self.reduction.examples[k]
            named = {c: self.current[c] for c in example.x}
            try:
                margins, fired, after = self.reduction.step.take(named, example, sign)
            except Kink as kink:
                raise Mismatch(f"epoch {self.epoch + 1}, example {k + 1}: {kink}") from None
            if k != DRIFT and (self.nearest is None or abs(margins[0]) < self.nearest):
                self.nearest = abs(margins[0])
            if k == DRIFT and not fired:
                raise Mismatch(f"epoch {self.epoch + 1}: the drift does not fire")
            for c in example.x if fired else ():
                added[c] = added.get(c, rational(0)) + after[c] - named[c]
        for c, change in added.items():
            self.current[c] += change
        self.accepted = self.accepted or self.current[str(self.reduction.program.accept)] > 0

    def due(self) -> tuple[list[int], list[int]]:
        """The examples that fire at these weights, and those that fire only once the drift has."""
        step, lower = self.reduction.step, self.reduction.rate * self.reduction.clock.drift
        now: list[int] = []
        after: list[int] = []
        for k, example in enumerate(self.reduction.examples):
            (margin,) = step.margins(step.values(self.current, example))
            if k != DRIFT and margin < lower:
                (now if margin < 0 else after).append(k)
        return now, after

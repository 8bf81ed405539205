"""Training sets whose examples may come in any order, and the clock that they have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.shown import SHOWN_PASSES, Page, Picture
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import fraction
from ogd_exact.core.kernel.step import Example
from ogd_exact.documents.explorer.clock import check_shown, clock_data, clock_outline
from ogd_exact.documents.explorer.clock_picture import clock_picture
from ogd_exact.documents.explorer.outline import Outline
from ogd_exact.documents.explorer.page import page
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.formats import FORMATS, header_data
from ogd_exact.training.any_order.orders import order as placed_by
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.any_order.report import report_json, report_text
from ogd_exact.training.runs.conclude import Conclusion


@dataclass(frozen=True, repr=False, eq=False)
class AnyOrderRun(TrainingSet):
    """A training set that is proved to run its circuit in every order, in all batches, for ever (docs/any-order.md)."""

    reduction: SlotReduction
    shown: int = SHOWN_PASSES  # periods, in which a page or a picture looks for the end of the run
    formats = FORMATS

    @property
    def slots(self) -> tuple[int, ...]:
        """The slot of each example, in order; that of the drift is -1."""
        return tuple(self.reduction.slot_of)

    @property
    def epochs(self) -> int:
        """How many there are from one application of the circuit to the next."""
        return self.reduction.epochs

    @property
    def phases(self) -> tuple[Fraction, ...]:
        """The phases of the slots at the start, for threshold 0 and rate 1; an epoch lowers each by the drift."""
        return tuple(fraction(phase) for phase in self.reduction.clock.phases)

    @property
    def drift(self) -> Fraction:
        return fraction(self.reduction.clock.drift)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return tuple(self.reduction.coordinates())

    @property
    def dimension(self) -> int:
        return self.reduction.dimension

    def __len__(self) -> int:
        return len(self.reduction.examples)

    def exact_examples(self) -> list[Example]:
        """The first is the drift."""
        return self.reduction.examples

    def codes(self, index: int) -> Sequence[Any]:
        return [self.reduction.rate * self.reduction.tables.encoding[truth] for truth in ("true", "false")]

    @check_argument_types
    def firings(self, order: str = "shuffle", frames: int = 1, seed: int = 0) -> list[tuple[int, int]]:
        """The epoch and the example of every firing in some frames; the drift, which fires in every epoch, is left out.

        Between two of them every phase falls by the drift in every epoch, and the data stand still.
        """
        runner = EventEngine(self.reduction, placed_by(order, len(self), seed))
        runner.log = []
        runner.advance(frames * self.epochs)
        return runner.log

    @check_argument_types
    def explore(self, order: str = "shuffle", seed: int = 0) -> Page:
        """The page on which to watch the run, which begins with this order; a notebook shows it in place."""
        check_shown(self.reduction.asked, order)
        return Page(page(clock_data(self.reduction, self.outline, order, seed)))

    @check_argument_types
    def figure(self, number: int = 1, order: str = "shuffle", seed: int = 0) -> Picture:
        """A picture of the clock in period `number`, which counts from 1, and of the bits of all periods."""
        check_shown(self.reduction.asked, order)
        return Picture.by(self.drawn(number, order, seed))

    def drawn(self, number: int, order: str, seed: int) -> Callable[[str], bytes]:
        return partial(clock_picture, self.reduction, self.outline, number, order, seed)

    @cached_property
    def outline(self) -> Outline:
        """How the run goes, for as many periods as can be shown."""
        return clock_outline(self.reduction, self.shown)

    @unlimited_int_digits
    def header(self) -> dict[str, Any]:
        return header_data(self.reduction)

    def report_text(self, found: Conclusion | None) -> str:
        return report_text(self.reduction, found)

    def report_json(self, found: Conclusion | None) -> str:
        return report_json(self.reduction, found)

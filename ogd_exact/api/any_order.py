"""Training sets whose examples may come in any order, and what became of their runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.shown import SHOWN_PASSES, Page, Picture
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import Weights, bit_of, fraction, in_order
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
from ogd_exact.training.any_order.run import Ran


@dataclass(frozen=True, repr=False, eq=False)
class AnyOrderRun(TrainingSet):
    """A training set that is proved to run its circuit in every order, in all batches, for ever (docs/any-order.md)."""

    reduction: SlotReduction
    shown: int = SHOWN_PASSES  # periods, in which a page or a picture looks for the end of the run
    formats = FORMATS

    @property
    def model(self) -> str:
        return self.reduction.model

    @property
    def slots(self) -> tuple[int, ...]:
        """The slot of each example, in order; that of the drift is -1."""
        return tuple(self.reduction.slot_of)

    @property
    def epochs(self) -> int:
        """From one application of the circuit to the next."""
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

    @property
    def accept(self) -> int:
        return self.reduction.program.accept

    def __len__(self) -> int:
        return len(self.reduction.examples)

    def exact_examples(self) -> list[Example]:
        """The first is the drift."""
        return self.reduction.examples

    @check_argument_types
    def bits(self, weights: Weights) -> tuple[int, ...]:
        """What weights after a number of epochs that is a multiple of `epochs` say: the latches, as 0 and 1.

        Weights are a row, or a mapping by the names or numbers of coordinates. Rounded ones are read as the nearer of
        what stands for false and true; those half way to the other, or as far away beyond, are refused.
        """
        found, program = in_order(weights, self.coordinates), self.reduction.program
        codes = [self.reduction.rate * self.reduction.tables.encoding[truth] for truth in ("true", "false")]
        latches = zip(self.latches, program.netlist.state, strict=False)
        return tuple(int(bit_of(found[program.signal(s.input)], name, *codes) != s.inverted) for name, s in latches)

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
        """As in the first line of `reduce --format jsonl`."""
        return header_data(self.reduction)

    @unlimited_int_digits
    def to_json(self) -> str:
        """As `simulate --no-simulate --format json` writes it."""
        return report_json(self.reduction, None)

    @unlimited_int_digits
    def __str__(self) -> str:
        return report_text(self.reduction, None)

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class AnyOrderVerdict:
    """The answer of a run in some order; passes are epochs."""

    verdict: str
    frame: int | None
    passes: int
    steps: int
    period: int | None
    order: str
    seed: int | None
    engine: str
    nearest: Fraction | None  # the least distance of a margin to the kink, where every margin was looked at
    run: AnyOrderRun = field(repr=False, kw_only=True)
    ran: Ran = field(repr=False, kw_only=True)

    @classmethod
    def of(cls, run: AnyOrderRun, ran: Ran) -> "AnyOrderVerdict":
        nearest, said = None if ran.nearest is None else fraction(ran.nearest), ran.outcome
        counts = (said.verdict, said.frame, said.passes, said.steps, said.period)
        return cls(*counts, ran.order, ran.seed, ran.engine, nearest, run=run, ran=ran)

    @unlimited_int_digits
    def explain(self) -> str:
        """In words, as the command prints it."""
        return report_text(self.run.reduction, self.ran)

    __str__ = explain

    @unlimited_int_digits
    def to_json(self) -> str:
        """As `simulate --format json` writes it."""
        return report_json(self.run.reduction, self.ran)

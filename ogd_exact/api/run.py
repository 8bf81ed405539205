"""A circuit as a training set that is proved to run it."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from ogd_exact.api.arguments import of_kind
from ogd_exact.api.digits import any_digits
from ogd_exact.api.shown import SHOWN_PASSES, Page, Picture
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import Weights, bit_of, number, row
from ogd_exact.explorer.circuit import check_size, circuit_data
from ogd_exact.explorer.outline import Outline, outlined
from ogd_exact.explorer.page import page
from ogd_exact.explorer.picture import picture
from ogd_exact.kernel.errors import InputError
from ogd_exact.kernel.numbers import rational
from ogd_exact.kernel.step import Example
from ogd_exact.numbers.powers import plain
from ogd_exact.output.wording import argument
from ogd_exact.reduction.formats import FORMATS, header
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.coding import Coding
from ogd_exact.run.report import report_json, report_text


@dataclass(frozen=True, repr=False, eq=False)
class Run(TrainingSet):
    """A training set, fed pass after pass; every pass is proved to do one step of the circuit."""

    reduction: Reduction
    shown: int = SHOWN_PASSES  # in which a page or a picture looks for the end of the run
    formats = FORMATS

    @property
    def model(self) -> str:
        return self.reduction.model.name

    @property
    def parameters(self) -> Mapping[str, str]:
        """The rates of the update rule, and the other symbols of the model."""
        return self.reduction.shown

    @property
    def question(self) -> str:
        """How the weights are asked: first-coordinate, fixed-point or norm."""
        return self.reduction.question

    @property
    def coordinates(self) -> tuple[str, ...]:
        return tuple(self.reduction.program.coordinates())

    @property
    def dimension(self) -> int:
        return self.reduction.program.dimension

    @property
    def accept(self) -> int | None:
        """The coordinate whose weight becomes positive when the answer is yes, if that is the question."""
        program = self.reduction.program
        return program.special(program.construction.accept) if program.construction.answers else None

    def __len__(self) -> int:
        return self.reduction.examples

    def fed(self) -> Iterator[Example]:
        return self.reduction.training.examples()

    @of_kind
    def bits(self, weights: Weights) -> tuple[int, ...]:
        """What weights after a pass say: the latches, in the circuit's own order, as 0 and 1.

        Weights are a row, such as coef_[0], or a mapping by the names or numbers of coordinates. Rounded ones are read
        as the nearest of what stands for false, unset and true; those half way to the next or beyond are refused.
        """
        found, program = row(self.reduction, weights), self.reduction.program
        latches = zip(self.latches, self.reduction.netlist.state, strict=True)
        return tuple(
            int(bit_of(found[program.signal(at)], name, *self.codes[at]) != inverted)
            for name, (at, inverted) in latches
        )

    @of_kind
    def answer(self, weights: Weights) -> bool:
        """Whether weights say yes; only for the question about the first coordinate."""
        if self.accept is None or self.question != "first-coordinate":
            raise InputError(f"the answer to {self.question} is not in the weights; ask simulate")
        return bool(number(row(self.reduction, weights)[self.accept], self.coordinates[self.accept]) > 0)

    @any_digits
    def header(self) -> dict[str, Any]:
        """What the examples alone do not say, as in the first line of `reduce --format jsonl`."""
        found: dict[str, Any] = json.loads(header(self.reduction))
        return found

    @any_digits
    def explore(self) -> Page:
        """The page on which to watch the run, step by step; a notebook shows it in place."""
        return Page(page(circuit_data(self.reduction, self.outline)))

    @of_kind
    def figure(self, number: int = 1) -> Picture:
        """A picture of pass `number`, which counts from 1, and of the whole run below."""
        return Picture.by(self.drawn(number))

    def drawn(self, number: int) -> Callable[[str], bytes]:
        return partial(picture, self.reduction, self.outline, number)

    @cached_property
    def outline(self) -> Outline:
        """How the run goes, for as many passes as can be shown."""
        if self.question != "first-coordinate":
            both = f"{argument('question')} and {argument('norm_bound')}"
            raise InputError(f"the page shows the first coordinate; drop {both}")
        check_size(self.reduction)
        return outlined(self.reduction, self.shown)

    @cached_property
    def codes(self) -> list[tuple[Any, Any, Any]]:
        """The weights that stand for true, false and unset, which counts as false, of each input of the netlist."""
        return [(plain(true), plain(false), rational(0)) for false, true in Coding(self.reduction).codes.values()]

    @any_digits
    def to_json(self) -> str:
        """As `simulate --no-simulate --format json` writes it."""
        return report_json(self.reduction, None, {})

    @any_digits
    def __str__(self) -> str:
        return report_text(self.reduction, None, {})

    __repr__ = __str__

"""A circuit as a training set that is proved to run it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.origins import GadgetCall, Origin, origins
from ogd_exact.api.replay import Replay, replay
from ogd_exact.api.shown import SHOWN_PASSES, Page, Picture
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import Weights, in_order
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.documents.explorer.circuit_data import check_size, circuit_data
from ogd_exact.documents.explorer.outline import Outline, outlined
from ogd_exact.documents.explorer.page import page
from ogd_exact.documents.explorer.picture import picture
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.formats import FORMATS, header_data
from ogd_exact.training.constructions.provenance import provenances
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.coding import Coding
from ogd_exact.training.runs.conclude import Conclusion
from ogd_exact.training.runs.report import report_json, report_text


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
    def accept(self) -> int | None:
        program = self.reduction.program
        return program.special(program.construction.accept) if program.construction.answers else None

    def __len__(self) -> int:
        return self.reduction.examples

    def exact_examples(self) -> Iterator[Example]:
        return self.reduction.training.examples()

    @check_argument_types
    def answer(self, weights: Weights) -> bool:
        if self.question != "first-coordinate":
            raise InputError(f"the answer to {self.question} is not in the weights; ask simulate")
        return super().answer(weights)

    def in_order(self, weights: Weights) -> Sequence[Any]:
        """The weights of the coordinates, in order; a row may have those of the rule and of velocities besides."""
        return in_order(weights, self.coordinates, len(self.reduction.first_weights) - self.dimension)

    def calls(self) -> Iterator[GadgetCall]:
        """The gadget calls of a pass, in order."""
        return (found[0].call for found in origins(provenances(self.reduction), self.reduction.program.names))

    @check_argument_types
    def provenance(self, example: int) -> Origin:
        """The call and the row that an example belongs to; examples are counted from 1."""
        if not 1 <= example <= len(self):
            raise InputError(f"there is no example {example}; give one from 1 to {len(self)}")
        calls = origins(provenances(self.reduction), self.reduction.program.names)
        return next(one for found in calls for one in found if one.example == example)

    @check_argument_types
    def replay(self, library: str = "sklearn", dtype: str | None = None, max_passes: int | None = None) -> Replay:
        """The same training set in a library, by its own update rule, compared with the exact run after every pass.

        library  sklearn, sklearn-sparse, torch, river or vw
        dtype    of its numbers, if not its own choice
        """
        return replay(self.reduction, library, dtype, max_passes)

    @unlimited_int_digits
    def header(self) -> dict[str, Any]:
        return header_data(self.reduction)

    @unlimited_int_digits
    def explore(self) -> Page:
        """The page on which to watch the run, step by step; a notebook shows it in place."""
        return Page(page(circuit_data(self.reduction, self.outline)))

    @check_argument_types
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
    def known_codes(self) -> list[tuple[Any, Any, Any]]:
        """The weights that stand for true, false and unset, which counts as false, of each input of the netlist."""
        return [(plain(true), plain(false), rational(0)) for false, true in Coding(self.reduction).codes.values()]

    def codes(self, index: int) -> Sequence[Any]:
        return self.known_codes[index]

    def report_text(self, found: Conclusion | None) -> str:
        return report_text(self.reduction, found.outcome if found else None, found.how() if found else {})

    def report_json(self, found: Conclusion | None) -> str:
        return report_json(self.reduction, found.outcome if found else None, found.how() if found else {})

"""A circuit as a training set that is proved to run it."""

import html
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from typing import Any

from ogd_exact.api.arguments import of_kind
from ogd_exact.api.digits import any_digits
from ogd_exact.api.shown import SHOWN_PASSES, Page, Picture
from ogd_exact.api.weights import BitReader, Weights, fraction, number, row
from ogd_exact.circuits.assumptions import Assumptions
from ogd_exact.explorer.circuit import check_size, circuit_data
from ogd_exact.explorer.outline import Outline, outlined
from ogd_exact.explorer.page import page
from ogd_exact.explorer.picture import picture
from ogd_exact.kernel.errors import InputError
from ogd_exact.output.files import write_file
from ogd_exact.reduction.formats import FORMATS, Advice, header, rows
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.run.report import report_text

MOST_CELLS = 100_000_000  # of a dense matrix
INSTEAD = Advice("run.examples()", "lossy=True")


@dataclass(frozen=True, repr=False, eq=False)
class Run:
    """A training set, fed pass after pass; every pass is proved to do one step of the circuit."""

    reduction: Reduction

    @property
    def circuit(self) -> str:
        """Its file or specification; "circuit" for one made in Python."""
        return self.reduction.circuit

    @property
    def sha256(self) -> str | None:
        """Of its file, or of the parts of one made in Python; a machine has none."""
        return self.reduction.asked.sha256

    @property
    def assumptions(self) -> Assumptions:
        """How inputs are driven, where latches start that the circuit leaves open, and what must hold on the way."""
        return self.reduction.assumptions

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
    def asks(self) -> str:
        """What is asked about the circuit, such as: bad b0."""
        return self.reduction.wanted

    @property
    def latches(self) -> tuple[str, ...]:
        """The names of the circuit's latches, in its own order, which is that of bits."""
        return self.reduction.latches

    @property
    def gates(self) -> int:
        """How many NAND gates the circuit became."""
        return len(self.reduction.netlist.gates)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the weights, in order, but for v, the weight of a second layer."""
        return tuple(self.reduction.program.coordinates())

    @property
    def dimension(self) -> int:
        return self.reduction.program.dimension

    @property
    def accept(self) -> int | None:
        """The coordinate whose weight becomes positive when the answer is yes, if that is the question."""
        program = self.reduction.program
        return program.special(program.construction.accept) if program.construction.answers else None

    @property
    def start(self) -> tuple[Fraction, ...]:
        """The weights before the first pass: of the coordinates, then of v if there is one."""
        return tuple(self.rational(weight, "the start") for weight in self.reduction.start().values())

    def __len__(self) -> int:
        """How many examples a pass has."""
        return self.reduction.examples

    def examples(self) -> Iterator[tuple[dict[int, Fraction], Fraction]]:
        """The examples of a pass, exactly and one at a time: x by the coordinates that are not 0, and y."""
        for k, example in enumerate(self.reduction.training.examples(), 1):
            where = f"example {k}"
            yield {int(c): self.rational(x, where) for c, x in example.x.items()}, self.rational(example.y, where)

    @of_kind
    @any_digits
    def arrays(self, *, sparse: bool = False, lossy: bool = False) -> tuple[Any, Any]:
        """X and y in numpy's doubles; a number that is no double is refused unless lossy, and then rounded.

        X is dense, or else scipy's csr_matrix.
        """
        found = rows(self.reduction.training.examples(), lossy, "arrays", INSTEAD)
        shape = (len(self), self.dimension)
        if sparse:
            try:
                scipy = import_module("scipy.sparse")
            except ImportError:
                raise InputError("sparse=True needs scipy; install it with: pip install scipy") from None
            return scipy.csr_matrix((found.data, found.indices, found.indptr), shape), found.y
        if shape[0] * shape[1] > MOST_CELLS:
            raise InputError("the training set is too large for a dense matrix; take sparse=True")
        numpy = import_module("numpy")
        dense = numpy.zeros(shape)
        dense[numpy.repeat(numpy.arange(shape[0]), numpy.diff(found.indptr)), found.indices] = found.data
        return dense, found.y

    @of_kind
    @any_digits
    def bits(self, weights: Weights) -> tuple[int, ...]:
        """What weights after a pass say: the latches, in the circuit's own order, as 0 and 1.

        Weights are a row, such as coef_[0], or a mapping by the names or numbers of coordinates. Rounded ones are read
        as the nearest of what stands for false, unset and true; those half way to the next or beyond are refused.
        """
        return self.reader.bits(weights)

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

    @of_kind
    @any_digits
    def save(self, path: str | os.PathLike[str], format: str = "jsonl", *, lossy: bool = False) -> None:
        """Writes the training set as reduce does: jsonl, which is exact, svmlight or npz."""
        if format not in FORMATS:
            raise InputError(f"there is no format {format!r}; there is {', '.join(FORMATS)}")
        write_file(FORMATS[format](self.reduction, lossy), os.fspath(path))

    @any_digits
    def explore(self) -> Page:
        """The page on which to watch the run, step by step; a notebook shows it in place."""
        return Page(page(circuit_data(self.reduction, self.outline)))

    @of_kind
    @any_digits
    def figure(self, number: int = 1) -> Picture:
        """A picture of pass `number`, which counts from 1, and of the whole run below."""
        drawn = partial(picture, self.reduction, self.outline, number)
        return Picture(drawn("png"), drawn)

    @cached_property
    def outline(self) -> Outline:
        """How the run goes, for as many passes as can be shown."""
        if self.question != "first-coordinate":
            raise InputError("the page shows the first coordinate; drop --question and --norm-bound")
        check_size(self.reduction)
        return outlined(self.reduction, SHOWN_PASSES)

    @cached_property
    def reader(self) -> BitReader:
        return BitReader(self.reduction)

    @staticmethod
    def rational(value: Any, where: str) -> Fraction:
        try:
            return fraction(value)
        except ValueError as error:
            raise InputError(f"{where}: {error}; choose parameters whose square roots are rational") from None

    @any_digits
    def __str__(self) -> str:
        return report_text(self.reduction, None, {})

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

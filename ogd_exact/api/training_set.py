"""What every training set made of a circuit offers, whether its examples come in a fixed order or in any."""

import copy
import html
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.weights import Weights, bit_of, fraction, in_order, number
from ogd_exact.circuits.closing.assumptions import Assumptions
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.files import write_file
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.constructions.formats import rows
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.runs.conclude import Conclusion

MOST_CELLS = 100_000_000  # of a dense matrix


class TrainingSet(ABC):
    reduction: Reduction | SlotReduction | LogisticReduction
    formats: Mapping[str, Callable[[Any, bool], Iterator[bytes]]]  # of files

    @property
    def circuit(self) -> str:
        """Its file or specification; "circuit" for one made in Python."""
        return self.reduction.asked.circuit

    @property
    def sha256(self) -> str | None:
        """The sum of the circuit's file, or of the parts of one made in Python; a machine has none."""
        return self.reduction.asked.sha256

    @property
    def assumptions(self) -> Assumptions:
        """How inputs are driven, where latches start that the circuit leaves open, and what must hold on the way."""
        return copy.deepcopy(self.reduction.asked.assumptions)  # what a verdict says of them must stay what they are

    @property
    def asks(self) -> str:
        """What is asked about the circuit, such as: bad b0."""
        return self.reduction.asked.wanted

    @property
    def latches(self) -> tuple[str, ...]:
        """The names of the circuit's latches, in its own order, which is that of bits."""
        return self.reduction.asked.latches

    @property
    def gates(self) -> int:
        """How many gates the circuit became: NANDs, unless the construction has others."""
        return self.reduction.program.netlist.size

    @property
    def model(self) -> str:
        return str(self.reduction.model)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the weights, in order, but for v, the weight of a second layer."""
        return tuple(self.reduction.program.coordinates())

    @property
    def dimension(self) -> int:
        """How many coordinates there are."""
        return self.reduction.program.dimension

    @property
    def accept(self) -> int | None:
        """The coordinate whose weight becomes positive when the answer is yes, if that is the question."""
        return self.reduction.program.accept

    @property
    def start(self) -> tuple[Fraction, ...]:
        """The weights at the very start: of the coordinates, then of v if there is one."""
        return tuple(rational(weight, "the start") for weight in self.reduction.start().values())

    @abstractmethod
    def __len__(self) -> int:
        """How many examples there are, which is how many a pass or an epoch has."""

    @abstractmethod
    def exact_examples(self) -> Iterable[Example]:
        """The examples, in the kernel's numbers."""

    @abstractmethod
    def codes(self, index: int) -> Sequence[Any]:
        """The weights that an input of the netlist can have between applications of the circuit, that of true first."""

    @abstractmethod
    def header(self) -> dict[str, Any]:
        """What the examples alone do not say, as in the first line of `reduce --format jsonl`."""

    @abstractmethod
    def report_text(self, found: Conclusion | None) -> str:
        """What is said of it, and of a run."""

    @abstractmethod
    def report_json(self, found: Conclusion | None) -> str:
        """The same as JSON."""

    @check_argument_types
    def bits(self, weights: Weights) -> tuple[int, ...]:
        """What weights after a pass say (or after `epochs`): the latches, in the circuit's own order, as 0 and 1.

        Weights are a row, such as coef_[0], or a mapping by the names or numbers of coordinates. Rounded ones are read
        as the nearest of what stands for false, unset and true; those half way to the next or beyond are refused.
        """
        found, program = self.in_order(weights), self.reduction.program
        latches = zip(self.latches, program.netlist.state, strict=True)
        return tuple(
            int(bit_of(found[program.signal(at)], name, *self.codes(at)) != inverted)
            for name, (at, inverted) in latches
        )

    @check_argument_types
    def answer(self, weights: Weights) -> bool:
        """Whether weights say yes; only for the question about the first coordinate."""
        if self.accept is None:
            raise InputError("the answer to this question is not in the weights; ask simulate")
        return bool(number(self.in_order(weights)[self.accept], self.coordinates[self.accept]) > 0)

    def in_order(self, weights: Weights) -> Sequence[Any]:
        """The weights of the coordinates, in order."""
        return in_order(weights, self.coordinates)

    def examples(self) -> Iterator[tuple[dict[int, Fraction], Fraction]]:
        """The examples, exactly and one at a time: x by the coordinates that are not 0, and y."""
        for k, example in enumerate(self.exact_examples(), 1):
            where = f"example {k}"
            yield {int(c): rational(x, where) for c, x in example.x.items()}, rational(example.y, where)

    @check_argument_types
    def arrays(self, *, sparse: bool = False, lossy: bool = False) -> tuple[Any, Any]:
        """X and y in numpy's doubles; a number that is no double is refused unless lossy, and then rounded.

        X is dense, or else scipy's csr_matrix.
        """
        found = rows(self.exact_examples(), lossy, "arrays", "run.examples()")
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

    @check_argument_types
    def save(self, path: str | os.PathLike[str], format: str = "jsonl", *, lossy: bool = False) -> None:
        """Writes the training set as reduce does: jsonl, which is exact, svmlight or npz."""
        if format not in self.formats:
            raise InputError(f"there is no format {format!r}; there is {', '.join(self.formats)}")
        write_file(self.pieces(format, lossy), os.fspath(path))

    def pieces(self, format: str, lossy: bool) -> Iterator[bytes]:
        return self.formats[format](self.reduction, lossy)

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `simulate --no-simulate --format json` writes."""
        return self.report_json(None)

    @unlimited_int_digits
    def __str__(self) -> str:
        return self.report_text(None)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def rational(value: Any, where: str) -> Fraction:
    try:
        return fraction(value)
    except ValueError as error:
        raise InputError(f"{where}: {error}; choose parameters whose square roots are rational") from None

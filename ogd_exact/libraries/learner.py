"""What a training library is given, and what it is asked for."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example, Step
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain

MOST_CELLS = 100_000_000  # of a dense matrix
LARGEST = {
    "float64": sys.float_info.max,
    "float32": 2.0**128 - 2.0**104,
    "float16": 65504.0,
    "bfloat16": 255 * 2.0**120,
}
Same = Mapping[str, Any]  # what of a library is a rule: an estimator, a loss, options


class Learner(Protocol):
    """A library's own model, trained by its own update rule; nothing of it is replaced."""

    name: str  # as its users know it
    version: str  # of the library

    def one_pass(self) -> None:
        """Feeds all examples, in order."""
        for _ in self.stepwise():
            pass

    def stepwise(self) -> Iterator[None]:
        """Feeds all examples, in order, and pauses after each."""

    def weights(self) -> list[float]:
        """The weights of the problem: the coordinates in order, then the rule's state."""


@dataclass(frozen=True)
class LearningTask:
    """What a library is to learn: examples in exact numbers, and the step that is taken with each."""

    model: str
    step: Step
    start: Mapping[str, Number]  # the weights of the coordinates in order, then of the rule's state
    examples: Callable[[], Iterable[Example]]
    bias: int | None = None  # a coordinate that has x = -1 in every example


def circuit_task(reduction: Reduction) -> LearningTask:
    biases = [reduction.program.special(name) for name in reduction.program.construction.always]
    about = (reduction.model.name, reduction.values.step, reduction.start(), reduction.training.examples)
    return LearningTask(*about, biases[-1] if biases else None)


@dataclass(frozen=True)
class Setting:
    """A training set in doubles, with what else a library must be told."""

    same: Same
    rate: float
    regularizer: float
    examples: tuple[tuple[dict[int, float], float], ...]
    start: tuple[float, ...]  # of the coordinates
    state: Mapping[str, float] = field(default_factory=dict)  # what the rule has besides, at the start
    momentum: float = 0.0
    nesterov: bool = False
    intercept: int | None = None  # the coordinate that the library's own intercept holds, negated, instead of a column
    dtype: str = "float64"

    @property
    def library_rate(self) -> float:
        """The rate to tell the library: it makes up for a rule that moves k times as far as the loss."""
        return self.rate * float(self.same.get("times", 1))

    @property
    def library_regularizer(self) -> float:
        return self.regularizer / float(self.same.get("times", 1))

    @property
    def has_intercept(self) -> bool:
        """Whether the library's own intercept learns: as a coordinate, or as a state of the rule."""
        return self.intercept is not None or "intercept" in self.same

    @property
    def intercept_start(self) -> float:
        return self.state[self.same["intercept"]] if self.intercept is None else -self.start[self.intercept]

    @property
    def dimension(self) -> int:
        return len(self.start)

    @property
    def columns(self) -> list[int]:
        """The coordinates that are features."""
        return [c for c in range(self.dimension) if c != self.intercept]

    @property
    def labels(self) -> list[float]:
        return [y for _, y in self.examples]

    def dense(self) -> Any:
        """All examples as a matrix."""
        if len(self.examples) * self.dimension > MOST_CELLS:
            remedy = f"try {argument('library', 'sklearn-sparse')}"
            raise InputError(f"the training set is too large for a dense matrix; {remedy}")
        numpy = importlib.import_module("numpy")
        matrix = numpy.zeros((len(self.examples), len(self.columns)))
        place = {c: i for i, c in enumerate(self.columns)}
        for row, (x, _) in enumerate(self.examples):
            for c, value in x.items():
                matrix[row, place[c]] = value
        return matrix

    def ordered(self, features: list[float], intercept: float) -> list[float]:
        """The weights of the coordinates in order, from those of the features and the intercept."""
        found = dict(zip(self.columns, features, strict=True))
        return [-intercept if c == self.intercept else found[c] for c in range(self.dimension)]


def rounded(value: Any, where: str, dtype: str = "float64") -> float:
    """The nearest double; what is too large for the library's numbers is refused."""
    try:
        double = float(plain(value))
    except OverflowError:
        double = float("inf")
    if abs(double) > LARGEST[dtype]:
        text = one_line(str(value), 40)
        wider = "" if dtype == "float64" else f"{argument('dtype', 'float64')} if there is one, or "
        raise InputError(
            f"{where}: {text} is too large for a {dtype}; take {wider}a smaller circuit or smaller numbers"
        )
    return double


def setting(task: LearningTask, same: Same, dtype: str, own_intercept: bool) -> Setting:
    """A training set, rounded to doubles, which the library may round once more."""
    # Of a bias with x = -1 in every example, an intercept that is always multiplied by 1 is the opposite.
    intercept = task.bias if own_intercept and "intercept" not in same else None
    examples = []
    for number, example in enumerate(task.examples(), 1):
        where = f"example {number}"
        x = {int(c): rounded(value, where, dtype) for c, value in example.x.items() if int(c) != intercept}
        examples.append((x, rounded(example.y, where, dtype)))
    start = tuple(rounded(weight, "the start", dtype) for weight in task.start.values())
    step, dimension = task.step, len(start) - len(task.step.rule.state)
    return Setting(
        same,
        rounded(step.rate, "the learning rate", dtype),
        rounded(step.regularizer, "the regularizer", dtype),
        tuple(examples),
        start[:dimension],
        dict(zip(step.rule.state, start[dimension:], strict=True)),
        rounded(step.momentum or 0, "the momentum", dtype),
        step.nesterov,
        intercept,
        dtype,
    )

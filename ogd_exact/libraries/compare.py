"""A library and the exact run side by side, pass by pass, and step by step where they part."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.libraries.exact import Exact, Weights
from ogd_exact.libraries.learner import Learner
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation


class Instant(NamedTuple):
    """A step of both runs."""

    frame: int
    step: int
    example: Example
    margin: Number
    library_margin: Number | None  # at the library's weights, without rounding; None if they are no numbers
    exact: Weights  # after it
    library: list[float]

    @property
    def astray(self) -> bool:
        return self.library_margin is None or (self.margin > 0) != (self.library_margin > 0)


class Parting(NamedTuple):
    """A step after which a weight is not the exact one."""

    instant: Instant
    coordinate: str  # its key


@dataclass
class Comparison:
    exact: Exact
    passes: int = 0
    equal: int = 0  # passes, from the first on, after which all weights are equal
    right: int = 0  # passes, from the first on, after which all bits are right
    accepted: int | None = None  # the first pass after which the library's answer is yes
    unequal: Parting | None = None
    astray: Instant | None = None  # the first step that decides otherwise, in the first pass with a wrong bit
    wrong: str | None = None  # a coordinate with a wrong bit after that pass

    @property
    def agreed(self) -> bool:
        return self.passes > 0 and self.right == self.passes


def exactly(value: float) -> Any:
    """The number that a float is; what is none is no weight."""
    return rational(*value.as_integer_ratio()) if abs(value) < float("inf") else None


def compare(
    reduction: Reduction,
    make: Callable[[], Learner],
    most: int | None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> Comparison:
    """Runs both until the exact one is decided; then the passes in which they part once more, step by step."""
    result = Comparison(Exact(reduction))
    reader, learner = NearestBits(reduction), make()
    before: Weights = reduction.start()
    starts: dict[str, tuple[int, Weights]] = {}
    for weights in result.exact.passes(most):
        learner.one_pass()
        found = learner.weights()
        if first_unequal(weights, found) is not None:
            starts.setdefault("unequal", (result.passes, before))
        wrong = reader.wrong(weights, found)
        if wrong is not None and "wrong" not in starts:
            starts["wrong"], result.wrong = (result.passes, before), wrong
        result.passes += 1
        result.equal += "unequal" not in starts
        result.right += "wrong" not in starts
        if result.accepted is None and found[reader.accept] > 0:
            result.accepted = result.passes
        before = weights
        progress(result.passes, most)
    if "unequal" in starts:
        steps = side_by_side(reduction, make(), *starts["unequal"])
        keys = ((instant, first_unequal(instant.exact, instant.library)) for instant in steps)
        result.unequal = next((Parting(instant, key) for instant, key in keys if key is not None), None)
    if "wrong" in starts:
        steps = side_by_side(reduction, make(), *starts["wrong"])
        result.astray = next((instant for instant in steps if instant.astray), None)
    return result


def first_unequal(weights: Mapping[str, Number], found: Sequence[float]) -> str | None:
    pairs = zip(weights.items(), found, strict=True)
    return next((key for (key, weight), value in pairs if plain(weight) != exactly(value)), None)


class NearestBits:
    """Reads the bits off weights, to the nearest of false, unset and true."""

    def __init__(self, reduction: Reduction) -> None:
        program, encoding = reduction.program, reduction.values.encoding
        self.accept, lift = program.accept, program.construction.lift
        self.codes = {}
        for index in map(program.signal, range(reduction.netlist.inputs)):
            magnitude = reduction.proved.magnitudes[index]
            self.codes[index] = sorted(plain(lift.weights(code * magnitude)[0]) for code in encoding.values())

    def wrong(self, weights: Mapping[str, Number], found: Sequence[float]) -> str | None:
        """The first coordinate whose bit is not that of the exact run; the answer is yes if its weight is positive."""
        if (weights[str(self.accept)] > 0) != (found[self.accept] > 0):
            return str(self.accept)
        for index, codes in self.codes.items():
            value = exactly(found[index])
            if value is None or self.nearest(codes, value) != plain(weights[str(index)]):
                return str(index)
        return None

    @staticmethod
    def nearest(codes: list[Any], value: Any) -> Any:
        return codes[sum(2 * value > low + high for low, high in pairwise(codes))]


def side_by_side(reduction: Reduction, learner: Learner, frame: int, before: Weights) -> Iterator[Instant]:
    """One pass of both; the library first runs all passes before it again."""
    for _ in range(frame):
        learner.one_pass()
    run = Simulation(reduction, dict(before), frame, frame * reduction.examples)
    found = learner.weights() if frame else [float(plain(w)) for w in before.values()]
    step = reduction.values.step
    for example, _ in zip(reduction.training.examples(), learner.stepwise(), strict=True):
        at = {key: exactly(value) for key, value in zip(run.weights, found, strict=True)}
        given = Example({c: plain(x) for c, x in example.x.items()}, plain(example.y))
        library_margin = None if None in at.values() else step.margins(step.values(at, given))[0]
        moment = run.step(example)
        found = learner.weights()
        exact = dict(run.weights)
        yield Instant(frame, moment.number, example, plain(moment.margin), library_margin, exact, found)

"""Every step through the kernel, on the weights of a given set; what decides is decided here."""

from collections.abc import Iterator, MutableMapping, Sequence

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example, Update, velocity
from ogd_exact.training.constructions.bounds import squares
from ogd_exact.training.runs.simulation import Moment
from ogd_exact.training.runs.weights import FallingWeights, taken
from ogd_exact.training.sets.given import GivenSet, Weights


class Walk:
    """The weights after so many steps; `state` is all that the next steps depend on, velocities included."""

    def __init__(self, given: GivenSet, state: Weights | None = None, passes: int = 0) -> None:
        self.given, self.decay = given, 1 - given.step.rate * given.step.regularizer
        self.reaching = 0  # the step that is being taken
        self.place(given.start if state is None else state, passes)

    def place(self, state: Weights, passes: int) -> None:
        """Goes on from here, after so many passes."""
        self.passes, self.steps = passes, passes * len(self.given.examples)
        names, weights = self.given.names, {c: w for c, w in state.items() if c in self.given.names}
        self.velocities = {c: v for c in names if (v := state.get(velocity(c), 0)) != 0}
        self.weights: MutableMapping[str, Number] = weights
        if self.decay != 1:  # a state, which does not decay, is set anew by every step
            self.weights = FallingWeights(weights, self.decay)
        self.square = squares(weights.values())

    @property
    def state(self) -> dict[str, Number]:
        return {**self.weights, **{velocity(c): v for c, v in self.velocities.items()}}

    @property
    def yes(self) -> bool:
        """Whether the weights say yes, where that shows in the middle of a pass."""
        if self.given.bound is not None:
            return bool(self.square > self.given.bound * self.given.bound)
        return self.given.question == "first-coordinate" and bool(self.weights[self.given.accept] > 0)

    @property
    def bits(self) -> int:
        """How long the longest numerator or denominator is."""
        return max(length(value) for value in self.state.values())

    def one_pass(self, batches: Sequence[Sequence[int]]) -> Iterator[list[Moment]]:
        """Batch after batch; examples of one see the same weights, and what they add is summed. Raises Kink."""
        self.still = True  # no example has moved a weight, even if others of its batch moved it back
        for batch in batches:
            done_by: list[tuple[Example, dict[str, Number], Update]] = []
            for example in [self.given.examples[k] for k in batch]:
                self.reaching = self.steps + len(done_by) + 1
                done_by.append((example, *taken(self.given.step, self.weights, self.velocities, example)))
            self.still = self.still and all(done.weights[c] == w for _, old, done in done_by for c, w in old.items())
            before = {c: w for _, named, _ in done_by for c, w in named.items()}
            after = dict(done_by[0][2].weights)
            for _, named, done in done_by[1:]:
                for c, w in named.items():
                    after[c] = after.get(c, w) + (done.weights[c] - w)
            changed = self.move(before, after)
            last = len(done_by) - 1
            yield [
                Moment(self.steps + k + 1, self.passes, example, done.margin, done.fired, changed if k == last else {})
                for k, (example, _, done) in enumerate(done_by)
            ]
            self.steps += len(done_by)
        self.passes += 1

    def move(self, before: Weights, after: Weights) -> dict[str, Number]:
        """What a step changed."""
        if self.given.bound is not None:
            others = (self.square - squares(before.values())) * self.decay * self.decay
            self.square = others + squares([after[c] for c in before])
        if isinstance(self.weights, FallingWeights):
            self.weights.fall()
        if self.given.step.momentum is not None:
            self.velocities = {c: v for c in before if (v := after[velocity(c)]) != 0}
        self.weights.update({c: after[c] for c in before})
        return {c: after[c] for c, w in before.items() if after[c] != w}


def length(value: Number) -> int:
    """The bits of a rational's numerator, or denominator if that is longer."""
    exact = rational(value)
    return max(int(exact.numerator).bit_length(), int(exact.denominator).bit_length())

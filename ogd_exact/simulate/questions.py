"""How OGD is asked: what it is about the weights that means yes, decided exactly."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ogd_exact.reduction.norm import squares
from ogd_exact.reduction.problem import Problem
from ogd_exact.tables.arithmetic import arithmetic

Weights = Mapping[str, Any]


class Question(Protocol):
    """Told of all that happens to the weights of a run."""

    follows_circuit: bool  # whether no pass says yes unless the circuit does, so that frames decide instead of passes

    def begin(self, weights: Weights) -> None:
        """A pass begins with these."""

    def move(self, weights: Weights, changed: Weights) -> None:
        """A step is about to change some of them."""

    def met(self, weights: Weights, pass_done: bool) -> bool:
        """Whether they say yes, after a step."""

    def counts(self, weights: Weights) -> bool:
        """Whether OGD says yes in a pass from these weights if the circuit does."""

    def expected(self, answer: bool) -> bool | None:
        """Whether they must say yes in a pass in which the circuit gives this answer, if that is known."""


class FirstCoordinate:
    """Does the accepting weight ever become positive?"""

    follows_circuit = True

    def __init__(self, asked: Problem) -> None:
        self.accept = str(asked.program.special(asked.program.construction.accept))

    def begin(self, weights: Weights) -> None:
        pass

    def move(self, weights: Weights, changed: Weights) -> None:
        pass

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return bool(weights[self.accept] > 0)

    def counts(self, weights: Weights) -> bool:
        return True

    def expected(self, answer: bool) -> bool | None:
        return answer


class FixedPoint:
    """Does a complete pass ever end with the very weights that it began with?"""

    follows_circuit = True

    def __init__(self, asked: Problem) -> None:
        self.start, self.before = asked.start(), dict[str, Any]()
        # The first pass may begin with bits that are unset, and it sets them.
        self.unset_is_false = arithmetic(()).exactly(asked.model.encoding["false"], asked.parameters) == 0

    def begin(self, weights: Weights) -> None:
        self.before = dict(weights)

    def move(self, weights: Weights, changed: Weights) -> None:
        pass

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return pass_done and weights == self.before

    def counts(self, weights: Weights) -> bool:
        return self.unset_is_false or weights != self.start

    def expected(self, answer: bool) -> bool | None:
        return answer and self.counts(self.before)


class Norm:
    """Does the Euclidean norm of the weights, v included, ever exceed the bound?

    A pass whose answer is yes exceeds it; others cannot only if it is above what they reach.
    """

    def __init__(self, asked: Problem) -> None:
        assert asked.norm is not None
        self.most, self.follows_circuit = asked.norm.bound * asked.norm.bound, asked.norm.separates
        self.square: Any = 0

    def begin(self, weights: Weights) -> None:
        self.square = squares(weights.values())

    def move(self, weights: Weights, changed: Weights) -> None:
        self.square += squares(changed.values()) - squares(weights[key] for key in changed)

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return bool(self.square > self.most)

    def counts(self, weights: Weights) -> bool:
        return True

    def expected(self, answer: bool) -> bool | None:
        return answer if answer or self.follows_circuit else None


KINDS: dict[str, Callable[[Problem], Question]] = {
    "first-coordinate": FirstCoordinate,
    "fixed-point": FixedPoint,
    "norm": Norm,
}


def question(asked: Problem) -> Question:
    return KINDS[asked.question](asked)

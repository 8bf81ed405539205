"""How OGD is asked: what it is about the weights that means yes, decided exactly."""

from collections.abc import Callable, Collection

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.constructions.bounds import squares
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Coding, Weights


class Question:
    """Told of all that happens to the weights of a run; each kind says what differs from the plainest."""

    follows_circuit = True  # whether no pass says yes unless the circuit does, so that frames decide instead of passes

    def begin(self, weights: Weights) -> None:
        """A pass begins with these."""

    def move(self, before: Weights, after: Weights) -> None:
        """A step changes some of them, and the others only by decay."""

    def met(self, weights: Weights, pass_done: bool) -> bool:
        """Whether they say yes, after a step."""
        raise NotImplementedError

    def is_unaffected_by(self, names: Collection[str]) -> bool:
        """Whether no change of these weights can make it yes, nor need it be told of one."""
        return False

    def yes_is_visible(self, weights: Weights) -> bool:
        """Whether OGD says yes in a pass from these weights if the circuit does."""
        return True

    def expected(self, answer: bool) -> bool | None:
        """Whether they must say yes in a pass in which the circuit gives this answer, if that is known."""
        return answer


class FirstCoordinate(Question):
    """Does the accepting weight ever become positive?"""

    def __init__(self, reduction: Reduction) -> None:
        self.accept = str(reduction.program.accept)

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return bool(weights[self.accept] > 0)

    def is_unaffected_by(self, names: Collection[str]) -> bool:
        return self.accept not in names


class FixedPoint(Question):
    """Does a complete pass ever end with the very weights that it began with?"""

    def __init__(self, reduction: Reduction) -> None:
        self.coding, self.before = Coding(reduction), dict[str, Number]()

    def begin(self, weights: Weights) -> None:
        self.before = dict(weights)

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return pass_done and weights == self.before

    def yes_is_visible(self, weights: Weights) -> bool:
        # The first pass may set bits that are unset; and where gates last, they show the state before.
        return self.coding.after(self.coding.bits(weights)) == weights

    def expected(self, answer: bool) -> bool | None:
        return answer and self.yes_is_visible(self.before)


class Norm(Question):
    """Does the Euclidean norm of all weights ever exceed the bound?

    A pass whose answer is yes exceeds it; others cannot only if it is above what they reach.
    """

    def __init__(self, reduction: Reduction) -> None:
        assert reduction.norm is not None
        self.most, self.follows_circuit = reduction.norm.bound * reduction.norm.bound, reduction.norm.separates
        self.decay = reduction.values.decay
        self.square: Number = 0

    def begin(self, weights: Weights) -> None:
        self.square = squares(weights.values())

    def move(self, before: Weights, after: Weights) -> None:
        others = self.square - squares(before.values())
        self.square = (others if self.decay == 1 else others * self.decay * self.decay) + squares(after.values())

    def met(self, weights: Weights, pass_done: bool) -> bool:
        return bool(self.square > self.most)

    def expected(self, answer: bool) -> bool | None:
        return answer if answer or self.follows_circuit else None


KINDS: dict[str, Callable[[Reduction], Question]] = {
    "first-coordinate": FirstCoordinate,
    "fixed-point": FixedPoint,
    "norm": Norm,
}


def question(reduction: Reduction) -> Question:
    return KINDS[reduction.question](reduction)

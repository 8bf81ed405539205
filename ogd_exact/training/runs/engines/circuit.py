"""Runs the circuit instead of OGD: every pass is proved to do what the netlist does."""

from ogd_exact.circuits.netlists.follow import MOST_PYTHON, Follower
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Coding, Weights
from ogd_exact.training.runs.engine import Claim
from ogd_exact.training.runs.questions import question


class CircuitEngine:
    name = "circuit"

    def __init__(self, reduction: Reduction, most_python: int = MOST_PYTHON) -> None:
        self.coding, self.question = Coding(reduction), question(reduction)
        self.follower = Follower(self.coding.netlist, (), most_python)

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        self.follower.state = self.coding.state(weights)
        moved = self.follower.go(most, self.coding.state_after_pass(kept))
        if not moved and not self.question.yes_is_visible(weights):
            return Claim(1, self.coding.after(self.coding.bits(weights)))
        return Claim(moved, self.coding.weights(self.follower.state) if moved else dict(weights))

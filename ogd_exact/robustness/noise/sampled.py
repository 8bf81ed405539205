"""A run with noise that is drawn at random, as a check on what is proved for all noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number, rational, sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.robustness.noise.reading import Reading
from ogd_exact.robustness.noise.transfer import exact, exact_step
from ogd_exact.training.constructions.reduction import Reduction

GRAIN = 64  # weights are rounded to multiples of delta over this, as a part of the noise, so that they stay short


@dataclass(frozen=True)
class Sampled:
    seed: int
    passes: int
    right: int  # passes, from the first on, after which every bit is read as the circuit has it
    answered: bool  # the last pass is the one that says yes, where the run ends
    share: float | None  # of the box, that errors came to fill at most; more than 1 refutes it


def sampled(
    reduction: Reduction, delta: Number, passes: int, seed: int, box: Sequence[Number] | None = None
) -> Sampled:
    """Passes until one is wrong or says yes, or there were so many; noise is anything from -delta to delta."""
    run, reading = NoisyRun(reduction, delta, seed), Reading(reduction)
    state = (False,) * reduction.netlist.inputs
    done, answer, share = 0, False, rational(0)

    def ended(right: int) -> Sampled:
        return Sampled(seed, done, right, answer, float(share) if box else None)

    while done < passes and not answer:
        done += 1
        before, (state, answer) = state, reduction.netlist.step(state)
        try:
            run.one_pass()
        except Kink:
            return ended(done - 1)
        if not reading.right(run.weights, state, answer):
            return ended(done - 1)
        if box and not answer:
            errors = [abs(run.weights[c] - w) / delta for c, w in reading.meant(before).items()]
            share = max(share, *(error / room for error, room in zip(errors, box, strict=True)))
    return ended(done)


class NoisyRun:
    """Weights, and steps of the kernel, after each of which every weight is moved."""

    def __init__(self, reduction: Reduction, delta: Number, seed: int) -> None:
        self.step, self.choose, self.grain = exact_step(reduction), Random(seed), delta / GRAIN
        self.weights: dict[str, Any] = {c: exact(w) for c, w in reduction.start().items()}
        self.examples = [
            Example({c: exact(v) for c, v in e.x.items()}, exact(e.y)) for e in reduction.training.examples()
        ]

    def one_pass(self) -> None:
        decay = 1 - self.step.rate * self.step.regularizer
        for example in self.examples:
            named = {c: self.weights[c] for c in example.x}
            after = self.step.take(named, example, sign).weights
            for c, old in self.weights.items():
                self.weights[c] = noisy(after[c] if c in after else decay * old, self.grain, self.choose)


def noisy(weight: Number, grain: Number, choose: Random) -> Number:
    """On the grid, and at most GRAIN grains away; often as far as that."""
    below = (weight / grain) // 1  # type: ignore[operator]
    low, high = below - GRAIN + 1, below + GRAIN
    return grain * (choose.choice((low, high)) if choose.random() < 0.5 else choose.randint(int(low), int(high)))

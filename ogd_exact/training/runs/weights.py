"""What a step of the kernel makes of the weights that it can change, at the cost of those alone.

Weights that a regularizer multiplies by one factor at every step are each brought up to date when they are asked for.
"""

from collections.abc import Iterator, Mapping, MutableMapping

from ogd_exact.core.kernel.numbers import Number, rational, sign
from ogd_exact.core.kernel.step import Example, Step, Update, velocity


def taken(
    step: Step, weights: Mapping[str, Number], velocities: Mapping[str, Number], example: Example
) -> tuple[dict[str, Number], Update]:
    """The weights that an example can change, but for decay; and what the kernel makes of them."""
    others = weights if step.rule.after else velocities  # all others only decay
    keys = dict.fromkeys((*example.x, *step.rule.state, *others))
    named = {c: weights[c] for c in keys}
    moving = {velocity(c): velocities.get(c, rational(0)) for c in keys if step.momentum is not None}
    return named, step.take({**named, **moving}, example, sign)


class FallingWeights(MutableMapping[str, Number]):
    def __init__(self, weights: Mapping[str, Number], decay: Number) -> None:
        self.decay, self.time = decay, 0
        self.known = dict(weights)  # each as it was at its date
        self.dates = dict.fromkeys(self.known, 0)

    def fall(self) -> None:
        """A step multiplies every weight by the factor; those that it sets are set afterwards."""
        self.time += 1

    def __getitem__(self, key: str) -> Number:
        weight, age = self.known[key], self.time - self.dates[key]
        if age and weight != 0:
            weight = self.known[key] = weight * self.decay**age
            self.dates[key] = self.time
        return weight

    def __setitem__(self, key: str, weight: Number) -> None:
        self.known[key], self.dates[key] = weight, self.time

    def __delitem__(self, key: str) -> None:
        del self.known[key], self.dates[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def __copy__(self) -> dict[str, Number]:
        """The weights as they are now."""
        return dict(self)

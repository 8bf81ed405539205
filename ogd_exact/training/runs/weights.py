"""Weights that a regularizer multiplies by one factor at every step: each is brought up to date when it is asked for.

So a step costs as much as the example has coordinates, however many weights there are.
"""

from collections.abc import Iterator, Mapping, MutableMapping

from ogd_exact.core.kernel.numbers import Number


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

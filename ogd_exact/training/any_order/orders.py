"""How an epoch presents its examples: the batch that each example comes in, anew for every epoch.

Batches come one after the other. Examples of one batch all see the weights before it, and what they add is summed.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from hashlib import shake_128
from itertools import groupby
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.suggestion import did_you_mean
from ogd_exact.training.any_order.reduction import DRIFT

NAMES = ("full-batch", "cyclic", "reverse", "shuffle", "adversary", "batch:K")
Batches = Callable[[int, Collection[int], Collection[int]], Sequence[int]]


@dataclass(frozen=True)
class Places:
    """Called with the number of an epoch, from 1: the batch of each example.

    Who looks at weights is told, besides, which examples are due before the drift of the epoch, and which after it.
    """

    of: Batches
    looks: bool = False

    def __call__(self, epoch: int, due: Collection[int] = (), due_after: Collection[int] = ()) -> Sequence[int]:
        return self.of(epoch, due, due_after)


def order(name: str, count: int, seed: int = 0) -> Places:
    """How so many examples are presented."""
    sized = re.fullmatch(r"batch:([1-9][0-9]{0,8})", name)
    if sized:
        return Places(lambda epoch, *_: Cut(int(sized[1]), shuffled(count, seed, epoch)))
    if name not in ORDERS:
        raise InputError(f"there is no order {name[:40]!r}; there is {', '.join(NAMES)}{did_you_mean(name, NAMES)}")
    return Places(ORDERS[name](count, seed), looks=name == "adversary")


def batches_of(places: Sequence[int]) -> list[list[int]]:
    """The examples of each batch, one batch after the other."""
    row = sorted(range(len(places)), key=places.__getitem__)
    return [list(batch) for _, batch in groupby(row, places.__getitem__)]


def shuffled(count: int, seed: int, epoch: int) -> memoryview:
    """A random number for each example, by which they are sorted; it depends on the seed and the epoch alone."""
    return memoryview(shake_128(f"{seed}/{epoch}".encode()).digest(8 * count)).cast("Q")


class Cut(Sequence[int]):
    """Batches of a size, of examples that are shuffled; worked out for those that are asked about."""

    def __init__(self, size: int, keys: memoryview) -> None:
        self.size, self.keys, self.ranked = size, keys, sorted(keys.tolist())

    def __getitem__(self, example: Any) -> Any:
        return bisect_left(self.ranked, self.keys[example]) // self.size

    def __len__(self) -> int:
        return len(self.keys)


def fixed(places: Sequence[int]) -> Batches:
    return lambda *_: places


def adversary(count: int) -> Batches:
    """Each winner as late as can be: before the drift in the epoch that makes it due, and last in the next.

    So that all others are presented at the lowest phases that they can meet before it fires.
    """

    def places(epoch: int, due: Collection[int], due_after: Collection[int]) -> list[int]:
        found = list(range(count, 2 * count))
        for place, example in (*enumerate([*due_after, DRIFT]), *enumerate(due, 2 * count)):
            found[example] = place
        return found

    return places


ORDERS: dict[str, Callable[[int, int], Batches]] = {
    "full-batch": lambda count, _: fixed([0] * count),
    "cyclic": lambda count, _: fixed(range(count)),
    "reverse": lambda count, _: fixed(range(count - 1, -1, -1)),
    "shuffle": lambda count, seed: lambda epoch, *_: shuffled(count, seed, epoch),
    "adversary": lambda count, _: adversary(count),
}

"""How an epoch presents its examples: the batch that each example comes in, anew for every epoch.

Batches come one after the other. Examples of one batch all see the weights before it, and what they add is summed.
"""

import random
import re
from collections.abc import Callable, Collection, Sequence

from ogd_exact.kernel.errors import InputError
from ogd_exact.slots.reduction import DRIFT

NAMES = ("full-batch", "cyclic", "reverse", "shuffle", "adversary", "batch:K")
# Called with the number of the epoch, from 1, and with the examples that are due before its drift, and only after it.
Places = Callable[[int, Collection[int], Collection[int]], Sequence[int]]


def order(name: str, count: int, seed: int = 0) -> Places:
    """The batch of each of so many examples, in an epoch."""
    sized = re.fullmatch(r"batch:([1-9][0-9]{0,8})", name)
    if sized:
        return lambda epoch, *_: [place // int(sized[1]) for place in shuffled(count, seed, epoch)]
    if name not in ORDERS:
        raise InputError(f"there is no order {name[:40]!r}; there is {', '.join(NAMES)}")
    return ORDERS[name](count, seed)


def shuffled(count: int, seed: int, epoch: int) -> list[int]:
    """A permutation that depends on nothing but these, so that epochs can be left out."""
    return random.Random(f"{seed}/{epoch}").sample(range(count), count)


def fixed(places: Sequence[int]) -> Places:
    return lambda *_: places


def adversary(count: int) -> Places:
    """Each winner as late as can be: before the drift in the epoch that makes it due, and last in the next.

    So that all others are presented at the lowest phases that they can meet before it fires.
    """

    def places(epoch: int, due: Collection[int], due_after: Collection[int]) -> list[int]:
        others = [k for k in range(count) if k != DRIFT and k not in due and k not in due_after]
        row = [*due_after, DRIFT, *others, *due]
        found = [0] * count
        for place, example in enumerate(row):
            found[example] = place
        return found

    return places


ORDERS: dict[str, Callable[[int, int], Places]] = {
    "full-batch": lambda count, _: fixed([0] * count),
    "cyclic": lambda count, _: fixed(range(count)),
    "reverse": lambda count, _: fixed(range(count - 1, -1, -1)),
    "shuffle": lambda count, seed: lambda epoch, *_: shuffled(count, seed, epoch),
    "adversary": lambda count, _: adversary(count),
}

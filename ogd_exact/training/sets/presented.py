"""How a pass presents the examples of a given set: batches of their numbers, one after the other."""

from collections.abc import Sequence
from itertools import groupby

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.orders import order
from ogd_exact.training.sets.given import GivenSet

FIXED = ("cyclic", "reverse", "full-batch")  # the same in every pass
ORDERS = (*FIXED, "shuffle", "batch:K")
Batches = list[Sequence[int]]


class Presented:
    def __init__(self, given: GivenSet, name: str, seed: int) -> None:
        step, self.name, self.count = given.step, name, len(given.examples)
        if name == "adversary":
            raise InputError(f"there is no order {name!r} for a set that is given; there is {', '.join(ORDERS)}")
        self.places = order(name, self.count, seed)
        self.fixed, self.one_by_one = name in FIXED, name in ("cyclic", "reverse", "shuffle")
        if not self.one_by_one and (step.regularizer != 0 or step.momentum is not None or step.rule.after):
            only = "steps without a regularizer, without momentum, and that nothing follows"
            raise InputError(f"batches are of {only}; drop {argument('order', name)}")
        self.known = self.batches_of(1) if self.fixed else None

    def batches(self, number: int) -> Batches:
        """The batches of a pass, which counts from 1."""
        return self.known if self.known is not None else self.batches_of(number)

    def batches_of(self, number: int) -> Batches:
        places = self.places(number)
        ordered = sorted(range(self.count), key=places.__getitem__)
        if self.one_by_one:
            return [(k,) for k in ordered]
        return [list(batch) for _, batch in groupby(ordered, places.__getitem__)]

"""How a pass presents the examples of a given set: batches of their numbers, one after the other."""

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.orders import batches_of, order
from ogd_exact.training.sets.given import GivenSet

FIXED = ("cyclic", "reverse", "full-batch")  # the same in every pass
ORDERS = (*FIXED, "shuffle", "batch:K")
Batches = list[list[int]]


class Presented:
    known: Batches | None = None  # where they are the same in every pass

    def __init__(self, given: GivenSet, name: str, seed: int) -> None:
        step = given.step
        if name == "adversary":
            raise InputError(f"there is no order {name!r} for a set that is given; there is {', '.join(ORDERS)}")
        self.places = order(name, len(given.examples), seed)
        self.fixed, self.one_by_one = name in FIXED, name in ("cyclic", "reverse", "shuffle")
        if not self.one_by_one and (step.regularizer != 0 or step.momentum is not None or step.rule.after):
            only = "steps without a regularizer, without momentum, and that nothing follows"
            raise InputError(f"batches are of {only}; drop {argument('order', name)}")
        self.known = self.batches(1) if self.fixed else None

    def batches(self, number: int) -> Batches:
        """The batches of a pass, which counts from 1."""
        if self.known is not None:
            return self.known
        found = batches_of(self.places(number))
        return [[k] for batch in found for k in batch] if self.one_by_one else found

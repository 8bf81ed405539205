"""How long every pass is right, whatever the noise: for ever, if some box holds its weights after each pass."""

from dataclasses import dataclass

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.gadgets.properties.traits import is_additive
from ogd_exact.robustness.noise.boxes import Boxes, Limit

MOST_PASSES = 400  # until boxes come to rest


@dataclass(frozen=True)
class Lasting:
    passes: int | None  # from the first on, that are right for all noise up to delta; None if all are
    box: tuple[Number, ...] | None  # errors, for delta = 1, that no pass leaves; None if none was found
    below: Number | None  # the deltas for which all passes stay right in that box
    limit: Limit  # what stops delta from being larger in the box, or the passes from being more
    translations: bool  # whether no step ever corrects an error


def lasting(boxes: Boxes, delta: Number) -> Lasting:
    if is_additive(boxes.reduction.model.rule) and boxes.decay == 1:
        return by_translations(boxes, delta)
    done = boxes.one_pass(boxes.same(rational(0)))
    lost: tuple[int, Limit] | None = None
    for number in range(MOST_PASSES):
        if lost is None and not delta < done.limit.delta:
            lost = number, done.limit
        after = boxes.one_pass(done.errors)
        if after.errors == done.errors:  # a box that a pass maps into itself, and that began at no error
            if lost is None and not delta < after.limit.delta:
                lost = number + 1, after.limit
            passes, limit = lost or (None, after.limit)
            return Lasting(passes, after.errors, after.limit.delta, limit, False)
        if lost is not None and number >= 20 and max(after.errors) > 2 * max(done.errors):  # and grows again and again
            break
        done = after
    passes, limit = lost or (MOST_PASSES, done.limit)
    return Lasting(passes, None, None, limit, False)


def by_translations(boxes: Boxes, delta: Number) -> Lasting:
    """Where a step adds the same whatever the weights are, after t steps each may be off by t delta, and by no more."""
    steps = rational(boxes.reduction.examples)

    def limit(number: int) -> Limit:
        return boxes.one_pass(boxes.same(number * steps)).limit

    first, beyond = 0, 1  # the first pass that may be wrong is not before the one, and not after the other
    while delta < limit(beyond - 1).delta:
        first, beyond = beyond, 2 * beyond
    while first < beyond - 1:
        middle = (first + beyond) // 2
        first, beyond = (middle, beyond) if delta < limit(middle - 1).delta else (first, middle)
    return Lasting(first, None, None, limit(first), True)

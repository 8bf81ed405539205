"""What happens to the error of a run in double precision, step by step, up to its first wrong decision."""

from typing import Any, NamedTuple

import gmpy2

from ogd_exact.precision.course import Course, Mark, size
from ogd_exact.precision.spread import BITS

DOUBLE = 53


class Moment(NamedTuple):
    """A step of the run; sizes are logarithms to base 2, None for 0."""

    mark: Mark  # the same step of the exact run
    error: float | None  # of the margin
    before: float | None  # the largest error of a weight that the example names
    after: float | None
    right: bool

    @property
    def growth(self) -> float | None:
        """By how much the step multiplied the error of its weights."""
        return self.after - self.before if self.before is not None and self.after is not None else None


def double_run(course: Course) -> list[Moment]:
    """Up to the first wrong decision, and that one included; at most the passes of the course."""
    found: list[Moment] = []
    errors: dict[str, Any] = {}
    for mark, step in zip(course.marks, course.rounded.steps(DOUBLE), strict=False):
        with gmpy2.context(precision=BITS):
            margin = step.margin - mark.value
            before = max((errors.get(c, 0) for c in mark.weights), default=0)
            errors |= {c: abs(step.weights[c] - weight) for c, weight in mark.weights.items()}
            after = max(errors[c] for c in mark.weights)
        right = (step.margin > 0) == (mark.side > 0)
        found.append(Moment(mark, size(margin), size(before), size(after), right))
        if not right:
            break
    return found

"""What happens to the error of a run in double precision, step by step, up to its first wrong decision."""

from typing import Any, NamedTuple

import gmpy2

from ogd_exact.robustness.precision.course import Course, ExactStep, size
from ogd_exact.robustness.precision.spread import BITS

DOUBLE = 53


class DoubleStep(NamedTuple):
    """A step of the run; sizes are logarithms to base 2, None for 0."""

    exact: ExactStep  # the same step
    error: float | None  # of the margin
    before: float | None  # the largest error of a weight that the example names
    after: float | None
    right: bool

    @property
    def growth(self) -> float | None:
        """The factor by which the step multiplied the error of its weights."""
        return self.after - self.before if self.before is not None and self.after is not None else None


def double_run(course: Course) -> list[DoubleStep]:
    """Up to the first wrong decision, and that one included; at most the passes of the course."""
    found: list[DoubleStep] = []
    errors: dict[str, Any] = {}
    for exact, step in zip(course.steps, course.rounded.steps(DOUBLE), strict=False):
        with gmpy2.context(precision=BITS):
            margin = step.margin - exact.value
            before = max((errors.get(c, 0) for c in exact.weights), default=0)
            errors |= {c: abs(step.weights[c] - weight) for c, weight in exact.weights.items()}
            after = max(errors[c] for c in exact.weights)
        right = (step.margin > 0) == (exact.value > 0)
        found.append(DoubleStep(exact, size(margin), size(before), size(after), right))
        if not right:
            break
    return found

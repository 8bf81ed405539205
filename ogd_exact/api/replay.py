"""What became of a run in a training library, beside the exact one."""

from collections.abc import Callable
from dataclasses import dataclass

from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.libraries.compare import Comparison, compare
from ogd_exact.libraries.learner import Learner
from ogd_exact.libraries.libraries import LIBRARIES, learners
from ogd_exact.libraries.replay_report import report_json, report_text
from ogd_exact.text.suggestion import unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.reduction import Reduction


@dataclass(frozen=True, repr=False, eq=False)
class Replay:
    """How far the weights of a library are those of the exact run."""

    reduction: Reduction
    learner: Learner
    dtype: str
    comparison: Comparison

    @property
    def agreed(self) -> bool:
        """Whether all bits were right after every pass."""
        return self.comparison.agreed

    @property
    def passes(self) -> int:
        return self.comparison.passes

    @property
    def equal(self) -> int:
        """After how many passes, from the first on, all weights were exactly equal."""
        return self.comparison.equal

    @property
    def right(self) -> int:
        """After how many passes, from the first on, all bits were right."""
        return self.comparison.right

    @property
    def accepted(self) -> int | None:
        """The first pass after which the library's weights say yes."""
        return self.comparison.accepted

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `replay --format json` writes."""
        return report_json(self.reduction, self.learner, self.dtype, self.comparison)

    @unlimited_int_digits
    def __str__(self) -> str:
        return report_text(self.reduction, self.learner, self.dtype, self.comparison)

    __repr__ = __str__


def replay(
    reduction: Reduction,
    library: str,
    dtype: str | None,
    max_passes: int | None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> Replay:
    if library not in LIBRARIES:
        raise unknown("library", library, sorted(LIBRARIES))
    if reduction.question != "first-coordinate":
        raise InputError(f"a library is watched by its first coordinate; drop {argument('question')}")
    chosen = dtype or LIBRARIES[library].dtypes[0]
    make = learners(library, reduction, chosen)  # or refused, before anything runs
    return Replay(reduction, make(), chosen, compare(reduction, make, max_passes, progress))

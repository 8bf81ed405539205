"""What became of a run in a training library, beside the exact one."""

from collections.abc import Callable
from dataclasses import dataclass

from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.libraries.compare import Comparison, compare
from ogd_exact.libraries.given import SetComparison, compared, set_report_json, set_report_text
from ogd_exact.libraries.learner import Learner, LearningTask, circuit_task
from ogd_exact.libraries.libraries import LIBRARIES, learners
from ogd_exact.libraries.replay_report import report_json, report_text
from ogd_exact.text.suggestion import unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.sets.given import GivenSet


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
    if reduction.question != "first-coordinate":
        raise InputError(f"a library is watched by its first coordinate; drop {argument('question')}")
    make, chosen = trained_by(library, circuit_task(reduction), dtype)
    return Replay(reduction, make(), chosen, compare(reduction, make, max_passes, progress))


@dataclass(frozen=True, repr=False, eq=False)
class SetReplay:
    """How far the weights of a library are those of the exact run, on a training set of one's own."""

    comparison: SetComparison
    dtype: str

    @property
    def agreed(self) -> bool:
        """Whether all weights were exactly equal after every pass, of which there was one at least."""
        return self.comparison.agreed

    @property
    def passes(self) -> int:
        """How many were compared."""
        return self.comparison.beside.passes

    @property
    def equal(self) -> int:
        """After how many passes, from the first on, all weights were exactly equal."""
        return self.comparison.beside.equal

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `replay FILE --format json` writes."""
        return set_report_json(self.comparison, self.dtype)

    @unlimited_int_digits
    def __str__(self) -> str:
        return set_report_text(self.comparison, self.dtype)

    __repr__ = __str__


def replay_set(
    given: GivenSet,
    library: str,
    dtype: str | None,
    max_passes: int | None,
    limit: float,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> SetReplay:
    task = LearningTask(given.model, given.step, given.start, lambda: given.examples)
    make, chosen = trained_by(library, task, dtype)
    return SetReplay(compared(given, make(), max_passes, limit, progress), chosen)


def trained_by(library: str, task: LearningTask, dtype: str | None) -> tuple[Callable[[], Learner], str]:
    """Makes the library's models, and says in which numbers; what it cannot train is refused before anything runs."""
    if library not in LIBRARIES:
        raise unknown("library", library, sorted(LIBRARIES))
    chosen = dtype or LIBRARIES[library].dtypes[0]
    return learners(library, task, chosen), chosen

"""What the library offers of training sets for the logistic loss."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ogd_exact.api.training_set import TrainingSet
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Example
from ogd_exact.gadgets.reading.folder import folder_of
from ogd_exact.text.suggestion import unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.logistic.formats import FORMATS, header_data
from ogd_exact.training.logistic.read import LogisticTables, models_in, read_levels
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.logistic.report import report_json, report_text, verify_json, verify_text
from ogd_exact.training.runs.conclude import Conclusion


@dataclass(frozen=True, repr=False, eq=False)
class LogisticRun(TrainingSet):
    """A training set by which logistic regression is certified to run its circuit for ever (docs/logistic.md)."""

    reduction: LogisticReduction
    formats = FORMATS

    def __len__(self) -> int:
        return self.reduction.size

    def exact_examples(self) -> Iterable[Example]:
        return self.reduction.examples()

    def codes(self, index: int) -> Sequence[Any]:
        return self.reduction.rate, -self.reduction.rate

    def header(self) -> dict[str, Any]:
        return header_data(self.reduction)

    def report_text(self, found: Conclusion | None) -> str:
        return report_text(self.reduction, found.outcome if found else None)

    def report_json(self, found: Conclusion | None) -> str:
        return report_json(self.reduction, found.outcome if found else None)


@dataclass(frozen=True, repr=False, eq=False)
class LogisticReport:
    """What is proved of tables for the logistic loss."""

    source: str
    tables: tuple[LogisticTables, ...]
    undecided: bool = False

    @property
    def verified(self) -> bool:
        return bool(self.tables) and not any(known.failures for found in self.tables for known in found.levels)

    def to_json(self) -> str:
        return verify_json(self.tables, self.source)

    def __str__(self) -> str:
        return verify_text(self.tables, self.source)

    __repr__ = __str__


def logistic_report(tables: str | None, models: Sequence[str], gadgets: Sequence[str]) -> LogisticReport:
    """The report on the models that are named, or on all that the folder holds."""
    if gadgets:
        raise InputError(
            f"for the logistic loss all gadgets are checked at once, level by level; drop {argument('gadget')}"
        )
    folder = folder_of(tables, *models)
    chosen = models or models_in(folder)
    for name in set(models) - {*models_in(folder)}:
        raise unknown("model", name, models_in(folder))
    return LogisticReport(tables or folder.name, tuple(read_levels(tables, model) for model in chosen))

"""What the library offers of training sets for the logistic loss."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import Weights, bit_of, in_order, number
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.step import Example
from ogd_exact.gadgets.reading.folder import folder_of
from ogd_exact.text.suggestion import unknown
from ogd_exact.text.wording import argument
from ogd_exact.training.logistic.formats import FORMATS, header_data
from ogd_exact.training.logistic.read import LogisticTables, models_in, read_levels
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.logistic.report import report_json, report_text, verify_json, verify_text
from ogd_exact.training.runs.simulation import Outcome


@dataclass(frozen=True, repr=False, eq=False)
class LogisticRun(TrainingSet):
    """A training set by which logistic regression is certified to run its circuit for ever (docs/logistic.md)."""

    reduction: LogisticReduction
    formats = FORMATS

    @property
    def model(self) -> str:
        return self.reduction.model

    @property
    def coordinates(self) -> tuple[str, ...]:
        return tuple(self.reduction.program.coordinates())

    @property
    def dimension(self) -> int:
        return self.reduction.program.dimension

    @property
    def accept(self) -> int:
        return self.reduction.program.accept

    def __len__(self) -> int:
        return self.reduction.size

    def exact_examples(self) -> Iterable[Example]:
        return self.reduction.examples()

    @check_argument_types
    def bits(self, weights: Weights) -> tuple[int, ...]:
        """What weights after a pass say: the latches, in the circuit's own order, as 0 and 1, to the nearest bit."""
        found, program, rate = in_order(weights, self.coordinates), self.reduction.program, self.reduction.rate
        latches = zip(self.latches, program.netlist.state, strict=True)
        return tuple(
            int(bit_of(found[program.signal(s.input)], name, rate, -rate) != s.inverted) for name, s in latches
        )

    @check_argument_types
    def answer(self, weights: Weights) -> bool:
        """Whether weights say yes."""
        return bool(number(in_order(weights, self.coordinates)[self.accept], self.coordinates[self.accept]) > 0)

    def header(self) -> dict[str, Any]:
        """As in the first line of `reduce --format jsonl`."""
        return header_data(self.reduction)

    def to_json(self) -> str:
        """As `simulate --no-simulate --format json` writes it."""
        return report_json(self.reduction, None)

    def __str__(self) -> str:
        return report_text(self.reduction, None)

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class LogisticVerdict:
    """The answer, which the circuit decides, as every pass is certified to do what it does."""

    verdict: str
    frame: int | None
    passes: int
    steps: int
    period: int | None  # of the circuit
    run: LogisticRun = field(repr=False, kw_only=True)
    outcome: Outcome = field(repr=False, kw_only=True)

    @classmethod
    def of(cls, run: LogisticRun, said: Outcome) -> "LogisticVerdict":
        return cls(said.verdict, said.frame, said.passes, said.steps, said.period, run=run, outcome=said)

    def explain(self) -> str:
        """In words, as the command prints it."""
        return report_text(self.run.reduction, self.outcome)

    __str__ = explain

    def to_json(self) -> str:
        """As `simulate --format json` writes it."""
        return report_json(self.run.reduction, self.outcome)


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

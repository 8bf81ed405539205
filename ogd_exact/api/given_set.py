"""training_set: a training set of one's own, with no circuit behind it; and what became of it."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.reduce import Number, exact_number
from ogd_exact.api.replay import SetReplay, replay_set
from ogd_exact.api.run import Run
from ogd_exact.api.shown import Page
from ogd_exact.api.weights import fraction
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.explorer.circuit_data import circuit_data, example_json
from ogd_exact.documents.explorer.page import page
from ogd_exact.text.wording import counted
from ogd_exact.training.constructions.request import QUESTIONS, parameter
from ogd_exact.training.runs.conclude import SECONDS
from ogd_exact.training.sets.beside import CircuitComparison, changed_run, compared_with_circuit
from ogd_exact.training.sets.decide import Decision, SetOutcome
from ogd_exact.training.sets.given import GivenSet, model_step
from ogd_exact.training.sets.read import check_labels, exact, listed, of_examples, read_set, rows_given
from ogd_exact.training.sets.report import set_json, set_text


class Given(GivenSet):
    """A training set of one's own, and what can be done with it besides simulate."""

    @check_argument_types
    def replay(
        self,
        library: str = "sklearn",
        dtype: str | None = None,
        max_passes: int | None = None,
        limit: float | int = SECONDS,
    ) -> SetReplay:
        """The same examples in a library, by its own update rule, compared with the exact run after every pass.

        library  sklearn, sklearn-sparse, torch, river or vw
        dtype    of its numbers, if not its own choice
        limit    how many seconds it may take
        """
        return replay_set(self, library, dtype, max_passes, limit)

    @unlimited_int_digits
    def explore(self) -> Page:
        """The page of the circuit that the file's header names, with the examples that are others here."""
        reduction, others = changed_run(self)
        data = circuit_data(reduction, Run(reduction).outline)
        if others:
            data["title"] += f", {counted(len(others), 'example')} changed"
            at = [(k, self.examples[k - 1]) for k in others]
            data["changed"] = [[k, *example_json([(int(c), v) for c, v in x.items()], y)] for k, (x, y) in at]
        return Page(page(data))


@check_argument_types
def training_set(
    X: Any,
    y: Any = None,
    *,
    model: str | None = None,
    tables: str | os.PathLike[str] | None = None,
    start: Mapping[Any, Any] | Sequence[Any] | None = None,
    eta: Number | None = None,
    parameters: Mapping[str, Number] | None = None,
    names: Sequence[str] | None = None,
    question: str | None = None,
    coordinate: str | int | None = None,
    norm_bound: Number | None = None,
    header: bool = False,
    first_index: int | None = None,
) -> Given:
    """A training set, to be fed over and over by simulate; raises InputError for what is no exact number.

    X            rows of numbers, dense or sparse, or a dict of those that are not 0 for each row; floats are exactly
                 what they are, and texts such as "0.1" exactly what they say. Or a file: .csv, whose last column is
                 the label, .svmlight, or .jsonl as reduce writes it
    y            the labels, unless X is a file
    model        by whose rule the weights move; a .jsonl file says so itself
    tables       a folder with a model of your own
    start        the weights at first, in order or by names (0)
    eta          the learning rate, if not the model's own
    parameters   "lambda" of a regularizer, "mu" of momentum, and other symbols of the model
    names        of the columns
    question     first-coordinate: does a weight ever become positive; fixed-point; or norm
    coordinate   which weight, by its name or number (the first)
    norm_bound   for the question norm
    header       whether the first line of a .csv file has names, where that does not show
    first_index  0 or 1, from which a .svmlight file counts, where that does not show
    """
    numbers = {name: exact_number(parameter(name), value) for name, value in (parameters or {}).items()}
    numbers |= {} if eta is None else {"eta": exact_number("eta", eta)}
    folder = None if tables is None else os.fspath(tables)
    if isinstance(X, str | os.PathLike):
        if y is not None or names is not None:
            raise InputError("a file has its labels and names itself; drop y and names")
        found = read_set(os.fspath(X), model, folder, numbers, header, first_index)
    else:
        found = given_rows(X, y, model, folder, numbers, names)
    found = asked(found, start, question, coordinate, norm_bound)
    return Given(**{part.name: getattr(found, part.name) for part in fields(found)})


def given_rows(
    X: Any, y: Any, model: str | None, tables: str | None, numbers: Mapping[str, Any], names: Sequence[str] | None
) -> GivenSet:
    if y is None or model is None:
        raise InputError(f"{'y' if y is None else 'model'} is missing; give it")
    rows, least = rows_given(X)
    labels = [exact(label, f"y, entry {k}") for k, label in enumerate(listed(y, "y"), 1)]
    if len(rows) != len(labels) or not rows:
        raise InputError(f"there are {len(rows)} rows and {len(labels)} labels; give as many, and one at least")
    called = [f"x{i}" for i in range(least)] if names is None else list(map(str, names))
    if len(called) < least:
        raise InputError(f"there are {len(called)} names for {least} columns; name each")
    found = of_examples(
        "training set", model, model_step(model, tables, numbers), called, zip(rows, labels, strict=True)
    )
    check_labels(found)
    return found


def asked(
    found: GivenSet,
    start: Mapping[Any, Any] | Sequence[Any] | None,
    question: str | None,
    coordinate: str | int | None,
    norm_bound: Number | None,
) -> GivenSet:
    """The set with what is asked of it, where that is not what its file says."""
    if question is not None or norm_bound is not None:
        bound = None if norm_bound is None else exact_number("norm_bound", norm_bound)
        found = replace(found, question=question or QUESTIONS[0], bound=bound)
    if coordinate is not None:
        if found.question != QUESTIONS[0]:
            raise InputError(f"coordinate is for the question {QUESTIONS[0]}; drop it")
        found = replace(found, accept=found.key(coordinate))
    if start is None:
        return found
    if isinstance(start, Mapping):
        return found.started({name: exact(value, f"start of {name}") for name, value in start.items()})
    return found.started([exact(value, f"start, entry {k}") for k, value in enumerate(start, 1)])


@dataclass(frozen=True, eq=False)
class SetVerdict:
    """What became of a training set that was given."""

    verdict: str  # accepted, never, kink, or undecided
    step: int | None  # that said yes, or that there is not, from 1
    passes: int
    steps: int
    period: int | None  # after how many passes the weights repeat
    preperiod: int | None  # after how many they are first what they will be again
    bits: int  # of the longest numerator or denominator
    engine: str
    confirmed: bool
    notes: tuple[str, ...] = ()
    given: GivenSet = field(repr=False, kw_only=True)
    decision: Decision = field(repr=False, kw_only=True)
    outcome: SetOutcome = field(repr=False, kw_only=True)

    @property
    def weights(self) -> dict[str, Fraction]:
        """The weights then, by their names."""
        return {name: fraction(self.outcome.state[key]) for key, name in self.given.names.items()}

    @cached_property
    def circuit(self) -> CircuitComparison | None:
        """How the set and its bits differ from those of the circuit that its header names."""
        return compared_with_circuit(self.decision, self.outcome)

    @unlimited_int_digits
    def explain(self) -> str:
        """The report in words, as the command prints it."""
        return set_text(self.decision, self.outcome, self.circuit)

    __str__ = explain

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `simulate FILE --format json` writes."""
        return set_json(self.decision, self.outcome, self.circuit)


def verdict_of_set(decision: Decision, notes: Iterable[str]) -> SetVerdict:
    found = decision.outcome()
    counts = (found.verdict, found.step, found.passes, found.steps, found.period, found.preperiod, found.bits)
    by = (found.engine, not found.unconfirmed, tuple(notes))
    return SetVerdict(*counts, *by, given=decision.given, decision=decision, outcome=found)

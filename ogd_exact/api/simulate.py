"""simulate: runs online gradient descent, exactly, until the question is answered."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ogd_exact.api.any_order import AnyOrderRun
from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.given_set import SetVerdict, training_set, verdict_of_set
from ogd_exact.api.logistic import LogisticRun
from ogd_exact.api.reduce import CircuitLike, reduce
from ogd_exact.api.run import Run
from ogd_exact.api.training_set import TrainingSet
from ogd_exact.api.weights import fraction
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.text.example_files import is_example_file
from ogd_exact.training.any_order.run import run as run_slots
from ogd_exact.training.runs.certificate import certificate_text
from ogd_exact.training.runs.circuit_alone import circuit_alone
from ogd_exact.training.runs.conclude import SECONDS, Conclusion, RunOptions, check_count, conclude
from ogd_exact.training.runs.confirm import Evidence
from ogd_exact.training.runs.simulation import Moment
from ogd_exact.training.sets.decide import Decision
from ogd_exact.training.sets.given import GivenSet


@dataclass(frozen=True, eq=False)
class Verdict:
    """The answer, with what it rests on."""

    verdict: str  # accepted, never, or undecided
    frame: int | None  # of the circuit, in which the answer is yes
    passes: int
    steps: int
    period: int | None  # after how many passes the weights repeat
    engine: str  # those that ran it
    confirmed: bool | None  # None where no pass was done
    notes: tuple[str, ...] = ()  # where another engine took over, and why
    assuming: str = ""  # such as: with 3 inputs tied to 0 and 5 latches started at 0
    run: TrainingSet = field(repr=False, kw_only=True)
    conclusion: Conclusion = field(repr=False, kw_only=True)

    @property
    def order(self) -> str | None:
        """The order of the examples, where that may be any; then passes are epochs."""
        return self.conclusion.order

    @property
    def seed(self) -> int | None:
        """The seed of a random order, or of the passes that were audited."""
        return self.conclusion.seed

    @property
    def nearest(self) -> Fraction | None:
        """The least distance of a margin to the kink, where the kernel runs in an order that may be any."""
        return None if self.conclusion.nearest is None else fraction(self.conclusion.nearest)

    @property
    def inputs(self) -> dict[str, str] | None:
        """The bits over time by which a search has reached what was asked for, of each input that was open."""
        return None if self.conclusion.found is None else self.conclusion.found.data()["inputs"]

    @property
    def starts(self) -> dict[str, int] | None:
        """The bits in which open latches started, where a search has reached what was asked for."""
        return None if self.conclusion.found is None else dict(self.conclusion.found.starts)

    @unlimited_int_digits
    def explain(self) -> str:
        """The report in words, as the command prints it."""
        return self.run.report_text(self.conclusion)

    __str__ = explain

    @unlimited_int_digits
    def certificate(self) -> str | None:
        """The proof, if an invariant gave one, as `simulate --certificate` writes it and `check` reads it."""
        found = self.conclusion.certificate
        return None if found is None else certificate_text(found)

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `simulate --format json` writes."""
        return self.run.report_json(self.conclusion)


@check_argument_types
def simulate(
    run: Run | AnyOrderRun | LogisticRun | GivenSet | CircuitLike,
    *,
    order: str | None = None,
    seed: int = 0,
    max_passes: int | None = None,
    max_steps: int | None = None,
    engine: str = "auto",
    confirm: bool = False,
    audit: int | None = None,
    limit: float | int = SECONDS,
    checkpoint: str | os.PathLike[str] | None = None,
    trace: Callable[[Moment], None] | None = None,
    progress: Callable[[int, int | None], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Verdict | SetVerdict:
    """Runs what reduce made, a training set of one's own, or a circuit by svm; undecided only at a limit.

    order    of examples that may come in any: full-batch, cyclic, reverse, shuffle, adversary or batch:K (then passes
             are epochs); of a training set of one's own likewise, and cyclic unless you say
    seed     which shuffles, or which passes audit takes (0: random ones)
    engine   auto, kernel, gadget, native or circuit; whatever one says is confirmed. Or invariant, to prove `never`
             without a run; where that fails, the circuit engine runs
    confirm  whether to confirm everything, whatever it costs
    audit    how many passes, chosen at random, the kernel runs once more
    limit    how many seconds the search for an invariant may take, or a training set of one's own
    checkpoint a file that keeps the run after passes, and from which it goes on
    trace    is called with every step
    progress is called with how many steps are done, and of how many if that is known
    tell     is called with each of the notes as it comes

    Raises Mismatch where an engine's word is not confirmed, which is a defect of this project.
    """
    if isinstance(run, str | os.PathLike) and is_example_file(os.fspath(run)):
        run = training_set(run)
    asked = run if isinstance(run, Run | AnyOrderRun | LogisticRun | GivenSet) else reduce(run)
    if isinstance(asked, AnyOrderRun | LogisticRun):
        unused: dict[str, object] = {"max_steps": max_steps, "confirm": confirm or None, "audit": audit}
        unused |= {"checkpoint": checkpoint, "trace": trace}
        check_count("max_passes", max_passes)
        ignore = progress or (lambda *_: None)
        if isinstance(asked, AnyOrderRun):
            refuse(unused, "{0} is not for examples in any order")
            ordered = "shuffle" if order is None else order
            return verdict_of(asked, run_slots(asked.reduction, ordered, seed, engine, max_passes, ignore))
        unused |= {"order": order, "engine": None if engine in ("auto", "circuit") else engine}
        refuse(unused, "{0} is for exact runs, and the logistic loss is run by its circuit")
        decided = circuit_alone(asked.reduction.netlist, asked.reduction.size, max_passes, ignore)
        return verdict_of(asked, Conclusion(decided, "circuit", Evidence()))
    if order is not None and not isinstance(asked, GivenSet):
        raise InputError('order is for examples in any order; reduce with tables="any-order", or drop it')
    notes: list[str] = []

    def note(line: str) -> None:
        notes.append(line)
        if tell is not None:
            tell(line)

    file = None if checkpoint is None else os.fspath(checkpoint)
    options = RunOptions(max_passes, max_steps, engine, confirm, audit, seed, file, trace, progress, note, limit)
    if isinstance(asked, GivenSet):
        if audit is not None or checkpoint is not None:
            raise InputError("audit and checkpoint are for circuits; drop them")
        return verdict_of_set(Decision(asked, options, order or "cyclic", seed), notes)
    found = conclude(asked.reduction, options)
    return verdict_of(asked, found, tuple(notes))


def refuse(unused: Mapping[str, object], why: str) -> None:
    for name in (name for name, value in unused.items() if value is not None):
        raise InputError(f"{why.format(name)}; drop it")


def verdict_of(run: TrainingSet, found: Conclusion, notes: tuple[str, ...] = ()) -> Verdict:
    said = found.outcome
    counts = (said.frame, said.passes, said.steps, said.period)
    by = (found.engine, found.how()["confirmed"], notes, str(run.assumptions))
    return Verdict(said.verdict, *counts, *by, run=run, conclusion=found)

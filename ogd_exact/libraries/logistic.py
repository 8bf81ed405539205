"""A library beside the circuit, on a training set for the logistic loss: its bits, and how far they are off."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.libraries.compare import exactly
from ogd_exact.libraries.learner import Learner, Setting, rounded
from ogd_exact.libraries.libraries import imported
from ogd_exact.libraries.replay_report import report
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.logistic.reduction import LogisticReduction
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Outcome

SAME = {
    "sklearn": {"estimator": "SGDClassifier", "loss": "log_loss"},
    "sklearn-sparse": {"estimator": "SGDClassifier", "loss": "log_loss"},
    "torch": {"loss": "BCEWithLogitsLoss"},
}


def learner(name: str, reduction: LogisticReduction, dtype: str) -> Learner:
    """The library's model of the training set, before its first example."""
    if name not in SAME:
        raise InputError(f"{name} has not been compared with this loss; try {argument('library', 'sklearn')}")
    if dtype not in reduction.levels:
        certified = " and ".join(reduction.levels)
        rate = reduction.rates.get(dtype, reduction.rate)
        remedy = f"drop {argument('dtype', dtype)}"
        if rate != reduction.rate:
            remedy = f"try {argument('parameters', str(rate), 'eta')}, or {remedy}"
        reads = f"fan-out {reduction.fan_out} at eta = {reduction.rate}"
        raise InputError(f"in {dtype} {reads} is not certified, but in {certified}; {remedy}")
    examples = tuple(
        ({int(c): rounded(x, "an example", dtype) for c, x in e.x.items()}, 1.0) for e in reduction.examples()
    )
    start = (0.0,) * reduction.program.dimension
    rate = rounded(reduction.rate, "the learning rate", dtype)
    regularizer = rounded(reduction.regularizer, "the regularizer", dtype)
    found: Learner = imported(name)(Setting(SAME[name], rate, regularizer, examples, start, dtype=dtype))
    return found


@dataclass
class Replayed:
    outcome: Outcome
    right: int = 0  # passes, from the first on, after which all bits are right, those of gates included
    off: Any = 0  # of a bit at most, after any pass up to a yes, in units of a bit
    accepted: int | None = None  # the pass after which the library's answer is first yes

    def agreed(self, most: Any) -> bool:
        """Whether it did what is certified: every bit, the answer, and no weight further off than it may be."""
        said = self.outcome.passes if self.outcome.verdict == "accepted" else None
        return self.right == self.outcome.passes > 0 and self.accepted == said and bool(self.off <= most)


def replayed(
    reduction: LogisticReduction,
    library: Learner,
    most: int | None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> Replayed:
    netlist, program, size = reduction.netlist, reduction.program, reduction.size
    bits, frame, found = (False,) * netlist.inputs, 0, Replayed(Outcome("undecided", None, 0, 0))
    cycle = Cycle(bits)
    while found.outcome.verdict == "undecided" and (most is None or frame < most):
        values, (follows, answer) = netlist.values(bits), netlist.step(bits)
        library.one_pass()
        weights, frame = library.weights(), frame + 1
        if found.accepted is None and weights[program.accept] > 0:
            found.accepted = frame
        # After a yes the gate that answers is spent, which the inputs that took it over do not notice.
        wanted = [*follows, *values[netlist.inputs :]]
        kept = [k for k in range(len(wanted)) if not (answer and k == netlist.answer)]
        held = {k: weights[program.signal(k)] for k in kept}
        due = {k: reduction.magnitudes[program.signal(k)] for k in kept}
        if found.right == frame - 1 and all((weight > 0) == wanted[k] for k, weight in held.items()):
            found.right = frame
        found.off = max([found.off, *(off(held[k], reduction.rate, due[k]) for k in kept)])
        bits = follows
        cycle.move(1, bits)
        progress(frame, most)
        if answer:
            found.outcome = Outcome("accepted", frame - 1, frame, frame * size)
        elif cycle.closed(bits):
            found.outcome = Outcome("never", None, frame, frame * size, cycle.distance)
        else:
            found.outcome = Outcome("undecided", None, frame, frame * size)
    return found


def off(weight: float, rate: Any, due: Any) -> Any:
    """By how much a weight is off from what is due, in units of a bit."""
    value = exactly(weight)
    return float("inf") if value is None else abs(abs(value) / rate - due)


def report_text(reduction: LogisticReduction, library: Learner, dtype: str, found: Replayed) -> str:
    passes = counted(found.outcome.passes, "pass", "passes")
    yes = f"accepted in pass {found.accepted}" if found.accepted is not None else f"not accepted in {passes}"
    said = found.outcome
    circuit = f"{said.verdict}" + (f" in frame {said.frame}" if said.frame is not None else f" after {passes}")
    certified = reduction.levels[dtype].error
    items = {
        "circuit": circuit,
        "library": yes,
        "bits": f"right after {found.right} of {passes}, those of gates included",
        "off": f"by at most {float(found.off):.2e} of a bit, and {float(certified):.2e} is certified",
    }
    return report(f"{one_line(reduction.asked.circuit, 60)} by {reduction.model} in {library.name}, {dtype}", items)


def report_json(reduction: LogisticReduction, library: Learner, dtype: str, found: Replayed) -> str:
    certified = reduction.levels[dtype].error
    data = {"agreed": found.agreed(certified), "circuit": reduction.asked.circuit, "model": reduction.model}
    data |= {"library": library.name, "version": library.version, "dtype": dtype, "exact": asdict(found.outcome)}
    data |= {"passes_right": found.right, "accepted_in_pass": found.accepted}
    data |= {"off": float(found.off), "certified": str(certified)}
    return json.dumps({"format": "ogd-exact-replay-logistic/1", **data}, indent=2)

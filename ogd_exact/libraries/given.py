"""A library and the exact run side by side on a training set that someone gives, pass by pass."""

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import Kink, one_line
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.libraries.compare import exactly, first_unequal
from ogd_exact.libraries.learner import Learner
from ogd_exact.libraries.replay_report import number, off, report, rough
from ogd_exact.text.wording import counted
from ogd_exact.training.runs.conclude import RunOptions
from ogd_exact.training.runs.simulation import Moment
from ogd_exact.training.sets.decide import Decision, SetOutcome
from ogd_exact.training.sets.given import GivenSet, Weights
from ogd_exact.training.sets.report import meaning, rates, verdict_text
from ogd_exact.training.sets.walk import Walk

TOLD = ("verdict", "step", "passes", "steps", "period", "preperiod")  # of the exact run, as JSON


class Apart(NamedTuple):
    """A weight that is not the exact one after a pass."""

    number: int  # of the pass
    coordinate: str
    exact: Number
    library: float

    @property
    def far(self) -> Any:
        """How far it is off; None where the library has no number."""
        value = exactly(self.library)
        return None if value is None else abs(value - self.exact)


@dataclass
class SideBySide:
    decision: Decision
    learner: Learner
    passes: int = 0
    equal: int = 0  # passes, from the first on, after which all weights are equal
    unequal: Apart | None = None  # the first
    furthest: Apart | None = None  # the one that is furthest off, after any pass

    def one_pass(self, weights: Weights) -> None:
        """Has the library do a pass, which leads the exact run to these weights."""
        self.learner.one_pass()
        found, exact = self.learner.weights(), {c: weights[c] for c in self.decision.given.names}
        self.passes += 1
        if first_unequal(exact, found) is None:
            self.equal += self.unequal is None
            return
        apart = self.apart(exact, found)
        self.unequal = self.unequal or next(one for one in apart if one.far != 0)
        self.furthest = max([*([self.furthest] if self.furthest else []), *apart], key=distance)

    def apart(self, exact: Mapping[str, Number], found: Sequence[float]) -> list[Apart]:
        names = self.decision.given.names
        pairs = zip(exact.items(), found, strict=True)
        return [Apart(self.passes, names[key], weight, value) for (key, weight), value in pairs]


def distance(one: Apart) -> Any:
    return float("inf") if one.far is None else one.far


@dataclass(frozen=True)
class SetComparison:
    beside: SideBySide
    outcome: SetOutcome

    @property
    def agreed(self) -> bool:
        """Whether all weights were exactly equal after every pass, of which there was one at least."""
        return 0 < self.beside.passes == self.beside.equal


def compared(
    given: GivenSet, learner: Learner, most: int | None, limit: float, progress: Callable[[int, int | None], None]
) -> SetComparison:
    """Runs both until the exact one is decided, whose last pass is taken to its end, unless it comes to a kink."""

    def watch(moment: Moment) -> None:
        if moment.number % len(given.examples) == 0:
            beside.one_pass(decision.walk.weights)

    decision = Decision(given, RunOptions(most, engine="kernel", trace=watch, progress=progress, limit=limit))
    beside = SideBySide(decision, learner)
    outcome = decision.outcome()
    if outcome.verdict == "accepted" and (done := outcome.steps % len(given.examples)):
        walk = Walk(replace(given, examples=given.examples[done:]), outcome.state)
        with suppress(Kink):
            deque(walk.one_pass([[k] for k in range(len(walk.given.examples))]), maxlen=0)
            beside.one_pass(walk.weights)
    return SetComparison(beside, outcome)


def set_report_text(found: SetComparison, dtype: str) -> str:
    beside, given = found.beside, found.beside.decision.given
    items = {"exact": verdict_text(beside.decision, found.outcome, meaning(given))}
    passes = counted(beside.passes, "pass", "passes")
    equal = f"exactly equal after {beside.equal} of {passes}" if beside.passes else "not compared, as no pass was done"
    items["weights"] = equal
    if one := beside.unequal:
        said = f"{one_line(one.coordinate, 40)} is {number(one.exact)}, and {one.library!r} in the library"
        items["unequal"] = f"first after pass {one.number}: {said}{off(one.exact, one.library)}"
    if one := beside.furthest:
        how = "no number in the library" if one.far is None else f"off by {rough(one.far)}"
        items["furthest"] = f"{one_line(one.coordinate, 40)} after pass {one.number}: {how}"
    return report(f"{one_line(given.source, 60)} by {given.model} in {beside.learner.name}, {dtype}", items)


def set_report_json(found: SetComparison, dtype: str) -> str:
    beside, given, outcome = found.beside, found.beside.decision.given, found.outcome
    first, most = beside.unequal, beside.furthest
    data = {
        "format": "ogd-exact-replay-set/1",
        "agreed": found.agreed,
        "training": given.source,
        "model": given.model,
        "rule": given.step.rule.name,
        "parameters": rates(given.step),
        "library": beside.learner.name,
        "version": beside.learner.version,
        "dtype": dtype,
        "exact": {name: getattr(outcome, name) for name in TOLD} | {"limit": outcome.limit or None},
        "passes": beside.passes,
        "passes_equal": beside.equal,
        "first_unequal": first and {**place(first), "exact": number(first.exact), "library": double(first.library)},
        "furthest": most and {**place(most), "deviation": None if most.far is None else number(most.far)},
    }
    return json.dumps(data, indent=2)


def place(one: Apart) -> dict[str, Any]:
    return {"pass": one.number, "coordinate": one.coordinate}


def double(value: float) -> float | None:
    """A number of the library's, if it is one."""
    return None if exactly(value) is None else value

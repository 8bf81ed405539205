"""A library and the exact run side by side on a training set for any order, epoch by epoch."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.libraries.compare import exactly
from ogd_exact.libraries.learner import LARGEST, Same, Setting
from ogd_exact.libraries.libraries import made_by
from ogd_exact.libraries.replay_report import report
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.from_zero import FromZero
from ogd_exact.training.any_order.orders import batches_of, order
from ogd_exact.training.any_order.plain import PlainEngine
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.any_order.report import said
from ogd_exact.training.any_order.run import outcome_of
from ogd_exact.training.runs.simulation import Outcome

ANY_BATCHES = ("torch",)
ONE_BY_ONE = ("sklearn", "sklearn-sparse")


class Presented(Protocol):
    """A library's own model, presented with batches."""

    name: str
    version: str

    def present(self, batches: Sequence[Sequence[int]]) -> None:
        """One after the other, each at once."""

    def weights(self) -> list[float]:
        """The weights of the coordinates, in order."""


def presented(name: str, reduction: SlotReduction, ordered: str, dtype: str | None) -> Presented:
    """The library's model at the starting weights, or why there is none."""
    if name not in (*ANY_BATCHES, *ONE_BY_ONE):
        raise InputError(f"{name} cannot start at given weights; try {argument('library', 'torch')} or sklearn")
    if name in ONE_BY_ONE and (ordered == "full-batch" or ordered.startswith("batch:")):
        remedy = f"try {argument('library', 'torch')}, or {argument('order', 'shuffle')}"
        raise InputError(f"{name} takes one example at a time; {remedy}")
    found: Presented = made_by(name, dtype, reduction.step)(lambda same, chosen: setting(reduction, same, chosen))
    return found


def setting(reduction: SlotReduction, same: Same, dtype: str) -> Setting:
    """In doubles, which are exact here unless a circuit is enormous."""
    examples = tuple(({int(c): float(x) for c, x in e.x.items()}, float(e.y)) for e in reduction.examples)
    start = tuple(float(weight) for weight in reduction.start().values())  # type: ignore[arg-type]
    if max(start) > LARGEST[dtype]:
        raise InputError(f"the start is too large for a {dtype}; take {argument('dtype', 'float64')} if there is one")
    return Setting(same, float(reduction.rate), 0.0, examples, start, dtype=dtype)  # type: ignore[arg-type]


@dataclass
class Replayed:
    """What the library did, counted from its first epoch on."""

    outcome: Outcome
    equal: int = 0  # epochs after which all weights are equal
    right: int = 0  # frames after which all bits are
    frames: int = 0
    accepted: int | None = None  # the epoch after which its answer is first yes
    unequal: tuple[int, str, str, float] | None = None  # the epoch, the coordinate, its weight and the library's

    @property
    def agreed(self) -> bool:
        wanted = self.outcome.passes if self.outcome.verdict == "accepted" else None
        return self.outcome.passes > 0 and self.right == self.frames and self.accepted == wanted


@dataclass
class SideBySide:
    """An engine that has a library do each epoch as well, and compares."""

    reduction: SlotReduction
    exact: EventEngine | PlainEngine
    library: Presented
    found: Replayed = field(default_factory=lambda: Replayed(Outcome("undecided", None, 0, 0)))
    name: str = "events"

    @property
    def epoch(self) -> int:
        return self.exact.epoch

    @property
    def accepted(self) -> bool:
        return self.exact.accepted

    def weights(self) -> dict[str, Any]:
        return self.exact.weights()

    def advance(self, until: int) -> None:
        while self.epoch < until and not self.accepted:
            places = self.exact.places(self.epoch + 1, *(self.exact.due() if self.exact.places.looks else ()))
            self.library.present(batches_of(places))
            self.exact.advance(self.epoch + 1)
            self.compare()

    def compare(self) -> None:
        found, weights, library = self.found, self.exact.weights(), self.library.weights()
        names, accept = self.reduction.coordinates(), self.reduction.program.accept
        unequal = [c for c, value in enumerate(library) if exactly(value) != weights[str(c)]]
        if not unequal:
            found.equal += 1
        elif found.unequal is None:
            c = unequal[0]
            found.unequal = (self.epoch, names[c], str(weights[str(c)]), library[c])
        if found.accepted is None and library[accept] > 0:
            found.accepted = self.epoch
        if self.epoch % self.reduction.epochs == 0:
            inputs = [self.reduction.program.signal(i) for i in range(self.reduction.program.netlist.inputs)]
            found.frames += 1
            found.right += all((library[c] > 0) == (weights[str(c)] > 0) for c in inputs)


def replayed(
    reduction: SlotReduction,
    library: Presented,
    ordered: str,
    seed: int,
    most: int | None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> Replayed:
    places = order(ordered, len(reduction.examples), seed)
    exact = (PlainEngine if isinstance(reduction, FromZero) else EventEngine)(reduction, places)
    both = SideBySide(reduction, exact, library)
    both.found.outcome = outcome_of(reduction, both, most, progress)
    return both.found


def report_text(reduction: SlotReduction, library: Presented, dtype: str, ordered: str, found: Replayed) -> str:
    epochs, frames = counted(found.outcome.passes, "epoch"), counted(found.frames, "frame")
    circuit = one_line(reduction.asked.circuit, 60)
    yes = f"accepted in epoch {found.accepted}" if found.accepted is not None else f"not accepted in {epochs}"
    items = {
        "exact": said(found.outcome),
        "library": yes,
        "weights": f"exactly equal after {found.equal} of {epochs}",
        "bits": f"right after {found.right} of {frames}",
    }
    if found.unequal is not None:
        epoch, name, exact, value = found.unequal
        items["unequal"] = f"first after epoch {epoch}: {name} is {exact}, and {value!r} in the library"
    return report(f"{circuit} by {reduction.model} in {library.name}, {dtype}, in order {ordered}", items)


def report_json(reduction: SlotReduction, library: Presented, dtype: str, ordered: str, found: Replayed) -> str:
    data = {"agreed": found.agreed, "circuit": reduction.asked.circuit, "model": reduction.model, "order": ordered}
    data |= {"library": library.name, "version": library.version, "dtype": dtype, "exact": asdict(found.outcome)}
    data |= {"epochs_equal": found.equal, "frames": found.frames, "frames_right": found.right}
    data |= {"accepted_in_epoch": found.accepted, "first_unequal": found.unequal}
    return json.dumps({"format": "ogd-exact-replay-slots/1", **data}, indent=2)

"""Runs a training set in a chosen order until the question is answered, and compares every period with the circuit."""

from collections.abc import Callable
from typing import Protocol

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.text.wording import argument
from ogd_exact.training.any_order.events import EventEngine
from ogd_exact.training.any_order.from_zero import ORDER as FULL_BATCH
from ogd_exact.training.any_order.from_zero import FromZero
from ogd_exact.training.any_order.orders import order
from ogd_exact.training.any_order.plain import PlainEngine
from ogd_exact.training.any_order.reduction import SlotReduction
from ogd_exact.training.runs.circuit_alone import circuit_alone
from ogd_exact.training.runs.conclude import Conclusion
from ogd_exact.training.runs.confirm import Evidence
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.simulation import Mismatch, Outcome

ENGINES = ("auto", "kernel", "events", "circuit")


class EpochEngine(Protocol):
    """The weights after whole epochs; after a yes it stands still."""

    @property
    def name(self) -> str: ...

    @property
    def epoch(self) -> int: ...

    @property
    def accepted(self) -> bool: ...

    def advance(self, until: int) -> None:
        """To the end of an epoch, or of the one in which the answer is yes."""

    def weights(self) -> dict[str, Number]:
        """The weights after the last epoch."""


def engine_of(name: str, reduction: SlotReduction, ordered: str, seed: int) -> EpochEngine:
    """Every margin is looked at where an adversary comes near the kink, unless another engine is asked for."""
    places = order(ordered, len(reduction.examples), seed)
    if isinstance(reduction, FromZero) and (name == "events" or ordered != FULL_BATCH):
        drop = f"drop {argument('engine')}, or {argument('from_zero')}"
        raise InputError(f"from w = 0 the kernel engine runs the full batch; {drop}")
    if name == "kernel" or (name == "auto" and (ordered == "adversary" or isinstance(reduction, FromZero))):
        return PlainEngine(reduction, places)
    return EventEngine(reduction, places)


def run(
    reduction: SlotReduction,
    ordered: str = "shuffle",
    seed: int = 0,
    engine: str = "auto",
    most_epochs: int | None = None,
    progress: Callable[[int, int | None], None] = lambda *_: None,
) -> Conclusion:
    """Until the answer is yes, the weights after a period repeat, or so many epochs have passed.

    Passes of the outcome are epochs, and frames periods. In which epoch of its period a yes comes the order decides;
    the circuit, which decides for every order, counts up to the end of that period.
    """
    if engine not in ENGINES:
        raise InputError(f"slots are run by {', '.join(ENGINES)}; drop {argument('engine', engine)}")
    chosen = None if ordered in ("full-batch", "cyclic", "reverse", "adversary") else seed
    netlist, size = reduction.program.netlist, len(reduction.examples)
    if engine == "circuit":
        order(ordered, 1)  # or refused
        outcome = circuit_alone(netlist, size, most_epochs, progress, reduction.epochs)
        return Conclusion(outcome, engine, Evidence(), seed=chosen, order=ordered)
    runner = engine_of(engine, reduction, ordered, seed)
    outcome = outcome_of(reduction, runner, most_epochs, progress)
    nearest = runner.nearest if isinstance(runner, PlainEngine) else None
    evidence = Evidence(frames=outcome.passes // reduction.epochs)  # with which each period was compared
    return Conclusion(outcome, runner.name, evidence, seed=chosen, order=ordered, nearest=nearest)


def outcome_of(
    reduction: SlotReduction, runner: EpochEngine, most: int | None, progress: Callable[[int, int | None], None]
) -> Outcome:
    netlist, epochs, size = reduction.program.netlist, reduction.epochs, len(reduction.examples)
    bits, frame = (False,) * netlist.inputs, 0
    cycle = Cycle(runner.weights())
    while most is None or runner.epoch < most:
        end = (frame + 1) * epochs if most is None else min((frame + 1) * epochs, most)
        runner.advance(end)
        progress(runner.epoch, most)
        follows, answer = netlist.step(bits)
        if runner.accepted:
            if not answer:
                raise Mismatch(f"epoch {runner.epoch}: OGD answers yes, and the circuit no in frame {frame}")
            return Outcome("accepted", frame, runner.epoch, runner.epoch * size)
        if runner.epoch < (frame + 1) * epochs:
            break
        weights = runner.weights()
        if answer or reduction.bits(weights) != follows:
            raise Mismatch(f"epoch {runner.epoch}: OGD and the circuit disagree after frame {frame}")
        bits, frame = follows, frame + 1
        cycle.move(1, weights)
        if cycle.closed(weights):
            return Outcome("never", None, runner.epoch, runner.epoch * size, cycle.distance * epochs)
    return Outcome("undecided", None, runner.epoch, runner.epoch * size)

"""A pass whose examples know the rate of their own step: assembled, proved, and run through the kernel.

The tables are verified for every rate that is below the square of size, row by row, and no weight depends on a rate.
So a pass is right if its calls are (the walk of the proof) and if every single rate lies in the region of its table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ogd_exact.core.kernel.errors import InputError, Kink
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.kernel.step import Example
from ogd_exact.text.wording import argument
from ogd_exact.training.annealed.schedule import Schedule
from ogd_exact.training.constructions.called import Called, called
from ogd_exact.training.constructions.program import Call
from ogd_exact.training.constructions.reduction import Assembled
from ogd_exact.training.constructions.training import flat
from ogd_exact.training.runs.simulation import Mismatch, Simulation

MOST_STEPS = 10**6
TOLD = 1000  # steps from one word about them to the next
SIZE, RATE = "size", "eta"  # the symbols of the model: one for the pass, and one for each step


class AnnealedFrame(NamedTuple):
    """What the circuit did, by the weights: its state after a frame, and whether the answer was yes."""

    state: tuple[bool, ...]
    accepted: bool


@dataclass
class SinglePass:
    """So many frames of a circuit in one pass: a frame comes back with other examples, as its rates are others."""

    made: Assembled
    schedule: Schedule
    frames: int

    def __post_init__(self) -> None:
        model, program = self.made.model, self.made.program
        if model.symbols != (SIZE, RATE) or model.per_step != (RATE,) or program.construction.gadgets != model.name:
            raise InputError(f'{model.name} must have symbols = ["{SIZE}", "{RATE}"] and per_step = ["{RATE}"]')
        built, weights = program.construction, {"true": SIZE, "false": f"-{SIZE}", "unset": "0"}
        if model.magnitudes or built.start or built.always or built.after_each or model.encoding != weights:
            problem = f"all weights start at 0, bits are {SIZE} and -{SIZE}, and there are no magnitudes and no biases"
            raise InputError(f"in a single pass {problem}; {model.name} differs")
        self.called = {gadget: called(self.made.library, model.name, gadget) for _, gadget in built.called}
        self.examples = sum(self.called[call.gadget].examples for call in program.calls())
        self.frames = self.until_yes()
        if self.examples * self.frames > MOST_STEPS:
            raise InputError(f"{self.frames} frames are more than {MOST_STEPS} steps; give fewer {argument('frames')}")
        self.rates = [self.rate(t) for t in range(1, self.examples * self.frames + 1)]
        self.size = rational(1)
        for rate in self.rates:
            while not rate < self.size * self.size:
                self.size *= 2
        self.reduction = self.made.proved({SIZE: self.size, RATE: self.rates[0]})
        self.check_regions()

    def until_yes(self) -> int:
        """The frames up to the circuit's first yes: no more are run, so that no more need rates."""
        frames = islice(self.made.program.netlist.run(), min(self.frames, MOST_STEPS))
        return next((number for number, frame in enumerate(frames, 1) if frame.accepted), self.frames)

    def rate(self, t: int) -> Number:
        rate = self.schedule(t)
        if not rate > 0:
            raise InputError(f"the rate of step {t} is {rate}, which is not positive; give another schedule")
        return rate

    def calls(self) -> Iterator[tuple[Call, Called, list[Number]]]:
        """All calls of the pass, each with the rates of its steps."""
        rates = iter(self.rates)
        for _ in range(self.frames):
            for call in self.made.program.calls():
                gadget = self.called[call.gadget]
                yield call, gadget, list(islice(rates, gadget.examples))

    def check_regions(self) -> None:
        """Every rate lies in the region where the table of its call is proved."""
        steps = ((call, gadget, rate) for call, gadget, rates in self.calls() for rate in rates)
        for t, (call, gadget, rate) in enumerate(steps, 1):
            if bound := gadget.outside({SIZE: self.size, RATE: rate}):
                where = f"step {t}, {call.gadget}, with {SIZE} = {self.size} and {RATE} = {rate}"
                raise InputError(f"{where}, is outside the region where it is proved: {bound.text}")

    def training(self) -> Iterator[tuple[Example, Number]]:
        """The examples of the whole pass, in order, each with the rate of its step."""
        for call, gadget, rates in self.calls():
            anew = iter([{RATE: rate} for rate in rates])
            keys = dict(zip(gadget.table.inputs, map(str, call.on), strict=True))
            made = flat(gadget.table, {SIZE: self.size}, self.made.library, anew)
            for (x, y), rate in zip(made, rates, strict=True):
                yield Example({keys[name]: value for name, value in x}, y), rate

    def run(self, progress: Callable[[int, int], None] = lambda *_: None) -> Iterator[AnnealedFrame]:
        """Frame after frame through the kernel, each compared with the circuit; the last is that of a yes."""
        run, training, program = Simulation(self.reduction), self.training(), self.made.program
        for frame in range(self.frames):
            run.begin()
            for example, rate in islice(training, self.examples):
                if run.steps % TOLD == 0:
                    progress(run.steps, self.examples * self.frames)
                try:
                    run.step(example, rate)
                except Kink as kink:
                    raise Mismatch(f"frame {frame}: {kink}") from None
            if problem := run.problem():
                raise Mismatch(f"frame {frame}: {problem}")
            if run.accepted and run.weights[str(program.accept)] != self.size:
                raise Mismatch(f"frame {frame}: the answer is written otherwise than as {self.size}")
            yield AnnealedFrame(program.netlist.latches(run.bits()), run.accepted)
            if run.accepted:
                return
            run.frame += 1

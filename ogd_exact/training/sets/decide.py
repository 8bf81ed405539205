"""Feeds a given set over and over until what is asked is known, the weights repeat, or a limit is reached.

The kernel takes every step; where numbers are small the compiled loop goes ahead of it, pass by pass, and the kernel
does again what decides.
"""

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ogd_exact.core.kernel.errors import InputError, Kink
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.gadgets.properties.traits import is_affine
from ogd_exact.text.wording import argument, counted
from ogd_exact.training.runs.conclude import MOST_SECONDS, RunOptions
from ogd_exact.training.runs.cycle import Cycle
from ogd_exact.training.runs.engine import Unfit
from ogd_exact.training.runs.simulation import Mismatch, reached
from ogd_exact.training.sets.given import GivenSet, Weights
from ogd_exact.training.sets.native import NativePasses
from ogd_exact.training.sets.presented import Presented
from ogd_exact.training.sets.walk import Walk, length

ENGINES = ("auto", "kernel", "native")
EARLY = 0.3  # seconds of the kernel before the loop is compiled
CHUNK = 0.25  # seconds that a call of the loop should take
MOST_BITS = 1 << 20  # of a weight, from where on nothing is computed any more
MOST_ENTRIES = 2_000_000  # that the kernel multiplies once more, in some seconds, to confirm


@dataclass(frozen=True)
class SetOutcome:
    """What became of a given set."""

    verdict: str  # accepted, never, kink, or undecided
    step: int | None  # that said yes, or that there is not, from 1; 0: the start said yes
    passes: int  # begun, up to the verdict
    steps: int  # taken
    period: int | None  # in passes
    preperiod: int | None
    bits: int  # of the longest numerator or denominator of a weight
    state: Weights  # all weights then, and velocities that are not 0
    engine: str
    limit: str = ""  # that was reached, if there is no verdict
    confirmed_by: str = ""
    unconfirmed: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[Any, ...]:
        """What does not depend on who ran it."""
        return self.verdict, self.step, self.passes, self.steps, self.period, self.state


@dataclass
class Decision:
    """A run on the way to its outcome."""

    given: GivenSet
    options: RunOptions
    order: str = "cyclic"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.options.engine not in ENGINES:
            raise InputError(f"a set that is given is run by {', '.join(ENGINES)}; drop {argument('engine')}")
        self.presented = Presented(self.given, self.order, self.seed)
        self.size = len(self.given.examples)
        self.walk, self.cycle = Walk(self.given), Cycle[Weights](dict(self.given.start))
        self.loop: NativePasses | None = None
        self.untried = self.options.engine != "kernel" and self.options.trace is None
        self.looped, self.chunk, self.ends = 0, 64, False  # `ends`: by the loop, the next pass decides
        self.explosive = not is_affine(self.given.step.rule)
        self.began = time.monotonic()

    def outcome(self) -> SetOutcome:
        found = self.first()
        if found.period is not None:
            found = replace(found, preperiod=self.preperiod(found))
        return self.confirmed(found)

    def first(self) -> SetOutcome:
        walk, options, fixed_point = self.walk, self.options, self.given.question == "fixed-point"
        if walk.yes:
            return self.found("accepted", 0)
        while True:
            self.go_ahead()
            if self.closed:
                return self.found("never")
            if limit := self.limit(walk.state.values()):
                return self.found("undecided", limit=limit)
            before = walk.state
            try:
                for moments in walk.one_pass(self.presented.batches(walk.passes + 1)):
                    for moment in moments:
                        if options.trace:
                            options.trace(moment)
                    done = moments[-1].number
                    if walk.yes:  # which it was not before the step
                        return self.found("accepted", done, steps=done)  # type: ignore[unreachable]
                    changed = moments[-1].changed.values() if self.explosive else ()
                    if done % self.size and (limit := self.limit(changed, done)):
                        return self.found("undecided", limit=limit, steps=done)
            except Kink:
                return self.found("kink", walk.reaching)
            if fixed_point and walk.state == before:
                return self.found("accepted", walk.steps)
            if self.ends:
                raise Mismatch(f"pass {walk.passes}: the native engine says that it decides, the kernel does not")
            if self.presented.fixed:
                self.cycle.move(1, walk.state)
            elif walk.still and before == walk.state and (walk.decay == 1 or not any(before.values())):
                self.cycle = Cycle(before, 1)  # no example moves the weights, in whatever order
            if options.progress is not None:
                options.progress(walk.steps, options.most_steps)

    @property
    def closed(self) -> bool:
        return self.cycle.closed(self.walk.state)

    def limit(self, values: Iterable[Number], steps: int | None = None) -> str:
        """The limit that is reached, if any: after these steps of a pass, or before the next pass."""
        options, passes = self.options, self.walk.passes
        if reached(self.walk.steps if steps is None else steps, options.most_steps):
            return argument("max_steps", options.most_steps)
        if steps is None and reached(passes, options.most_passes):
            return argument("max_passes", options.most_passes)
        if time.monotonic() - self.began > options.limit:
            return f"{argument('limit', options.limit)} (seconds)"
        return f"weights of {MOST_BITS} bits" if any(length(value) > MOST_BITS for value in values) else ""

    def found(self, verdict: str, step: int | None = None, limit: str = "", steps: int | None = None) -> SetOutcome:
        walk = self.walk
        taken = walk.steps if steps is None else steps
        passes = {"accepted": -(-taken // self.size), "kink": (step or 1) // -self.size * -1}
        period = self.cycle.distance if verdict == "never" else None
        engine = "native and kernel" if self.looped else "kernel"
        counts = (passes.get(verdict, taken // self.size), taken, period, None)
        return SetOutcome(verdict, step, *counts, walk.bits, walk.state, engine, limit)

    def go_ahead(self) -> None:
        """Goes as far as the compiled loop can, which is made once the kernel has had some time."""
        options, walk, self.ends = self.options, self.walk, False
        if self.untried and (options.engine == "native" or time.monotonic() - self.began > EARLY):
            self.untried = False
            try:
                self.loop = self.made_loop()
            except Unfit as reason:
                if options.engine == "native":
                    options.tell(f"{reason}; the kernel engine is used instead")
        while self.loop is not None and not self.closed and not self.limit(()):
            limits = [options.most_passes, None if options.most_steps is None else options.most_steps // self.size]
            room = min([self.chunk, self.cycle.room, *(most - walk.passes for most in limits if most is not None)])
            if room <= 0:
                return
            began = time.monotonic()
            claim = self.loop.advance(walk.state, self.cycle.kept, room)
            if claim.moved:
                self.looped += claim.moved
                walk.place(claim.weights, walk.passes + claim.moved)
                self.cycle.move(claim.moved, claim.weights)
            if claim.moved < room:
                self.ends = not claim.unable and not self.closed
                return
            if room == self.chunk and time.monotonic() - began < CHUNK / 2:
                self.chunk *= 2
            if options.progress is not None:
                options.progress(walk.steps, options.most_steps)

    def made_loop(self) -> NativePasses:
        if not (self.presented.fixed and self.presented.one_by_one):
            raise Unfit(f"the native engine has no order {self.order}")
        return NativePasses(self.given, [self.given.examples[k] for (k,) in self.presented.batches(1)])

    def preperiod(self, found: SetOutcome) -> int:
        """After how many passes the weights are those that come again: the least k with w(k) = w(k + period)."""
        if not self.presented.fixed:
            return found.passes - 1
        low, high, period = 0, found.passes - self.cycle.distance, self.cycle.distance
        first: Weights = Walk(self.given).state
        second = self.ahead(first, period)
        if first == second:
            return 0
        while high - low > 1:  # they differ after `low` passes, and are the same after `high`
            half = (high - low) // 2
            later = self.ahead(first, half), self.ahead(second, half)
            if later[0] == later[1]:
                high = low + half
            else:
                low, (first, second) = low + half, later
        return high

    def ahead(self, state: Weights, passes: int) -> dict[str, Number]:
        """The state so many passes later."""
        walk = Walk(self.given, state)
        while walk.passes < passes:
            claim = self.loop.advance(walk.state, None, passes - walk.passes) if self.loop else None
            if claim is not None and claim.moved:
                walk.place(claim.weights, walk.passes + claim.moved)
            else:
                deque(walk.one_pass(self.presented.batches(1)), maxlen=0)
        return walk.state

    def confirmed(self, found: SetOutcome) -> SetOutcome:
        """The kernel does all of it again where that takes some seconds, or is asked for; else what decides."""
        if not self.looped:
            return replace(found, confirmed_by="kernel")
        if self.options.confirm or self.given.entries * found.passes <= MOST_ENTRIES:
            most = found.steps + (found.verdict == "kink")
            again = RunOptions(most_steps=most, engine="kernel", limit=MOST_SECONDS - 1)
            if Decision(self.given, again, self.order, self.seed).first().told != found.told:
                raise Mismatch(f"the {found.engine} engines say {found.verdict}, and the kernel alone does not")
            return replace(found, confirmed_by="kernel")
        if found.period is not None:
            last = Walk(self.given, self.ahead(self.cycle.kept, found.period - 1))
            deque(last.one_pass(self.presented.batches(1)), maxlen=0)
            if last.state != self.cycle.kept:
                raise Mismatch("by the kernel, the pass that comes round does not")
        alone = f"{counted(self.looped, 'pass', 'passes')} by the native engine alone"
        return replace(found, unconfirmed=(alone,))

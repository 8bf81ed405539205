"""A group of gadget calls is one look-up, from the weights that it finds to those that it leaves.

Every answer that is looked up is what the kernel computed when that state of the group's few coordinates was first
met; nothing is taken from a table's text. A pass costs as many look-ups as it has groups, however many steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import Any

from ogd_exact.core.kernel.errors import Kink
from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.training import Block
from ogd_exact.training.runs.coding import Weights
from ogd_exact.training.runs.engine import Claim
from ogd_exact.training.runs.simulation import Mismatch, Moment, Simulation

State = tuple[int, ...]  # what some coordinates hold, as numbers of contents


@dataclass(frozen=True, eq=False, slots=True)
class TimedCall:
    row: tuple[int, ...]  # its coordinates; the rule's state, which every example can move, comes last
    block: Block
    time: int  # examples of the pass before it


def timed_calls(reduction: Reduction) -> Iterator[TimedCall]:
    first, time = reduction.program.dimension, 0
    state = tuple(range(first, first + len(reduction.program.construction.state)))
    for row, block in reduction.training.blocks():
        yield TimedCall(row + state, block, time)
        time += len(block.examples)


class Leave(Exception):
    """This pass is for the reference: the answer becomes yes in it, or a margin is 0."""


class Contents:
    """A number for each value that a coordinate has held.

    With a regularizer all weights fall together, by the same factor at each example. That factor is left out: the
    value is what the weight would have been when the pass began, so that coordinates nobody touches keep their number.
    """

    def __init__(self, decay: Number) -> None:
        self.decay, self.steady = decay, decay == 1
        self.values: list[Number] = []
        self.numbers: dict[Number, int] = {}
        self.objects: dict[int, int] = {}  # by id(), which is theirs alone as long as values has them

    def number(self, weight: Number, time: int = 0) -> int:
        value = weight if self.steady else weight * self.decay**-time
        found = self.numbers.setdefault(value, len(self.values))
        if found == len(self.values):
            self.values.append(value)
            self.objects[id(value)] = found
        return found

    def all_numbers(self, weights: Weights, keys: list[str]) -> list[int]:
        """The numbers of weights between passes: mostly objects that came from here, which need no comparing."""
        found = [weights[key] for key in keys]
        known = map(self.objects.get, map(id, found))
        return [self.number(weight) if n is None else n for weight, n in zip(found, known, strict=True)]

    def weight(self, number: int, time: int = 0) -> Number:
        return self.values[number] if self.steady else self.values[number] * self.decay**time


class Site(dict[Any, tuple[tuple[int, int], ...]]):
    """A group of calls: for each state that it was found in, the coordinates that change, and to what."""

    def __init__(self, engine: "GadgetEngine", calls: list[TimedCall]) -> None:
        self.engine, self.calls = engine, calls
        self.row = tuple(dict.fromkeys(c for call in calls for c in call.row))
        self.found = itemgetter(*self.row)

    def __missing__(self, key: State | int) -> tuple[tuple[int, int], ...]:
        before = dict(zip(self.row, key if isinstance(key, tuple) else (key,), strict=True))  # of one, no tuple is made
        after = dict(before)
        for call in self.calls:
            after.update(zip(call.row, self.engine.after(call, tuple(after[c] for c in call.row)), strict=True))
        self[key] = changes = tuple((c, number) for c, number in after.items() if number != before[c])
        return changes


class GadgetEngine:
    name = "gadget"

    def __init__(self, reduction: Reduction) -> None:
        self.examples = reduction.examples
        self.local = Simulation(reduction)  # its steps are the kernel's; its weights, those of one call at a time
        self.keys = list(self.local.weights)
        self.accept = reduction.program.accept
        self.to_stop = reduction.question == "fixed-point"  # before a pass that changes nothing
        self.contents = Contents(reduction.values.decay)
        self.known: dict[tuple[Block | TimedCall, State], State | None] = {}
        self.steps: dict[tuple[TimedCall, State], list[Moment]] = {}
        self.older = cache(self.next_pass)
        calls = timed_calls(reduction)
        groups = (group.calls for group in reduction.program.groups() if group.calls)  # such as all calls for one gate
        self.sites = [Site(self, list(islice(calls, len(group)))) for group in groups]
        self.program = [(site, site.found) for site in self.sites]

    def run_call(self, call: TimedCall, state: State) -> Iterator[Moment]:
        """Through the kernel, from this state; the weights are then in self.local."""
        names = [self.keys[c] for c in call.row]
        weights = (self.contents.weight(number, call.time) for number in state)
        self.local.take(dict(zip(names, weights, strict=True)))
        for x, y in call.block.examples:
            yield self.local.step(Example({names[place]: value for place, value in x}, y))

    def after(self, call: TimedCall, state: State) -> State:
        """What a call leaves; raises Leave where the reference is to find out."""
        # Without decay the same examples do the same wherever they stand, unless they name the accepting coordinate.
        key = (call.block if self.contents.steady and self.accept not in call.row else call, state)
        if key not in self.known:
            self.known[key] = self.computed(call, state)
        after = self.known[key]
        if after is None:
            raise Leave
        return after

    def computed(self, call: TimedCall, state: State) -> State | None:
        accept = self.keys[self.accept]
        try:
            for done in self.run_call(call, state):
                if accept in done.changed and done.changed[accept] > 0:
                    return None
        except Kink:
            return None
        time = call.time + len(call.block.examples)
        return tuple(self.contents.number(weight, time) for weight in self.local.weights.values())

    def one_pass(self, state: list[int]) -> list[int]:
        """The contents after a pass."""
        state = state[:]
        for site, found in self.program:
            for coordinate, number in site[found(state)]:
                state[coordinate] = number
        return state if self.contents.steady else [self.older(number) for number in state]

    def next_pass(self, number: int) -> int:
        """The same weight, as the next pass counts."""
        return self.contents.number(self.contents.weight(number, self.examples))

    def advance(self, weights: Weights, kept: Weights, most: int) -> Claim:
        """Whole passes, at most so many; stops before an answer, and at the kept weights."""
        state, known = (self.contents.all_numbers(found, self.keys) for found in (weights, kept))
        moved = 0
        while moved < most:
            try:
                after = self.one_pass(state)
            except Leave:
                break
            if self.to_stop and after == state:
                break
            state = after
            moved += 1
            if state == known:
                break
        values = self.contents.values
        return Claim(moved, dict(zip(self.keys, [values[number] for number in state], strict=True)))

    def stepwise(self, run: Simulation) -> Iterator[Moment]:
        """What run.stepwise() yields, from the start of a pass on, each call's steps worked out once per state."""

        def steps(_: int) -> Iterator[Moment]:
            for done in (done for site in self.sites for call in site.calls for done in self.done(call, run)):
                # All that the example names, for what it leaves as it was does not decay either.
                named = (*done.example.x, *run.rule.state, *done.changed)
                run.move({c: done.changed.get(c, run.weights[c]) for c in named})
                yield run.decayed(done._replace(number=run.steps, frame=run.frame, changed=dict(done.changed)))

        return run.passes(steps)

    def done(self, call: TimedCall, run: Simulation) -> list[Moment]:
        state = tuple(self.contents.number(run.weights[self.keys[c]], call.time) for c in call.row)
        if (call, state) not in self.steps:
            try:
                self.steps[call, state] = list(self.run_call(call, state))
            except Kink as kink:
                raise Mismatch(f"pass {run.frame + 1}, after step {run.steps}: {kink}") from None
        return self.steps[call, state]

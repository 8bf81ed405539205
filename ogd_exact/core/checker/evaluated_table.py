"""A table read in some arithmetic, its rows run through the kernel: symbolically, or at one point."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ogd_exact.core.checker.scope import needed_magnitudes, region_bounds
from ogd_exact.core.checker.violation import CallProblem, Disturbed
from ogd_exact.core.kernel.errors import SignVaries
from ogd_exact.core.kernel.step import Example, Side
from ogd_exact.core.kernel.step import Step as Taken
from ogd_exact.core.tables.arithmetic import Arithmetic
from ogd_exact.core.tables.cells import Line
from ogd_exact.core.tables.data import Bound, Step
from ogd_exact.core.tables.expressions import raised
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table

Weights = tuple[Any, ...]
BYSTANDER = "(a coordinate the table does not name)"


@dataclass(frozen=True)
class Bystander:
    """The weight of an unnamed coordinate, whatever it is: a rule may scale it, and nothing else."""

    factor: Any = 1

    def __rmul__(self, scale: Any) -> "Bystander":
        return Bystander(scale * self.factor)


@dataclass
class EvaluatedTable:
    """The values of a table's cells under given names, and what each step makes of given weights."""

    table: Table
    model: Model
    library: Library
    numbers: Arithmetic
    names: Mapping[str, Any]  # symbols and constants
    values: dict[str, Any] = field(default_factory=dict)

    def value(self, text: str) -> Any:
        if text not in self.values:
            self.values[text] = self.numbers.read(text, self.names)
        return self.values[text]

    def line(self, line: Line) -> Weights:
        return tuple(self.value(text) for text in line)

    @cached_property
    def step(self) -> Taken:
        return self.model.step(self.value)

    @cached_property
    def moving(self) -> Taken:
        """The step without what follows it, which leaves some weights as they are and not others."""
        return replace(self.step, rule=replace(self.step.rule, after=None))

    @property
    def decay(self) -> Any:
        return 1 - self.step.rate * self.step.regularizer

    def decayed(self, count: int) -> Any:
        """What is left of a unit weight after so many examples; raises ExpressionError if that grows too large."""
        return 1 if self.decay == 1 else raised(self.decay, count, self.numbers.number, 0)

    def example(self, step: Step) -> Example:
        x = zip(self.table.inputs, self.line(step.x), strict=True)
        return Example({c: value for c, value in x if value != 0}, self.value(step.y))

    def run(self, step: Step, before: Weights, side: Side) -> Weights:
        """The weights after a step. Raises Kink, SignVaries, Undecided, CallProblem, Disturbed or ValueError."""
        if step.call:
            return self.run_call(step, before, side)
        if step.members:
            return self.run_members(step, before, side)
        start = {**dict(zip(self.table.coordinates, before, strict=True)), BYSTANDER: Bystander()}
        moved = self.moving.take(start, self.example(step), side).weights
        if moved.pop(BYSTANDER) != Bystander(self.decay):
            raise Disturbed("an unnamed coordinate changes other than by decay")
        after = self.step.follow(moved, side)
        return tuple(after[c] for c in self.table.coordinates)

    def run_members(self, step: Step, before: Weights, side: Side) -> Weights:
        """The member with the least w.x is added, and no other has as little."""
        first, *others = self.ranked(step, before)
        if others and side(others[0][0] - first[0]) <= 0:
            raise ValueError("two members have the least w.x")
        return tuple(weight + x for weight, x in zip(before, first[1], strict=True))

    def ranked(self, step: Step, before: Weights) -> list[tuple[Any, Weights]]:
        """The members and their w.x, which are numbers, the least first."""
        lines = [self.line(member) for member in step.members]
        found = [(sum(w * x for w, x in zip(before, line, strict=True)), line) for line in lines]
        return sorted(found, key=lambda pair: pair[0])

    def run_call(self, step: Step, before: Weights, side: Side) -> Weights:
        callee, positions = self.callee(step)
        callee.check_region(side)
        others = {str(k): weight for k, weight in enumerate(before) if k not in positions}
        if others != self.step.follow(others, side):
            raise Disturbed("a coordinate that the call does not name changes after a step")
        final = callee.line(callee.table.steps[-1].after[self.matching_case(callee, positions, before)])
        return self.placed(before, self.library.examples(callee.table), positions, final)

    def placed(self, before: Weights, examples: int, positions: tuple[int, ...], weights: Weights) -> Weights:
        """The weights after so many examples of a call: those of the callee in their places, all others decayed."""
        decay = self.decayed(examples)
        after = [decay * weight for weight in before]
        for position, weight in zip(positions, weights, strict=True):
            after[position] = weight
        return tuple(after)

    def callee(self, step: Step) -> tuple["EvaluatedTable", tuple[int, ...]]:
        """The called table under the call's magnitudes, and where its coordinates lie among the caller's."""
        table = self.library.find(self.model.name, step.call)
        if table is None:
            raise CallProblem("no such gadget", "call", step.call, self.model.name)
        if len(step.on) != len(table.inputs) or len(set(step.on)) != len(step.on):
            raise CallProblem("other coordinates", "on", step.call, len(table.inputs), step.on)
        names = {name: self.names[name] for name in self.model.symbols if name in self.names}
        for name, text in step.magnitudes.items():
            if name not in self.model.magnitudes:
                raise CallProblem("no such magnitude", "magnitudes", name, self.model.name)
            names[name] = self.value(text)
        for name in needed_magnitudes(table, self.model):
            if name not in names:
                raise CallProblem("magnitude missing", "magnitudes", step.call, name)
        names |= {name: self.numbers.read(text, names) for name, text in table.constants.items()}
        given = iter(step.on)  # no call names the state of the rule, which all tables share
        on = [c if c in self.model.rule.state else next(given) for c in table.coordinates]
        called = EvaluatedTable(table, self.model, self.library, self.numbers, names)
        return called, tuple(self.table.coordinates.index(c) for c in on)

    def check_region(self, side: Side) -> None:
        """Whether the table may be called with these names: they lie in its region."""
        for bound in region_bounds(self.table, self.model):
            value = self.difference(bound)
            try:
                holds = side(value) > 0
            except SignVaries as problem:
                raise CallProblem("outside", "magnitudes", self.table.gadget, bound, value, problem.point) from None
            if not holds:
                raise CallProblem("outside", "magnitudes", self.table.gadget, bound, value, {})

    def difference(self, bound: Bound) -> Any:
        """What the bound says is positive, under these names."""
        greater, less = bound.sides
        return self.value(greater) - self.value(less)

    def matching_case(self, callee: "EvaluatedTable", positions: tuple[int, ...], before: Weights) -> int:
        local = tuple(before[position] for position in positions)
        for case, line in enumerate(callee.table.cases):
            if callee.line(line) == local:
                return case
        names = tuple(self.table.coordinates[position] for position in positions)
        raise CallProblem("no such case", "call", callee.table.gadget, names, local)

    def weights_after_each_example(self, case: int) -> Iterator[tuple[int, int, Weights]]:
        """The weights after each single example of a case, with the step it is of and the number of examples so far."""
        count = 0
        for k, step in enumerate(self.table.steps):
            if not step.call:
                count += 1
                yield k, count, self.line(step.after[case])
                continue
            before, passed = self.line(self.table.before(k)[case]), 0
            callee, positions = self.callee(step)
            for _, passed, weights in callee.weights_after_each_example(self.matching_case(callee, positions, before)):
                yield k, count + passed, self.placed(before, passed, positions, weights)
            count += passed

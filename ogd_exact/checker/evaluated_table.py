"""A table read in some arithmetic, its rows run through the kernel: symbolically, or at one point."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ogd_exact.checker.texts import texts
from ogd_exact.kernel.errors import SignVaries
from ogd_exact.kernel.rules import Example, Side
from ogd_exact.kernel.rules.dense_relu import SECOND_LAYER
from ogd_exact.tables.arithmetic import Arithmetic
from ogd_exact.tables.expressions import names_in, raised
from ogd_exact.tables.library import Library
from ogd_exact.tables.model import Model
from ogd_exact.tables.table import Bound, Line, Step, Table

Weights = tuple[Any, ...]
BYSTANDER = "(a coordinate the table does not name)"


class CallProblem(Exception):
    """A call that its callee's contract or region does not allow (condition 4), and the key that is wrong."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class Disturbed(Exception):
    """A coordinate that the example does not name has changed other than by decay (condition 8)."""


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

    def lines(self, lines: tuple[Line, ...]) -> list[Weights]:
        return [self.line(line) for line in lines]

    @property
    def decay(self) -> Any:
        return 1 - self.value(self.model.learning_rate) * self.value(self.model.regularizer)

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
        weights = dict(zip(self.table.coordinates, before, strict=True))
        rate, regularizer = self.value(self.model.learning_rate), self.value(self.model.regularizer)
        start = {**weights, BYSTANDER: Bystander()}
        after = self.model.rule.step(start, self.example(step), rate, regularizer, side).weights
        bystander = after[BYSTANDER]
        if not isinstance(bystander, Bystander) or bystander.factor != self.decay:
            raise Disturbed("an unnamed coordinate changes other than by decay")
        return tuple(after[c] for c in self.table.coordinates)

    def run_call(self, step: Step, before: Weights, side: Side) -> Weights:
        callee, positions = self.callee(step)
        self.check_region(callee, side)
        final = callee.line(callee.table.steps[-1].after[self.matching_case(callee, positions, before)])
        decay = self.decayed(self.library.examples(callee.table))
        after = [decay * weight for weight in before]
        for position, weight in zip(positions, final, strict=True):
            after[position] = weight
        return tuple(after)

    def callee(self, step: Step) -> tuple["EvaluatedTable", tuple[int, ...]]:
        """The called table under the call's magnitudes, and where its coordinates lie among the caller's."""
        table = self.library.find(self.model.name, step.call)
        if table is None:
            raise CallProblem(f"there is no table {step.call!r} for {self.model.name}", "call")
        if len(step.on) != len(table.inputs) or len(set(step.on)) != len(step.on):
            wanted = f"{len(table.inputs)} distinct coordinate{'s' * (len(table.inputs) > 1)}"
            raise CallProblem(f"{step.call} takes {wanted}, not {', '.join(step.on) or 'none'}", "on")
        for name in step.magnitudes:
            if name not in self.model.magnitudes:
                raise CallProblem(f"{name} is not a magnitude of {self.model.name}", "magnitudes")
        given = iter(step.on)
        on = [SECOND_LAYER if c == SECOND_LAYER else next(given) for c in table.coordinates]
        names = {name: self.names[name] for name in self.model.symbols if name in self.names}
        names |= {name: self.value(text) for name, text in step.magnitudes.items()}
        for name in needed_magnitudes(table, self.model):
            if name not in names:
                message = f'{step.call} needs {name}; add magnitudes = {{ {name} = "..." }}'
                raise CallProblem(message, "magnitudes")
        names |= {name: self.numbers.read(text, names) for name, text in table.constants.items()}
        reading = EvaluatedTable(table, self.model, self.library, self.numbers, names)
        return reading, tuple(self.table.coordinates.index(c) for c in on)

    def check_region(self, callee: "EvaluatedTable", side: Side) -> None:
        for bound in region_bounds(callee.table, self.model):
            value = callee.difference(bound)
            given = f"of what it is passed, and {self.numbers.text(value)} is not positive"
            needs = f"{callee.table.gadget} needs {bound.text} {given}"
            try:
                holds = side(value) > 0
            except SignVaries as problem:
                at = ", ".join(f"{name} = {number}" for name, number in problem.point.items())
                raise CallProblem(f"{needs} at {at}; bound it by a region", "magnitudes") from None
            if not holds:
                raise CallProblem(needs, "magnitudes")

    def difference(self, bound: Bound) -> Any:
        """What the bound says is positive, under these names."""
        greater, less = bound.sides
        return self.value(greater) - self.value(less)

    def matching_case(self, callee: "EvaluatedTable", positions: tuple[int, ...], before: Weights) -> int:
        local = tuple(before[position] for position in positions)
        for case, line in enumerate(callee.table.cases):
            if callee.line(line) == local:
                return case
        names = ", ".join(self.table.coordinates[p] for p in positions)
        raise CallProblem(f"{callee.table.gadget} may not be called with ({names}) = ({self.text(local)})", "call")

    def stations(self, step: Step, before: Weights) -> Iterator[tuple[int, Weights]]:
        """The weights after each single example of a call, with the number of examples so far."""
        callee, positions = self.callee(step)
        case = self.matching_case(callee, positions, before)
        count = 0
        for i, inner in enumerate(callee.table.steps):
            local = callee.line(callee.table.before(i)[case])
            passed: Iterator[tuple[int, Weights]] = iter([(1, callee.line(inner.after[case]))])
            last = 0
            for last, weights in callee.stations(inner, local) if inner.call else passed:
                after = [self.decayed(count + last) * weight for weight in before]
                for position, weight in zip(positions, weights, strict=True):
                    after[position] = weight
                yield count + last, tuple(after)
            count += last

    def text(self, weights: Weights) -> str:
        return ", ".join(self.numbers.text(w) for w in weights)


def needed_magnitudes(table: Table, model: Model) -> list[str]:
    """The magnitudes that the table, its region or its contract speaks of: a call must give them."""
    used = {name for _, text in texts(table, model) for name in names_in(text)}
    return [name for name in model.magnitudes if name in used]


def region_bounds(table: Table, model: Model) -> tuple[Bound, ...]:
    """The table's own region, or the part of the model's region that speaks of the table's symbols."""
    if table.region is not None:
        return table.region
    unused = set(model.magnitudes) - set(needed_magnitudes(table, model))
    return tuple(bound for bound in model.region if not unused & names_in(bound.text))

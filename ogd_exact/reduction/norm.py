"""How large the norm can be while the answer is no, from the rows of the tables, for every pass.

While a gadget is called, all other coordinates rest: each holds what the walk says, or less where weights decay. The
called ones go through the rows of its table, which are verified. So the square of the norm is at most the sum of the
largest squares at rest, and the largest sum of squares of a row. Cases that move the accepting coordinate do not
occur, as the proof shows, unless the answer is yes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

from ogd_exact.kernel.number import Number
from ogd_exact.kernel.numbers import rational
from ogd_exact.numbers.powers import plain
from ogd_exact.reduction.abstract_run import AbstractRun, Held
from ogd_exact.reduction.proof import Proved
from ogd_exact.tables.exact_value import exactly, with_constants
from ogd_exact.tables.library import Library
from ogd_exact.tables.table import Table

HIGH = "high"  # the symbol of the weight that a yes writes


@dataclass(frozen=True)
class NormBound:
    """Whether the norm ever exceeds `bound` is asked; passes whose answer is no keep its square at `ordinary`."""

    bound: Number
    ordinary: Number

    @property
    def separates(self) -> bool:
        """Whether only a yes can exceed the bound."""
        return not self.ordinary > self.bound * self.bound

    @property
    def high(self) -> Any:
        """A weight that is enough to exceed the bound, and what ordinary passes reach."""
        return max(self.bound, root_above(self.ordinary)) + 1


def norm_question(ordinary: Number, bound: Number | None) -> NormBound:
    """Unless a bound is given, the least integer that ordinary passes do not exceed."""
    return NormBound(root_above(ordinary) if bound is None else bound, ordinary)


def root_above(square: Any) -> Any:
    """The least integer that is no smaller than the root."""
    above = -(-square.numerator // square.denominator)
    root = isqrt(int(above))
    return rational(root if root * root == above else root + 1)


class Rows:
    """The largest sum of squares in the rows of a table, by the magnitudes that it is called with."""

    def __init__(self, library: Library, parameters: Mapping[str, Number]) -> None:
        self.library, self.parameters = library, parameters
        self.known: dict[tuple[Any, ...], Number] = {}

    def largest(self, table: Table, magnitudes: Mapping[str, Number], still: str | None = None) -> Number:
        """Over all cases, or those that leave one coordinate alone."""
        key = (table.model, table.gadget, still, *sorted(magnitudes.items()))
        if key not in self.known:
            self.known[key] = self.computed(table, magnitudes, still)
        return self.known[key]

    def scope(self, table: Table, magnitudes: Mapping[str, Number]) -> dict[str, Number]:
        return with_constants(table, {**self.parameters, **magnitudes})

    def cases(self, table: Table, scope: Mapping[str, Number]) -> Iterator[list[dict[str, Number]]]:
        """The weights of each case, at entry and after each step."""
        for case, entry in enumerate(table.cases):
            texts = [entry, *(step.after[case] for step in table.steps)]
            values = [[exactly(text, scope) for text in line] for line in texts]
            yield [dict(zip(table.coordinates, line, strict=True)) for line in values]

    def raised(self, table: Table, magnitudes: Mapping[str, Number], name: str) -> Number:
        """What the weight of a coordinate comes to, at least, in every case that moves it."""
        lines = self.cases(table, self.scope(table, magnitudes))
        columns = [[line[name] for line in case] for case in lines]
        return min(max(column) for column in columns if any(weight != column[0] for weight in column))

    def computed(self, table: Table, magnitudes: Mapping[str, Number], still: str | None) -> Number:
        scope = self.scope(table, magnitudes)
        found: list[Number] = []
        for lines in self.cases(table, scope):
            if still is not None and any(line[still] != lines[0][still] for line in lines):
                continue
            found += [squares(line.values()) for line in lines]
            for before, step in zip(lines, table.steps, strict=False):
                if callee := self.library.find(table.model, step.call) if step.call else None:
                    inner = {name: exactly(text, scope) for name, text in step.magnitudes.items()}
                    called = {*step.on, *(c for c in callee.coordinates if c not in callee.inputs)}
                    rest = squares(weight for name, weight in before.items() if name not in called)
                    found.append(rest + self.largest(callee, inner))
        return max(found)


def squares(weights: Iterable[Number]) -> Any:
    """Their sum, as a rational: a sum of many powers of alpha would be slow."""
    return sum((plain(weight) ** 2 for weight in weights), rational(0))


def ordinary_square(proved: Proved, library: Library, parameters: Mapping[str, Number]) -> Any:
    """A number that the square of the norm does not exceed in any pass before the answer is yes."""
    program, rows = proved.program, Rows(library, parameters)
    walk = AbstractRun(program, library, parameters)

    def at_rest(held: Held) -> Any:
        return max(squares([walk.weights[truth] * held.magnitude]) for truth in held.truths)

    rest = [at_rest(held) for held in walk.start(proved.magnitudes)]
    total, largest, last = sum(rest, rational(0)), rational(0), tuple[int, ...]()
    for bound in walk.steps(proved.magnitudes, check_regions=False):
        for index in set(last) - {walk.accept}:  # what the call before left; the accepting weight is as it was
            now = at_rest(walk.held[index])
            total, rest[index] = total + now - rest[index], now
        last = walk.places(bound.call)
        still = bound.table.coordinates[last.index(walk.accept)] if walk.accept in last else None
        others = total - sum(rest[index] for index in last)
        largest = max(largest, others + rows.largest(bound.table, bound.magnitudes, still))
    # Biases move with every example, and are brought back after it, while all else rests.
    after = program.construction.after_each
    correction = library.find(program.construction.model, after.gadget) if after else None
    return largest + (rows.largest(correction, {}) if correction else 0)


def yes_exceeds(bound: Number, proved: Proved, library: Library, parameters: Mapping[str, Number]) -> bool:
    """Whether the accepting weight alone exceeds the bound, for a moment at least, in a pass whose answer is yes."""
    walk, rows = AbstractRun(proved.program, library, parameters), Rows(library, parameters)
    for bound_call in walk.steps(proved.magnitudes, check_regions=False):
        table, on = bound_call.table, bound_call.call.on
        if walk.accept in on:  # it moves if and only if the answer is yes, as is proved
            return bool(rows.raised(table, bound_call.magnitudes, table.inputs[on.index(walk.accept)]) > bound)
    return False

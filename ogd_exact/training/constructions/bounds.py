"""How large weights can be, from the rows of the tables, in every pass up to the end of the first that says yes.

While a gadget is called, all other coordinates rest: each holds what the walk says, or less where weights decay. The
called ones go through the rows of its table, which are verified. So the square of the norm is at most the sum of the
largest squares at rest, and the largest sum of squares of a row; and a weight at rest is one that some row has left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from typing import Any, NamedTuple

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.effects import ANY, Truth
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.proof import Proved
from ogd_exact.training.numbers.powers import plain


class Most(NamedTuple):
    """What none of some weights exceeds in size, nor their sum of squares at any one time."""

    weight: Any
    square: Any

    def or_of(self, other: "Most") -> "Most":
        return Most(*map(max, self, other))


def squares(weights: Iterable[Number]) -> Any:
    """Their sum, as a rational: a sum of many powers of alpha would be slow."""
    return sum((plain(weight) ** 2 for weight in weights), rational(0))


def most_of(weights: Iterable[Number]) -> Most:
    """The bounds of the weights at one time."""
    values = [plain(weight) for weight in weights]
    return Most(max(max(value, -value) for value in values), squares(values))


class RowBounds:
    """What the rows of a table come to, by the magnitudes that it is called with."""

    def __init__(self, library: Library, parameters: Mapping[str, Number]) -> None:
        self.library, self.parameters = library, parameters
        self.known: dict[tuple[Any, ...], Most] = {}

    def most(self, table: Table, magnitudes: Mapping[str, Number], still: str | None = None) -> Most:
        """Over all cases, or those that leave one coordinate alone."""
        key = (table.model, table.gadget, still, *sorted(magnitudes.items()))
        if key not in self.known:
            self.known[key] = reduce(Most.or_of, map(most_of, self.moments(table, magnitudes, still)))
        return self.known[key]

    def scope(self, table: Table, magnitudes: Mapping[str, Number]) -> dict[str, Number]:
        return with_constants(table, {**self.parameters, **magnitudes})

    def cases(self, table: Table, scope: Mapping[str, Number]) -> Iterator[list[dict[str, Number]]]:
        """The weights of each case, at entry and after each step."""
        for case, entry in enumerate(table.cases):
            texts = [entry, *(step.after[case] for step in table.steps)]
            values = [[exactly(text, scope) for text in line] for line in texts]
            yield [dict(zip(table.coordinates, line, strict=True)) for line in values]

    def moments(
        self, table: Table, magnitudes: Mapping[str, Number], still: str | None = None
    ) -> Iterator[Sequence[Number]]:
        """The weights that a call may find, and go through, example by example; what rests in a call may be less."""
        scope = self.scope(table, magnitudes)
        for lines in self.cases(table, scope):
            if still is not None and any(line[still] != lines[0][still] for line in lines):
                continue
            yield from ([*line.values()] for line in lines)
            for before, step in zip(lines, table.steps, strict=False):
                if callee := self.library.find(table.model, step.call) if step.call else None:
                    inner = {name: exactly(text, scope) for name, text in step.magnitudes.items()}
                    called = {*step.on, *(c for c in callee.coordinates if c not in callee.inputs)}
                    rest = [weight for name, weight in before.items() if name not in called]
                    yield from ([*rest, *weights] for weights in self.moments(callee, inner))

    def raised(self, table: Table, magnitudes: Mapping[str, Number], name: str) -> Number:
        """What the weight of a coordinate comes to, at least, in every case that moves it."""
        lines = self.cases(table, self.scope(table, magnitudes))
        columns = [[line[name] for line in case] for case in lines]
        return min(max(column) for column in columns if any(weight != column[0] for weight in column))


def bounds(proved: Proved, library: Library, parameters: Mapping[str, Number], yes: bool = True) -> Most:
    """Bounds all weights in every pass up to the end of the first that says yes, or before that one.

    Cases that move the accepting coordinate do not occur unless the answer is yes, as the proof shows.
    """
    program, rows = proved.program, RowBounds(library, parameters)
    walk = AbstractRun(program, library, parameters)

    @cache
    def at_rest(held: tuple[frozenset[Truth], Number]) -> Most:
        truths, magnitude = held
        found = (most_of([walk.weights[truth] * magnitude]) for truth in truths)
        return reduce(Most.or_of, found, Most(rational(0), rational(0)))

    start = [at_rest(held[:2]) for held in walk.start(proved.magnitudes)]
    largest, rest, last = reduce(Most.or_of, start), [most.square for most in start], tuple[int, ...]()
    total = sum(rest, rational(0))
    for bound in walk.steps(proved.magnitudes, check_regions=False):
        for index in set(last) - (set() if yes else {walk.accept}):  # what the call before left
            truths, magnitude, *_ = walk.held[index]
            now = at_rest((truths - {ANY}, magnitude)).square
            if ANY in truths and yes:  # some row has left it
                now = max(now, largest.weight**2)
            total, rest[index] = total + now - rest[index], now
        last = walk.places(bound.call)
        still = bound.table.coordinates[last.index(walk.accept)] if walk.accept in last and not yes else None
        if still in walk.called[bound.call.gadget].contract.never_positive:
            problem = f"{bound.call.gadget} may move {walk.name(walk.accept)} in a pass whose answer is no"
            raise InputError(f"{problem}, so that norms are not bounded; let its contract say that it is untouched")
        others = total - sum(rest[index] for index in last)
        found = rows.most(bound.table, bound.magnitudes, still)
        largest = largest.or_of(Most(found.weight, others + found.square))
    # Biases move with every example, and are brought back after it, while all else rests.
    after = program.construction.after_each
    correction = library.find(program.construction.model, after.gadget) if after else None
    if correction is None:
        lift = program.construction.lift
        if lift.width == 1:
            return largest
        return Most(max(max(w, -w) for w in lift.weights(largest.weight)), largest.square / lift.square)
    biases = rows.most(correction, {})
    return largest.or_of(biases)._replace(square=largest.square + biases.square)

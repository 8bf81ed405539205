"""How many bits hold the weights and examples of a construction's tables, and w.x and moves of their steps."""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from ogd_exact.core.kernel.numbers import sign
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.model import Model
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.robustness.precision.dyadic import bits_of
from ogd_exact.training.constructions.construction import Construction
from ogd_exact.training.constructions.provenance import found


def bits_of_tables(library: Library, built: Construction, symbols: Mapping[str, Any]) -> int | None:
    """None where a number is not dyadic, and where calls find other weights than those of their tables."""
    model = library.models[built.model]
    if model.magnitudes or model.regularizer != "0" or built.lift.width > 1:
        return None
    waiting = [found(library, *called) for called in built.called]
    for table in waiting:  # which grows on the way
        below = [found(library, table.model, step.call) for step in table.steps if step.call]
        waiting += [table for table in below if table not in waiting]
    needed = [bits_of(value) for table in waiting for value in numbers(model, table, symbols)]
    return None if None in needed else max(bits for bits in needed if bits)


def numbers(model: Model, table: Table, symbols: Mapping[str, Any]) -> Iterator[Any]:
    """Of every step from every case: the example, the sums of w.x, by what weights move, and all weights."""
    names, step = with_constants(table, symbols), model.step(lambda text: exactly(text, symbols))
    yield from (step.rate, *(value for _, value in step.constants))
    for k, printed in enumerate(table.steps):
        if printed.call:
            continue
        x = {c: exactly(text, names) for c, text in zip(table.inputs, printed.x, strict=True)}
        example = Example({c: value for c, value in x.items() if value != 0}, exactly(printed.y, names))
        for line in table.before(k):
            weights = {c: exactly(text, names) for c, text in zip(table.coordinates, line, strict=True)}
            terms = [weights[c] * value for c, value in example.x.items()]
            after = step.take(weights, example, sign).weights
            yield from (example.y, *example.x.values(), *terms, *accumulate(terms), *after.values())
            yield from (after[c] - weight for c, weight in weights.items())

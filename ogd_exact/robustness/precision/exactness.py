"""Which floating-point formats compute a training set without any rounding, for every circuit and every pass.

Tables are verified and the program is proved, so that each call starts from one of its table's cases. Without
magnitudes the pairs of weights and example are then those of the tables, and finitely many. With magnitudes they are
those of a circuit, and the first step that rounds is looked for in its first pass.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.robustness.precision.dyadic import FORMATS, bits_of
from ogd_exact.robustness.precision.quantities import intermediate_values_of, is_known
from ogd_exact.training.constructions.provenance import found, provenances
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.numbers.powers import plain
from ogd_exact.training.runs.simulation import Simulation


class Rounds(NamedTuple):
    """A number that does not fit."""

    place: str  # such as reset row 4, case 2
    quantity: str
    value: Number


@dataclass
class Exactness:
    """What a table, or the pass of a circuit, forms."""

    name: str
    bits: int | None = 1  # the fewest that hold every number; None if one is not dyadic
    rounds: dict[str, Rounds | None] = field(default_factory=lambda: {f.name: None for f in FORMATS})

    def meet(self, place: str, quantity: str, value: Number) -> None:
        bits = bits_of(value)
        self.bits = None if bits is None or self.bits is None else max(bits, self.bits)
        for format in FORMATS:
            if self.rounds[format.name] is None and not format.holds(value):
                self.rounds[format.name] = Rounds(place, quantity, value)

    @property
    def exact(self) -> list[str]:
        """The formats in which nothing is rounded."""
        return [name for name, first in self.rounds.items() if first is None]


def never_rounds(reduction: Reduction, dtype: str) -> bool:
    """Whether it is proved that nothing is ever rounded in this format, for every circuit and every pass."""
    if by_circuit(reduction) or not is_known(reduction.values.step):
        return False
    return all(dtype in table.exact for table in exactness(reduction))


def by_circuit(reduction: Reduction) -> bool:
    """Whether calls find weights of a circuit's own: of many magnitudes, or such as have decayed since other calls."""
    called = reduction.training.library.models[reduction.program.construction.gadgets]
    return bool(called.magnitudes) or reduction.values.decay != 1


def exactness(reduction: Reduction) -> list[Exactness]:
    """What each table forms that the construction calls, those that tables call included; or the pass of a circuit."""
    if by_circuit(reduction):
        return [of_pass(reduction)]
    return [of_table(reduction, table, extra) for table, extra in tables(reduction)]


def tables(reduction: Reduction) -> Iterator[tuple[Table, Mapping[str, Number]]]:
    """The tables, each with what its examples have at coordinates that are not its own."""
    built, library = reduction.program.construction, reduction.training.library
    waiting = [(built.gadgets, pattern.gadget) for pattern in built.patterns]
    known = set()
    for model, gadget in waiting:  # which grows on the way
        table = found(library, model, gadget)
        if gadget not in known:
            known.add(gadget)
            waiting += [(model, step.call) for step in table.steps if step.call]
            yield table, reduction.training.always
    if built.after_each:
        yield found(library, built.model, built.after_each.gadget), {}


def of_table(reduction: Reduction, table: Table, extra: Mapping[str, Number]) -> Exactness:
    """Every step from every case; at coordinates that every example has, weights are 0 before it."""
    values, result = reduction.values, Exactness(table.gadget)
    formed = intermediate_values_of(values.step)
    names = with_constants(table, reduction.parameters)
    for number, step in enumerate(table.steps):
        if step.call:
            continue
        x = {c: exactly(text, names) for c, text in zip(table.inputs, step.x, strict=True)}
        example = Example({**{c: value for c, value in x.items() if value != 0}, **extra}, exactly(step.y, names))
        for case, line in enumerate(table.before(number), 1):
            weights = {c: exactly(text, names) for c, text in zip(table.coordinates, line, strict=True)}
            weights |= dict.fromkeys(extra, 0 * values.rate)
            for quantity, value in formed(weights, example, values.rate, values.regularizer):
                result.meet(f"row {number + 1}, case {case}", quantity, value)
    return result


def of_pass(reduction: Reduction) -> Exactness:
    """The first pass from its start, until every format has rounded or the pass is over."""
    run, result = Simulation(reduction), Exactness("the first pass")
    formed, names = intermediate_values_of(reduction.values.step), reduction.program.names
    rate, regularizer = plain(reduction.values.rate), plain(reduction.values.regularizer)
    for place, example in zip(provenances(reduction), reduction.training.examples(), strict=True):
        shown = Example({names[c]: plain(value) for c, value in example.x.items()}, plain(example.y))
        weights = {names[c]: plain(value) for c, value in run.weights.items()}
        for quantity, value in formed(weights, shown, rate, regularizer):
            result.meet(f"step {place.number}, {place.text}", quantity, value)
        if not result.exact:
            break
        run.step(example)
    return result

"""The training examples of a proved program, one at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.core.kernel.step import Example
from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.gadgets.properties.exact_value import exactly, with_constants
from ogd_exact.training.constructions.abstract_run import AbstractRun, BoundCall
from ogd_exact.training.constructions.proof import Proved

NamedExample = tuple[tuple[tuple[str, Number], ...], Number]  # (x by the gadget's own coordinates), y
PlacedExample = tuple[tuple[tuple[int, Number], ...], Number]  # (x by places in a row of coordinates), y
MOST_BLOCKS = 100  # with decay magnitudes differ from call to call, so that only the last few are worth keeping


@dataclass(frozen=True, eq=False)
class Block:
    """The examples of a call, those after each of them included; calls with the same examples share one."""

    examples: tuple[PlacedExample, ...]


class Training:
    """Streams a pass of examples; those of a gadget are worked out once for each choice of magnitudes."""

    def __init__(self, proved: Proved, library: Library, parameters: Mapping[str, Number]) -> None:
        self.proved, self.library, self.parameters = proved, library, parameters
        built = proved.program.construction
        self.known: dict[tuple[str, tuple[tuple[str, Number], ...]], Block] = {}
        self.always = {name: exactly(text, parameters) for name, text in built.added.items()}
        self.shared = tuple(dict.fromkeys([*built.added, *(built.after_each.names if built.after_each else ())]))

    def examples(self) -> Iterator[Example]:
        all_keys = [str(index) for index in range(self.proved.program.dimension)]
        for row, block in self.blocks():
            keys = [all_keys[index] for index in row]
            for x, y in block.examples:
                yield Example({keys[place]: value for place, value in x}, y)

    def most_coordinates(self) -> int:
        """How many an example names at most."""
        blocks = {id(block): block for _, block in self.blocks()}
        return max(len(x) for block in blocks.values() for x, _ in block.examples)

    def blocks(self) -> Iterator[tuple[tuple[int, ...], Block]]:
        """The calls of a pass: the coordinates of each, then those that all calls share; and its examples."""
        program = self.proved.program
        shared, lift = tuple(program.special(name) for name in self.shared), program.construction.lift
        for bound in self.calls():
            key = (bound.call.gadget, tuple(sorted(bound.magnitudes.items())) if bound.magnitudes else ())
            block = self.known.get(key)
            if block is None:
                if len(self.known) >= MOST_BLOCKS:
                    self.known.clear()
                block = self.known[key] = Block(tuple(self.of_call(bound)))
            yield lift.places(bound.call.on + shared) if lift.width > 1 else bound.call.on + shared, block

    def calls(self) -> Iterator[BoundCall]:
        """The calls with their magnitudes: from another walk, unless no gadget has any."""
        program, find = self.proved.program, self.library.find
        built = program.construction
        gadgets = {pattern.gadget for pattern in built.patterns}
        tables = {gadget: table for gadget in gadgets if (table := find(built.gadgets, gadget))}
        contracts = map(self.library.models[built.gadgets].contract, tables.values())
        if all(contract and not contract.magnitudes for contract in contracts):
            return (BoundCall(call, tables[call.gadget], {}) for call in program.calls())
        # The regions were checked by the proof, at these very magnitudes.
        return AbstractRun(program, self.library, self.parameters).steps(self.proved.magnitudes, check_regions=False)

    def of_call(self, bound: BoundCall) -> Iterator[PlacedExample]:
        places = {name: place for place, name in enumerate(bound.table.inputs)}
        shared = {name: len(places) + k for k, name in enumerate(self.shared)}
        constants = tuple((shared[name], value) for name, value in self.always.items())
        after = list(self.correction(shared))
        lift = self.proved.program.construction.lift
        for x, y in flat(bound.table, {**self.parameters, **bound.magnitudes}, self.library):
            along = [(lift.width * places[name] + k, e) for name, v in x for k, e in enumerate(lift.entries(v))]
            yield (*along, *constants), y
            yield from after

    def correction(self, shared: Mapping[str, int]) -> Iterator[PlacedExample]:
        """The examples that follow every single one, if the construction has any."""
        built = self.proved.program.construction
        if built.after_each is None:
            return
        table = self.library.find(built.model, built.after_each.gadget)
        assert table is not None
        names = dict(zip(table.inputs, built.after_each.names, strict=True))
        for x, y in flat(table, self.parameters, self.library):
            yield tuple((shared[names[name]], value) for name, value in x), y


def flat(
    table: Table, names: Mapping[str, Number], library: Library, anew: Iterator[Mapping[str, Number]] | None = None
) -> Iterator[NamedExample]:
    """The examples of a table, its calls expanded; names have these values, and those of `anew` example by example."""
    anew = anew or repeat({})
    scope = with_constants(table, names)
    for step in table.steps:
        if not step.call:
            here = {**scope, **next(anew)}
            values = [(c, exactly(text, here)) for c, text in zip(table.inputs, step.x, strict=True)]
            yield tuple((c, value) for c, value in values if value != 0), exactly(step.y, here)
            continue
        callee = library.find(table.model, step.call)
        assert callee is not None
        inner = {**names, **{name: exactly(text, scope) for name, text in step.magnitudes.items()}}
        places = dict(zip(callee.inputs, step.on, strict=True))
        for x, y in flat(callee, inner, library, anew):
            yield tuple((places[c], value) for c, value in x), y

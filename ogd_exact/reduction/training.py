"""The training examples of a proved program, one at a time."""

from collections.abc import Iterator, Mapping
from typing import Any

from ogd_exact.kernel.rules import Example
from ogd_exact.reduction.program import Call
from ogd_exact.reduction.proof import Proved
from ogd_exact.reduction.walk import BoundCall, Walk
from ogd_exact.tables.arithmetic import arithmetic
from ogd_exact.tables.library import Library
from ogd_exact.tables.table import Table

Sparse = tuple[tuple[tuple[str, Any], ...], Any]  # (x by the gadget's own coordinates), y


class Training:
    """Streams a pass of examples; those of a gadget are worked out once for each choice of magnitudes."""

    def __init__(self, proved: Proved, library: Library, parameters: Mapping[str, Any]) -> None:
        self.proved, self.library, self.parameters = proved, library, parameters
        self.known: dict[tuple[str, tuple[tuple[str, Any], ...]], list[Sparse]] = {}

    def examples(self) -> Iterator[Example]:
        program = self.proved.program
        construction = program.construction
        constants = {
            str(program.special(name)): arithmetic(()).exactly(text, self.parameters)
            for name, text in construction.always.items()
        }
        after = list(self.correction())
        for bound in Walk(program, self.library, self.parameters).steps(self.proved.magnitudes):
            for x, y in self.of_call(bound):
                yield Example({**x, **constants}, y)
                yield from after

    def of_call(self, bound: BoundCall) -> Iterator[tuple[dict[str, Any], Any]]:
        key = (bound.call.gadget, tuple(sorted(bound.magnitudes.items())))
        if key not in self.known:
            names = {**self.parameters, **bound.magnitudes}
            # Magnitudes differ from call to call, so that only the last few are worth keeping.
            if len(self.known) > 100:
                self.known.clear()
            self.known[key] = list(flat(bound.table, names, self.library))
        places = dict(zip(bound.table.inputs, bound.call.on, strict=True))
        for x, y in self.known[key]:
            yield {str(places[name]): value for name, value in x}, y

    def correction(self) -> Iterator[Example]:
        """The examples that follow every single one, if the construction has any."""
        pattern = self.proved.program.construction.after_each
        if pattern is None:
            return
        table = self.library.find(self.proved.program.construction.model, pattern.gadget)
        assert table is not None
        call = Call(pattern.gadget, tuple(self.proved.program.special(name) for name in pattern.names))
        for x, y in self.of_call(BoundCall(call, table, {})):
            yield Example(x, y)


def flat(table: Table, names: Mapping[str, Any], library: Library) -> Iterator[Sparse]:
    """The examples of a table under given names, its calls expanded."""
    plain = arithmetic(())
    scope = {**names, **{name: plain.exactly(text, names) for name, text in table.constants.items()}}
    for step in table.steps:
        if not step.call:
            values = [(c, plain.exactly(text, scope)) for c, text in zip(table.inputs, step.x, strict=True)]
            yield tuple((c, value) for c, value in values if value != 0), plain.exactly(step.y, scope)
            continue
        callee = library.find(table.model, step.call)
        assert callee is not None
        inner = {**names, **{name: plain.exactly(text, scope) for name, text in step.magnitudes.items()}}
        places = dict(zip(callee.inputs, step.on, strict=True))
        for x, y in flat(callee, inner, library):
            yield tuple((places[c], value) for c, value in x), y

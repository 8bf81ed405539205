"""Which call and which row of a table each step of a pass comes from."""

from collections.abc import Iterator
from typing import NamedTuple

from ogd_exact.core.tables.library import Library
from ogd_exact.core.tables.table import Table
from ogd_exact.training.constructions.program import Call
from ogd_exact.training.constructions.reduction import Reduction

RowPath = tuple[tuple[str, int], ...]  # (gadget, row from 1), from the gadget that is called down to the example's own


class Provenance(NamedTuple):
    number: int  # of the step in its pass, from 1
    call: Call
    path: (
        RowPath  # such as destructive_nand row 3, copy row 2; an example after each comes last, as a row of its gadget
    )
    over: str  # what the phase of the call is for: inputs, gates, question or outputs
    of: int  # the coordinate of the one among them that it is called for

    @property
    def text(self) -> str:
        return ", ".join(f"{gadget} row {row}" for gadget, row in self.path)


def provenances(reduction: Reduction) -> Iterator[Provenance]:
    """Where the steps of a pass come from, in their order."""
    built, library = reduction.program.construction, reduction.training.library
    after = list(rows(found(library, built.model, built.after_each.gadget), library)) if built.after_each else []
    known: dict[str, list[RowPath]] = {}
    number = 0
    for group in reduction.program.groups():
        for call in group.calls:
            if call.gadget not in known:
                paths = rows(found(library, built.gadgets, call.gadget), library)
                known[call.gadget] = [path + more for path in paths for more in ((), *after)]
            for path in known[call.gadget]:
                number += 1
                yield Provenance(number, call, path, built.phases[group.phase].over, group.of)


def rows(table: Table, library: Library) -> Iterator[RowPath]:
    """The examples of a table in the order in which training expands them."""
    for number, step in enumerate(table.steps, 1):
        here = (table.gadget, number)
        if step.call:
            yield from ((here, *path) for path in rows(found(library, table.model, step.call), library))
        else:
            yield (here,)


def found(library: Library, model: str, gadget: str) -> Table:
    table = library.find(model, gadget)
    assert table is not None, "the program is proved, so that its tables are there"
    return table

"""A netlist in the gates of a construction, and the construction with the gates, and the tables, that it takes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ogd_exact.circuits.invariants.shorter import shorter
from ogd_exact.circuits.netlists.mapping import length, mapping
from ogd_exact.circuits.netlists.nand import Netlist
from ogd_exact.circuits.netlists.rewiring import resting
from ogd_exact.core.tables.library import Library
from ogd_exact.training.constructions.construction import Construction
from ogd_exact.training.constructions.counting import with_tables
from ogd_exact.training.constructions.gates import Gate


class Mapped(NamedTuple):
    netlist: Netlist
    construction: Construction
    library: Library


def mapped(netlist: Netlist, built: Construction, library: Library) -> Mapped:
    """As they are, where a construction has NAND gates alone."""
    if not built.kinds:
        return Mapped(netlist, built, library)
    netlist = in_gates(netlist, built.kinds)
    used = {(cell.table, cell.onto in cell.operands) for cell in netlist.cells}
    gates = tuple(gate for gate in built.kinds if (gate.table, gate.in_place) in used)
    phases = tuple(replace(phase, gates=gates) if phase.gates else phase for phase in built.phases)
    if built.counting is not None:
        called = frozenset(call.gadget for gate in gates for call in gate.calls)
        library = with_tables(library, built.gadgets, built.counting, called)
    return Mapped(netlist, replace(built, phases=phases), library)


def in_gates(netlist: Netlist, gates: Sequence[Gate]) -> Netlist:
    """The netlist in gates of these kinds, or another that does the same, whichever takes fewer examples."""
    kinds, found = [gate.as_kind for gate in gates], [netlist]
    other = shorter(netlist)
    if other is not None and netlist.does_as(other):
        found.append(replace(other, state=netlist.state))
    found = [each.with_cells(*mapping(each, kinds)) for each in map(resting, found)]
    return min(found, key=lambda each: length(each.cells, kinds))

"""Gates of other kinds than NAND: each does what a part of a netlist does, and is checked against that part."""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import and_
from typing import NamedTuple

from ogd_exact.circuits.netlists.ordering import operands_first
from ogd_exact.core.kernel.errors import InputError

MOST_VARIABLES = 12  # of which all values are tried


class Cell(NamedTuple):
    """A gate with the value of a signal, by the values of other signals: inputs, or those of cells before it."""

    signal: int
    table: str  # from all operands false to all true, the last changing first: 1110 is NAND
    operands: tuple[int, ...]
    onto: int | None = None  # the input whose old value it overwrites; else it has a place of its own

    @property
    def keeps(self) -> bool:
        """Whether it gives an input its own value."""
        return self.table == "01" and self.operands == (self.onto,)


def check_cells(inputs: int, gates: Sequence[tuple[int, int]], outputs: Sequence[int], cells: Iterable[Cell]) -> None:
    """Raises InputError unless every cell does what its part of the netlist does, and every output has a cell."""
    made, placed = set(range(inputs)), set[int]()
    for number, cell in enumerate(cells):
        if len(cell.table) != 1 << len(cell.operands) or not made.issuperset(cell.operands):
            raise InputError(f"cell {number} reads {cell.operands}, which are not all made before it")
        if not inputs <= cell.signal < inputs + len(gates) or cell.onto not in (None, *range(inputs)):
            raise InputError(f"cell {number} has no gate or no input to write to")
        if cell.onto is None and cell.signal in placed:
            raise InputError(f"cell {number} gives gate {cell.signal - inputs} a second place")
        if not agrees(inputs, gates, cell):
            raise InputError(f"cell {number} is not the gate {cell.signal - inputs} of the netlist that it stands for")
        made.add(cell.signal)
        placed |= {cell.signal} if cell.onto is None else set()
    for output in outputs:
        if output not in made:
            raise InputError(f"output {output} of the netlist has no cell")


def agrees(inputs: int, gates: Sequence[tuple[int, int]], cell: Cell) -> bool:
    """Whether a cell's signal is what its table says of its operands, whatever the inputs are.

    Operands are taken to be anything; or, where that does not do, to be what the inputs make of them.
    """
    return any(follows(inputs, gates, cell, leaves) for leaves in (cell.operands, range(inputs)))


def follows(inputs: int, gates: Sequence[tuple[int, int]], cell: Cell, leaves: Iterable[int]) -> bool:
    """The same, where leaves may be anything, and all else that is needed is computed by the netlist.

    A leaf that is the opposite of another signal tells that one, too.
    """
    known = {*leaves}
    opposite = {gates[s - inputs][0]: s for s in known if s >= inputs and len({*gates[s - inputs]}) == 1}

    def operands(signal: int) -> Iterable[int]:
        if signal in known or signal < inputs:
            return ()
        return (opposite[signal],) if signal in opposite else gates[signal - inputs]

    order = operands_first([*cell.operands, cell.signal], operands)
    variables = [signal for signal in order if signal in known or signal < inputs]
    if len(variables) > MOST_VARIABLES:
        return False
    every = (1 << (1 << len(variables))) - 1
    values = dict(zip(variables, columns(len(variables)), strict=True))
    for signal in order:
        if signal not in values:
            a, b = (opposite[signal],) * 2 if signal in opposite else gates[signal - inputs]
            values[signal] = every ^ (values[a] & values[b])
    found = 0
    for row, bit in enumerate(cell.table):
        if bit == "1":
            places = enumerate(reversed(cell.operands))
            found |= reduce(and_, (values[s] if row >> k & 1 else every ^ values[s] for k, s in places), every)
    return values[cell.signal] == found


@cache
def columns(variables: int) -> tuple[int, ...]:
    """The truth table of each variable, as bits of a number."""
    every = (1 << (1 << variables)) - 1
    return tuple(every // ((1 << (1 << place)) + 1) << (1 << place) for place in range(variables))

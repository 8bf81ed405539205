"""The calls of a pass, in groups that belong together, such as all calls for one gate."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ogd_exact.reduction.program import Program
from ogd_exact.reduction.reduction import Reduction
from ogd_exact.reduction.training import Block


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """A call in its place in a pass."""

    row: tuple[int, ...]  # its coordinates; that of v, if there is one, is the last
    block: Block
    time: int  # examples of the pass before it


def sizes(program: Program) -> Iterator[int]:
    """How many calls belong together: those of one input, of one gate, and so on."""
    for phase in program.construction.phases:
        for instance in program.instances(phase.over):
            same = phase.over == "gates" and instance[1] == instance[2]
            yield len(phase.if_same if same else phase.calls)


def placed_calls(reduction: Reduction, second_layer: tuple[int, ...]) -> Iterator[Placed]:
    time = 0
    for row, block in reduction.training.blocks():
        yield Placed(row + second_layer, block, time)
        time += len(block.examples)


def groups(reduction: Reduction, second_layer: tuple[int, ...]) -> Iterator[list[Placed]]:
    """The groups of a pass; second_layer is the number given to v, which every example can move, or nothing."""
    calls = placed_calls(reduction, second_layer)
    return (group for size in sizes(reduction.program) if (group := list(islice(calls, size))))

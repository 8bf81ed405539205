"""The calls of a pass in groups, such as all calls for one gate: few coordinates, and many steps."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ogd_exact.reduction.problem import Problem
from ogd_exact.reduction.program import Program
from ogd_exact.reduction.training import Block, Placed

Part = tuple[Block, tuple[int, ...]]  # the examples of a call, and where its coordinates stand in the group's row


@dataclass(frozen=True, eq=False)
class Group:
    row: tuple[int, ...]  # coordinates; that of v, if there is one, is the last
    kind: tuple[Part, ...]  # the same for groups that differ only in their coordinates
    time: int  # examples of the pass before it
    length: int

    def examples(self) -> Iterator[Placed]:
        for block, places in self.kind:
            for x, y in block.examples:
                yield tuple((places[k], value) for k, value in x), y


def sizes(program: Program) -> Iterator[int]:
    """How many calls belong together: those of one input, of one gate, and so on."""
    for phase in program.construction.phases:
        for instance in program.instances(phase.over):
            same = phase.over == "gates" and instance[1] == instance[2]
            yield len(phase.if_same if same else phase.calls)


def groups(asked: Problem, second_layer: int | None) -> Iterator[Group]:
    """The groups of a pass; second_layer is the number given to v, which every example can move."""
    blocks, time = asked.training.blocks(), 0
    for size in sizes(asked.program):
        calls = list(islice(blocks, size))
        row = list(dict.fromkeys(c for on, _ in calls for c in on))
        kind = tuple((block, tuple(row.index(c) for c in on)) for on, block in calls)
        if not calls:
            continue
        length = sum(len(block.examples) for _, block in calls)
        yield Group((*row, *([] if second_layer is None else [second_layer])), kind, time, length)
        time += length

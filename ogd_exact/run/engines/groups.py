"""The calls of a pass, in groups that belong together, such as all calls for one gate."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ogd_exact.reduction.reduction import Reduction
from ogd_exact.reduction.training import Block


@dataclass(frozen=True, eq=False, slots=True)
class TimedCall:
    row: tuple[int, ...]  # its coordinates; the rule's state, which every example can move, comes last
    block: Block
    time: int  # examples of the pass before it


def timed_calls(reduction: Reduction) -> Iterator[TimedCall]:
    first, time = reduction.program.dimension, 0
    state = tuple(range(first, first + len(reduction.program.construction.state)))
    for row, block in reduction.training.blocks():
        yield TimedCall(row + state, block, time)
        time += len(block.examples)


def groups(reduction: Reduction) -> Iterator[list[TimedCall]]:
    calls = timed_calls(reduction)
    return (list(islice(calls, len(group.calls))) for group in reduction.program.groups() if group.calls)

"""The training set of a formula: a block of weights for each clause, which every pass rotates, and one that reads them.

Cell s of a block says whether its clause fails in pass s. All examples are meant for w + start, and their labels are
shifted so that w itself starts at 0.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.limits.quadratic.step import LeastSquares
from ogd_exact.limits.sat.formula import Clause, Group, block_length, failures, primes_for

RATE = rational(1, 2)
MOST_WEIGHTS = 1 << 22
READS = 2  # the example that reads, and the same once more, which undoes it


@dataclass(frozen=True)
class Plan:
    """The use of weights: weight 0 answers, then come the blocks, then weights that stay 0."""

    clauses: tuple[Clause, ...]
    primes: dict[int, int]
    blocks: tuple[range, ...]
    padding: range

    @property
    def dimension(self) -> int:
        return self.padding.stop

    @property
    def examples(self) -> int:
        return READS + sum(len(block) - 1 for block in self.blocks)

    @property
    def entry(self) -> Number:
        """What the example that reads has at each of its coordinates, so that the square of its length is 2."""
        halves = (1 + len(self.blocks) + len(self.padding)) // 2
        entry: Number = rational(1, 1 << (halves.bit_length() - 1) // 2)
        return entry

    def start(self) -> bytearray:
        """What the weights are meant to be before the first pass."""
        found = bytearray(self.dimension)
        for clause, block in zip(self.clauses, self.blocks, strict=True):
            found[block.start : block.stop] = failures(clause, self.primes)
        return found


def plan(groups: Sequence[Group]) -> Plan:
    """The plan for the short clauses of a formula."""
    clauses = tuple(chain(*groups))
    primes = primes_for(clauses)
    blocks, end = [], 1
    for clause in clauses:
        length = block_length(clause, primes)
        blocks.append(range(end, end + length))
        end += length
        if end > MOST_WEIGHTS:
            raise InputError(f"the training set would have more than {MOST_WEIGHTS} weights; take a smaller formula")
    read = 2  # a power of 4, twice: its root is a power of 2, which doubles hold exactly
    while read < 1 + len(blocks):
        read *= 4
    return Plan(clauses, primes, tuple(blocks), range(end, end + read - 1 - len(blocks)))


def examples(plan: Plan) -> Iterator[LeastSquares]:
    start, zero, one = plan.start(), rational(0), rational(1)
    entry = plan.entry
    cells = [block.start for block in plan.blocks]
    label = entry * rational(1, 2) - entry * sum(start[cell] for cell in cells)
    reads = LeastSquares(dict.fromkeys((0, *cells, *plan.padding), entry), label)
    yield from [reads] * READS
    labels = {-1: -one, 0: zero, 1: one}
    for block in plan.blocks:
        for here, there in pairwise(block):
            yield LeastSquares({here: one, there: -one}, labels[start[there] - start[here]])


def lines(plan: Plan) -> Iterator[bytes]:
    """The training set as a file of the format ogd-exact/1."""
    head = {
        "format": "ogd-exact/1",
        "model": "quadratic",
        "rule": "quadratic",
        "parameters": {"eta": str(RATE)},
        "dimension": plan.dimension,
        "initial": {},
        "accept": 0,
        "examples": plan.examples,
    }
    yield json.dumps(head).encode() + b"\n"
    for example in examples(plan):
        x = {str(i): str(value) for i, value in example.x.items()}
        yield json.dumps({"x": x, "y": str(example.y)}).encode() + b"\n"

"""The proof that a training set makes weight 0 positive in some step if and only if a formula can be satisfied.

Nothing is run. Six conditions are checked, of the examples as they are; docs/barrier.md says why they suffice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ogd_exact.core.kernel.errors import BadCertificate
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.limits.quadratic.step import Example, LeastSquares
from ogd_exact.limits.sat.formula import Formula, Group, block_length, is_prime
from ogd_exact.limits.sat.training import READS, Plan

Vector = Mapping[int, Number]


def check(formula: Formula, groups: Sequence[Group], plan: Plan, rate: Number, examples: Iterable[Example]) -> None:
    """Raises BadCertificate with the first condition that does not hold; groups are the formula's, split."""
    check_split(formula, groups)
    check_primes(groups, plan)
    start = check_blocks(plan)
    stream = enumerate(examples, 1)
    check_reads(plan, start, rate, stream)
    check_rotation(plan, swapped(plan, start, rate, stream))


def insist(holds: bool, condition: int, what: str) -> None:
    if not holds:
        raise BadCertificate(f"condition {condition}: {what}")


def check_split(formula: Formula, groups: Sequence[Group]) -> None:
    """1. Each group of clauses resolves to a clause of the formula, by variables that occur nowhere else."""
    occurs = Counter(abs(literal) for group in groups for piece in group for literal in piece)
    insist(len(groups) == len(formula.clauses), 1, "there are not as many groups as clauses")
    for clause, group in zip(formula.clauses, groups, strict=True):
        joined = set(group[0])
        for piece in group[1:]:
            shared = [z for z in joined if -z in piece and abs(z) > formula.variables and occurs[abs(z)] == 2]
            insist(len(shared) == 1, 1, f"{piece} shares no variable of its own with the clause before it")
            joined = (joined - {shared[0]}) | (set(piece) - {-shared[0]})
        insist(joined == set(clause), 1, f"{group} does not resolve to {clause}")


def check_primes(groups: Sequence[Group], plan: Plan) -> None:
    """2. The variables of the short clauses have primes, no two the same one."""
    insist(plan.clauses == tuple(chain(*groups)), 2, "the blocks are not those of the clauses")
    insist({abs(v) for clause in plan.clauses for v in clause} == {*plan.primes}, 2, "a variable has no prime")
    insist(all(map(is_prime, plan.primes.values())), 2, "a number is no prime")
    insist(len({*plan.primes.values()}) == len(plan.primes), 2, "two variables have the same prime")


def check_blocks(plan: Plan) -> bytearray:
    """3. Blocks do not overlap, and have the lengths of their clauses; returns the start."""
    ends = [1, *(block.stop for block in plan.blocks)]
    insist(all(block.start == end for block, end in zip(plan.blocks, ends, strict=False)), 3, "blocks overlap")
    insist(plan.padding.start == ends[-1], 3, "the padding overlaps")
    for clause, block in zip(plan.clauses, plan.blocks, strict=True):
        insist(len(block) == block_length(clause, plan.primes), 3, f"the block of {clause} has another length")
    return plan.start()


def is_reflection(x: Vector, weight: Number, rate: Number) -> bool:
    """Whether a step reflects the weights: it moves them by rate * 2 weight |x|^2 = 2 times their distance."""
    return bool(rate * 2 * weight * sum(value * value for value in x.values()) == 2)


def check_reads(plan: Plan, start: Sequence[int], rate: Number, stream: Iterator[tuple[int, Example]]) -> None:
    """4. The first two examples are one reflection, which compares the sum of all first cells with 1/2."""
    cells = {0, *(block.start for block in plan.blocks), *plan.padding}
    reads = [pair for _, pair in zip(range(READS), stream, strict=False)]
    insist(len(reads) == READS, 4, "there are not two examples")
    for number, example in reads:
        where = f"example {number}"
        insist(isinstance(example, LeastSquares) and {*example.x} == cells, 4, f"{where} does not read the cells")
        assert isinstance(example, LeastSquares)
        entry = example.x[0]
        insist(entry > 0 and {*example.x.values()} == {entry}, 4, f"{where} does not treat cells alike")
        insist(is_reflection(example.x, example.weight, rate), 4, f"{where} is no reflection")
        shifted = example.y + entry * sum(start[cell] for cell in cells)
        insist(shifted == entry * rational(1, 2), 4, f"{where} does not compare with 1/2")


def swapped(plan: Plan, start: Sequence[int], rate: Number, stream: Iterator[tuple[int, Example]]) -> list[int]:
    """5. Each other example swaps two cells of w + start, not weight 0; returns which cell each holds in the end."""
    held = list(range(plan.dimension))
    for number, example in stream:
        where = f"example {number}"
        insist(isinstance(example, LeastSquares) and len(example.x) == 2, 5, f"{where} is no swap")
        assert isinstance(example, LeastSquares)
        (i, left), (j, right) = example.x.items()
        insist(min(i, j) > 0 and max(i, j) < plan.dimension, 5, f"{where} swaps weight 0, or none of the weights")
        insist(left == -right and is_reflection(example.x, example.weight, rate), 5, f"{where} is no reflection")
        insist(example.y + left * (start[i] - start[j]) == 0, 5, f"{where} does not swap w + start")
        held[i], held[j] = held[j], held[i]
    return held


def check_rotation(plan: Plan, held: list[int]) -> None:
    """6. A pass moves each cell of a block to the place before it, the first to the last, and nothing else."""
    wanted = list(range(plan.dimension))
    for block in plan.blocks:
        wanted[block.start : block.stop] = [*block[1:], block[0]]
    insist(held == wanted, 6, "a pass does not rotate the blocks")

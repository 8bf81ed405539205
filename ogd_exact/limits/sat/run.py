"""What a proved training set does: the first pass that makes weight 0 positive, or that there is none.

Pass t tries the assignment of the primes that divide t. Where just the primes of A divide it, the first such pass is
the product of A (or 0, if A is all of them), as every other is a multiple of that. So of all passes those are enough.
"""

from collections.abc import Iterator
from math import prod

from ogd_exact.core.kernel.errors import Undecided
from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.limits.sat.formula import true_in_pass
from ogd_exact.limits.sat.training import RATE, Plan, examples

MOST_VARIABLES = 24  # that are tried in all ways at once
MOST_STEPS = 100_000  # that are taken one by one, to compare


class NotAsProved(Exception):
    """Plain steps disagree with the proof: a defect of this project, never of the input."""


def first_pass(plan: Plan) -> int | None:
    """The first pass in which all clauses hold; raises Undecided if there are too many assignments."""
    order = sorted(plan.primes, key=lambda v: plan.primes[v])
    if len(order) > MOST_VARIABLES:
        raise Undecided(f"2^{len(order)} assignments are too many to try; at most 2^{MOST_VARIABLES} are")
    good = satisfying(plan, order)
    size = 1 << len(order)
    if good >> (size - 1):
        return 0  # all variables are true there, and in no other pass of a period
    return least_product(good, [plan.primes[variable] for variable in order])


def satisfying(plan: Plan, order: list[int]) -> int:
    """A bit for each assignment, set if all clauses hold; bit k of its number is the value of order[k]."""
    size = 1 << len(order)
    every = (1 << size) - 1
    true = {}
    for place, variable in enumerate(order):
        low = 1 << place  # as many zeros, as many ones, and so on
        row, length = ((1 << low) - 1) << low, 2 * low
        while length < size:
            row, length = row | row << length, 2 * length
        true[variable] = row
    good = every
    for clause in plan.clauses:
        holds = 0
        for literal in clause:
            holds |= true[literal] if literal > 0 else every ^ true[-literal]
        good &= holds
    return good


def least_product(good: int, primes: list[int]) -> int | None:
    """The least product of true variables' primes among these assignments; with the largest prime decided first."""
    best: int | None = None
    pending = [(good, len(primes), 1)]
    while pending:
        here, left, product = pending.pop()
        if not here or (best is not None and product >= best):
            continue
        if not left:
            best = product
            continue
        half = 1 << (left - 1)
        pending += [(here >> half, left - 1, product * primes[left - 1]), (here & ((1 << half) - 1), left - 1, product)]
    return best


def period(plan: Plan) -> int:
    """The number of passes after which all weights are 0 again."""
    return prod(plan.primes.values())


def read_weight(plan: Plan, number: int) -> Number:
    """Weight 0 after the first step of a pass, as the proof says."""
    true = true_in_pass(number, plan.primes)
    failing = sum(not any((abs(v) in true) == (v > 0) for v in clause) for clause in plan.clauses)
    weight: Number = plan.entry * plan.entry * (rational(1, 2) - failing)
    return weight


def weights_before(plan: Plan, number: int) -> Iterator[int]:
    """All weights before a pass, as the proof says."""
    start = plan.start()
    yield 0
    for block in plan.blocks:
        cells = start[block.start : block.stop]
        yield from (cells[(k + number) % len(cells)] - cells[k] for k in range(len(cells)))
    yield from (0 for _ in plan.padding)


def followed(plan: Plan, passes: int) -> int:
    """How many passes were taken step by step, at most this many, each found to be as the proof says."""
    todo = min(passes, MOST_STEPS // plan.examples)
    training = list(examples(plan)) if todo else []
    weights: list[Number] = [rational(0)] * plan.dimension
    for number in range(todo):
        for step, example in enumerate(training):
            for i, change in example.changes(weights, RATE).items():
                weights[i] = weights[i] + change
            expected = read_weight(plan, number) if step == 0 else 0
            if weights[0] != expected:
                raise NotAsProved(f"pass {number}, step {step + 1}: weight 0 is {weights[0]}, not {expected}")
        if any(a != b for a, b in zip(weights, weights_before(plan, number + 1), strict=True)):
            raise NotAsProved(f"after pass {number} the weights are not those of the proof")
    return todo

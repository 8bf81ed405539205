"""About how many bytes a training set takes: with a regularizer, far more than it has examples."""

from functools import lru_cache
from math import log10
from typing import Any

from ogd_exact.core.kernel.numbers import Number
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.constructions.training import MOST_BLOCKS, Block
from ogd_exact.training.numbers.powers import Powers
from ogd_exact.training.numbers.sums import Terms

AROUND = 24  # characters of a line beside its numbers


def jsonl_size(reduction: Reduction) -> int:
    """The size of the file with all digits, known by exponents, without working out any number."""
    return sum(block_size(block) for _, block in reduction.training.blocks())


@lru_cache(maxsize=MOST_BLOCKS)
def block_size(block: Block) -> int:
    return sum(AROUND + sum(12 + length(value) for _, value in x) for x, _ in block.examples)


def length(value: Number) -> int:
    if not isinstance(value, Powers):
        return len(str(value))
    return sum(terms_length(terms, value.base.alpha) for terms in (value.over, value.under))


def terms_length(terms: Terms, alpha: Any) -> int:
    """Over their common denominator, which is about as long as what stands above it."""
    above, below = log10(alpha.numerator), log10(alpha.denominator)
    return int(2 * (max(0, max(terms)) * below - min(0, min(terms)) * above))

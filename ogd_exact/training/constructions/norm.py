"""Whether the norm ever exceeds a bound, as a question: a yes writes a weight that is high enough."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.core.tables.library import Library
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.bounds import RowBounds
from ogd_exact.training.constructions.proof import Proved

HIGH = "high"  # the symbol of the weight that a yes writes


@dataclass(frozen=True)
class NormBound:
    """Whether the norm ever exceeds `bound` is asked; passes whose answer is no keep its square at `ordinary`."""

    bound: Number
    ordinary: Number

    @property
    def separates(self) -> bool:
        """Whether only a yes can exceed the bound."""
        return not self.ordinary > self.bound * self.bound

    @property
    def high(self) -> Any:
        """A weight that is enough to exceed the bound, and what ordinary passes reach."""
        return max(self.bound, root_above(self.ordinary)) + 1


def norm_question(ordinary: Number, bound: Number | None) -> NormBound:
    """Unless a bound is given, the least integer that ordinary passes do not exceed."""
    return NormBound(root_above(ordinary) if bound is None else bound, ordinary)


def root_above(square: Any) -> Any:
    """The least integer that is no smaller than the root."""
    above = -(-square.numerator // square.denominator)
    root = isqrt(int(above))
    return rational(root if root * root == above else root + 1)


def yes_exceeds(bound: Number, proved: Proved, library: Library, parameters: Mapping[str, Number]) -> bool:
    """Whether the accepting weight alone exceeds the bound, for a moment at least, in a pass whose answer is yes."""
    walk, rows = AbstractRun(proved.program, library, parameters), RowBounds(library, parameters)
    for bound_call in walk.steps(proved.magnitudes, check_regions=False):
        table, on = bound_call.table, bound_call.call.on
        if walk.accept in on:  # it moves if and only if the answer is yes, as is proved
            return bool(rows.raised(table, bound_call.magnitudes, table.inputs[on.index(walk.accept)]) > bound)
    return False

"""What weights mean between passes if they are a little off: the nearer of false and true, or of no and yes."""

from collections.abc import Mapping
from typing import Any

from ogd_exact.core.kernel.numbers import Number, rational
from ogd_exact.robustness.noise.transfer import exact
from ogd_exact.training.constructions.abstract_run import AbstractRun
from ogd_exact.training.constructions.reduction import Reduction
from ogd_exact.training.runs.coding import Coding


class Reading:
    def __init__(self, reduction: Reduction) -> None:
        self.reduction, self.coding = reduction, Coding(reduction)
        self.codes = {c: (exact(false), exact(true)) for c, (false, true) in self.coding.codes.items()}
        self.accept = str(reduction.program.accept)
        if reduction.program.construction.answers:
            self.codes[self.accept] = (rational(0), self.yes())

    def yes(self) -> Number:
        """The weight of bot after a pass that answers yes."""
        walk = AbstractRun(self.reduction.program, self.reduction.training.library, self.reduction.parameters)
        for _call in walk.steps(self.reduction.proved.magnitudes, check_regions=False):
            pass
        weight: Number = exact(walk.magnitude(walk.accept) * self.reduction.values.encoding["true"])
        return weight

    def rooms(self) -> dict[str, Number]:
        """How far off each weight that is read may be, without being read as something else."""
        return {c: abs(true - false) / 2 for c, (false, true) in self.codes.items()}

    def right(self, weights: Mapping[str, Any], bits: tuple[bool, ...], answer: bool) -> bool:
        """Whether a pass that should end with these bits, and this answer, is read so."""
        wanted = dict(zip(self.coding.codes, bits, strict=True))
        if self.accept in self.codes:
            wanted[self.accept] = answer
        off = {key: [abs(weights[key] - code) for code in self.codes[key]] for key in wanted}  # from false, from true
        return all(bool(off[key][1] < off[key][0]) == bit for key, bit in wanted.items())

    def meant(self, bits: tuple[bool, ...]) -> dict[str, Any]:
        """All weights after a pass that begins with these bits, and answers no, without noise."""
        return {c: exact(w) for c, w in self.coding.after(bits).items()}

"""All that is found out about the precision that a circuit takes with a model."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.robustness.precision.course import Course, ExactStep, size
from ogd_exact.robustness.precision.doubles import DoubleStep, double_run
from ogd_exact.robustness.precision.exactness import Exactness, by_circuit, exactness
from ogd_exact.robustness.precision.needed import Needed, Runs
from ogd_exact.robustness.precision.rounded import Rounded, nearest
from ogd_exact.robustness.precision.spread import BITS
from ogd_exact.text.wording import argument
from ogd_exact.training.constructions.provenance import Provenance
from ogd_exact.training.constructions.reduction import Reduction

PASSES = 4
MOST_STEPS = 10_000
FEW_STEPS = 3_000  # unless told, where many numbers of bits must be tried


@dataclass
class Findings:
    """What so many passes show, or a few; where a proof says it all, no run is tried that takes too long."""

    reduction: Reduction
    given: int | None
    tell: Callable[[int], None] = lambda bits: None  # the bits that are being tried

    def __post_init__(self) -> None:
        self.reduction.program.construction.lift.refuse(argument("precision", True))
        examples = self.reduction.examples
        few = MOST_STEPS if self.proved is not None else FEW_STEPS
        self.passes = self.given or max(1, min(PASSES, few // examples))
        self.tried = self.passes * examples <= MOST_STEPS
        if not self.tried and (self.proved is None or self.given is not None):
            steps = f"{self.passes} {'pass' if self.passes == 1 else 'passes'} of {examples} examples"
            remedy = f"give a lower {argument('max_passes')}" if self.passes > 1 else "take a smaller circuit"
            raise InputError(f"{steps} are more than the {MOST_STEPS} steps that are tried; {remedy}")

    @cached_property
    def tables(self) -> list[Exactness]:
        return exactness(self.reduction)

    @cached_property
    def proved(self) -> int | None:
        """How many bits round nothing, for every circuit and every pass; None if something is rounded."""
        bits = [table.bits for table in self.tables]
        return None if by_circuit(self.reduction) or None in bits else max(b for b in bits if b is not None)

    @cached_property
    def course(self) -> Course:
        return Course(Rounded(self.reduction), self.passes)

    @cached_property
    def needed(self) -> list[Needed]:
        return Runs(self.course, self.tell).table(self.proved) if self.tried else []

    @property
    def contradicted(self) -> bool:
        """Whether a run rounds although it is proved that none does: a defect of this project."""
        return self.proved is not None and any(needed.decisions.bits > self.proved for needed in self.needed)

    @cached_property
    def doubles(self) -> list[DoubleStep]:
        return double_run(self.course)

    @property
    def first_error(self) -> DoubleStep | None:
        return next((step for step in self.doubles if step.after is not None), None)

    @property
    def first_wrong(self) -> DoubleStep | None:
        return next((step for step in self.doubles if not step.right), None)

    @property
    def steepest(self) -> ExactStep:
        """The step that can multiply errors most."""
        return max(self.course.steps, key=lambda step: step.factor)

    @cached_property
    def smallest(self) -> float | None:
        """The logarithm of the smallest magnitude that a call is given, if any is."""
        found: list[Any] = [m for bound in self.reduction.training.calls() for m in bound.magnitudes.values()]
        return size(min(nearest(magnitude, BITS) for magnitude in found)) if found else None

    @property
    def shared(self) -> list[str]:
        """The weights that every call uses."""
        return [self.reduction.program.names[key] for key in self.course.shared]

    def call(self, place: Provenance) -> str:
        names = self.reduction.program.coordinates()
        return f"{place.call.gadget}({', '.join(names[index] for index in place.call.on)})"

    def step(self, exact: ExactStep) -> str:
        """The place of a step, such as: pass 2, step 9."""
        return f"pass {exact.frame + 1}, step {exact.place.number}"

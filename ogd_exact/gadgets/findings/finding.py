"""What there is to report: findings, witnesses of bounds, and the result for a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ogd_exact.core.checker.violation import Violation, undecided
from ogd_exact.core.kernel.certificate import Certificate
from ogd_exact.core.kernel.step import Rule
from ogd_exact.core.tables.cells import Cell
from ogd_exact.core.tables.table import Table
from ogd_exact.text.sentence import Sentence

CONDITIONS = {
    1: "every step takes every case exactly to the printed next state",
    2: "the cases at entry are exactly those of the contract's precondition",
    3: "each step starts where the last one ended",
    4: "a call meets its callee's precondition and region, on the right coordinates",
    5: "the final states and returned magnitudes are those of the contract, for every case",
    6: "what the contract promises about intermediate steps holds at every step",
    7: "no case of any step meets the kink, anywhere in the region",
    8: "coordinates that are not named are unchanged, or decay by exactly alpha per example",
}


@dataclass(frozen=True)
class Finding:
    """One wrong cell (or one broken promise), with what must stand there where that is known."""

    condition: int
    kind: str
    cell: Cell
    message: Sentence
    printed: str | None = None
    suggested: str | None = None
    alternatives: tuple[str, ...] = ()  # other repairs that would do as well
    certain: bool = False  # whether it is proved that no change of another single cell would do, nor another value here

    @property
    def repair(self) -> str:
        """The word for what is suggested: what is certain must be, all else could be."""
        return "must" if self.certain else "could"

    @property
    def step(self) -> int | None:
        """The step in reports, counted from 1."""
        return None if self.cell.step is None else self.cell.step + 1


@dataclass(frozen=True)
class Witness:
    """A point outside one bound of a region, and the row that fails there, counted from 0."""

    bound: str
    point: dict[str, str]
    step: int
    case: int
    reason: Sentence

    @property
    def row(self) -> str:
        """The row and its reason in reports, counted from 1."""
        return f"step {self.step + 1}, case {self.case + 1}: {self.reason}"


@dataclass(frozen=True)
class Result:
    """The verdict about a table, with what there is to say about it."""

    table: Table
    region: tuple[str, ...]
    contract: bool
    violations: tuple[Violation, ...]
    findings: tuple[Finding, ...]  # what violates the conditions, explained; and bounds that are not needed
    witnesses: tuple[Witness, ...]
    certificates: Mapping[Any, Certificate]
    rule: Rule
    drift: str | None = None  # the largest by which its phases may fall, where its examples come in any order

    @property
    def bounds(self) -> tuple[str, ...]:
        """Where the table holds: its region, and for which drifts D."""
        return self.region if self.drift is None else (*self.region, f"D <= {self.drift}")

    @property
    def transitions(self) -> int:
        return sum(len(step.after) for step in self.table.steps if not step.call)

    @property
    def calls(self) -> int:
        return sum(len(step.after) for step in self.table.steps if step.call)

    @property
    def verified(self) -> bool:
        return not self.violations and not self.findings and self.transitions + self.calls > 0

    @property
    def undecided(self) -> bool:
        """Nothing is known to be wrong, but not everything could be proved."""
        return undecided(self.violations) and all(finding.kind == "undecided" for finding in self.findings)

    @property
    def verdict(self) -> str:
        return "verified" if self.verified else "undecided" if self.undecided else "FAILED"

"""What verify found, as objects, as text, and as a page."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ogd_exact.api.arguments import of_kind
from ogd_exact.api.digits import any_digits
from ogd_exact.api.shown import Page
from ogd_exact.findings.finding import Result
from ogd_exact.findings.report import json_report, table_json, text_report
from ogd_exact.tables.library import Library


@dataclass(frozen=True)
class ReportedFinding:
    """A wrong cell, or a broken promise; steps and cases count from 1. The condition is one of docs/conditions.md."""

    model: str
    gadget: str
    step: int | None
    field: str
    case: int | None
    coordinate: str | None
    kind: str
    condition: int
    printed: str | None
    suggested: str | None  # what must stand there if that is certain, and else could
    certain: bool  # whether it is proved that no other change of one cell repairs the table
    alternatives: tuple[str, ...]  # those that are known to
    message: str
    file: str | None
    line: int | None
    column: int | None


@dataclass(frozen=True)
class ReportedTable:
    """What became of one table."""

    model: str
    gadget: str
    label: str
    steps: int
    cases: int
    transitions: int
    calls: int
    verified: bool
    contract: bool
    region: tuple[str, ...]
    findings: tuple[ReportedFinding, ...]


@dataclass(frozen=True, repr=False, eq=False)
class Report:
    """What became of all tables; shows the command's text, and in a notebook the page with every table."""

    source: str
    results: tuple[Result, ...]  # as the checker has them
    worded: tuple[Result, ...]  # in the notation of the file that was read
    library: Library  # all that was read

    @property
    def verified(self) -> bool:
        """Every condition was proved for every table."""
        return bool(self.results) and all(result.verified for result in self.results)

    @property
    def undecided(self) -> bool:
        """Nothing is known to be wrong, but not everything could be proved."""
        return not self.verified and all(result.verified or result.undecided for result in self.results)

    @cached_property
    def tables(self) -> tuple[ReportedTable, ...]:
        return tuple(reported(table_json(result)) for result in self.worded)

    @property
    def findings(self) -> tuple[ReportedFinding, ...]:
        return tuple(finding for table in self.tables for finding in table.findings)

    @of_kind
    def text(self, witnesses: bool = False) -> str:
        """As the command prints it; with witnesses, why each bound of a region is needed."""
        return text_report(self.worded, self.source, witnesses)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    @any_digits
    def to_json(self) -> str:
        """As `verify --format json` writes it."""
        return json_report(self.worded, self.source)

    @any_digits
    def certificates(self) -> str:
        """Every proof of sign, as `verify --certificates` writes it."""
        from ogd_exact.findings.proofs import certificates_json  # late: most reports do without

        return certificates_json(self.results, self.library)

    @of_kind
    def page(self, witnesses: bool = False) -> Page:
        """As `verify --format html` writes it."""
        from ogd_exact.html.page import html_report  # late: most reports are text

        return Page(html_report(self.results, self.source, witnesses))

    def _repr_html_(self) -> str:
        return self.page()._repr_html_()


def reported(data: dict[str, Any]) -> ReportedTable:
    names = {"model": data["model"], "gadget": data["gadget"]}
    findings = tuple(
        ReportedFinding(**names, **{**finding, "alternatives": tuple(finding["alternatives"])})
        for finding in data["findings"]
    )
    counts = {key: data[key] for key in ("label", "steps", "cases", "transitions", "calls", "verified", "contract")}
    return ReportedTable(**names, **counts, region=tuple(data["region"]), findings=findings)

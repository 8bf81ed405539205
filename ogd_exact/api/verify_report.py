"""What verify found, as objects, as text, and as a page."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ogd_exact.api.arguments import check_argument_types
from ogd_exact.api.digits import unlimited_int_digits
from ogd_exact.api.shown import Page
from ogd_exact.core.kernel.errors import InputError
from ogd_exact.core.tables.library import Library
from ogd_exact.gadgets.findings.coverage import Coverage
from ogd_exact.gadgets.findings.finding import Result
from ogd_exact.gadgets.findings.report import json_report, table_json, text_report


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
    coverage: Coverage = Coverage()  # of LaTeX files: what was checked of them, and what not

    @property
    def problems(self) -> tuple[InputError, ...]:
        """What should have been read in LaTeX files and could not be."""
        return self.coverage.problems

    @property
    def verified(self) -> bool:
        """Every condition was proved for every table."""
        return bool(self.results) and self.sound and all(result.verified for result in self.results)

    @property
    def sound(self) -> bool:
        """All that should be read was read, and is printed so, where that was looked at."""
        return not self.problems and not self.coverage.page

    @property
    def undecided(self) -> bool:
        """Nothing is known to be wrong, but not everything could be proved."""
        decided = all(result.verified or result.undecided for result in self.results)
        return not self.verified and decided and self.sound

    @cached_property
    def tables(self) -> tuple[ReportedTable, ...]:
        return tuple(reported(table_json(result)) for result in self.worded)

    @property
    def findings(self) -> tuple[ReportedFinding, ...]:
        return tuple(finding for table in self.tables for finding in table.findings)

    @check_argument_types
    def text(self, witnesses: bool = False) -> str:
        """The report that the command prints; with witnesses, why each bound of a region is needed."""
        return text_report(self.worded, self.source, witnesses, self.coverage.texts, self.coverage.but)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    @unlimited_int_digits
    def to_json(self) -> str:
        """The report that `verify --format json` writes."""
        return json_report(self.worded, self.source, self.verified, self.coverage.data())

    @unlimited_int_digits
    def certificates(self) -> str:
        """The proofs of sign that `verify --certificates` writes."""
        from ogd_exact.gadgets.findings.proofs import certificates_json  # late: most reports do without

        return certificates_json(self.results, self.library)

    @check_argument_types
    def page(self, witnesses: bool = False) -> Page:
        """The page that `verify --format html` writes."""
        from ogd_exact.documents.html.report_page import ReportPage  # late: most reports are text

        return Page(ReportPage(self.results, self.source, witnesses, self.coverage.texts, self.coverage.but).text())

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

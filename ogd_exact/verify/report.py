"""Results as text, JSON, GitHub annotations and JUnit XML."""

import json
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import tabulate

from ogd_exact.tables.arithmetic import function_text
from ogd_exact.verify.findings import CONDITIONS, Finding, Result

WIDTH = 80
REGION_WIDTH = 23
tabulate.MIN_PADDING = 0
HEADERS = ("gadget", "steps", "cases", "transitions", "result", "proved for all")


def number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def text_report(results: Sequence[Result], source: str, witnesses: bool = False) -> str:
    parts = []
    for model in dict.fromkeys(result.table.model for result in results):
        chosen = [result for result in results if result.table.model == model]
        columns = 6 if any(result.region for result in chosen) else 5
        table = tabulate.tabulate(
            [row(result)[:columns] for result in chosen],
            HEADERS[:columns],
            colalign=("left", "right", "right", "right", "left", "left")[:columns],
        )
        parts.append(f"{model}\n{table}")
    if witnesses:
        parts.append(witness_text(results))
    parts += [finding_text(result, finding) for result in results for finding in result.findings]
    notes = [f"{r.table.model} {r.table.gadget}" for r in results if not r.contract]
    if notes:
        text = f"No contract, so conditions 2, 5 and 6 were not checked: {', '.join(notes)}"
        parts.append("\n".join(textwrap.wrap(text, WIDTH)))
    parts.append("\n".join(textwrap.wrap(summary(results, source), WIDTH)))
    return "\n\n".join(parts)


def row(result: Result) -> tuple[Any, ...]:
    table = result.table
    verdict = "verified" if result.verified else "FAILED"
    # A bound is not broken over lines: its spaces are hidden while the list is wrapped.
    bounds = ", ".join(bound.replace(" ", "\0") for bound in result.region)
    bounds = "\n".join(textwrap.wrap(bounds, REGION_WIDTH)).replace("\0", " ")
    return table.gadget, len(table.steps), len(table.cases), result.transitions, verdict, bounds


def summary(results: Sequence[Result], source: str) -> str:
    bad = sum(not result.verified for result in results)
    text = f"{number(len(results), 'table')} ({source}), {number(sum(r.transitions for r in results), 'transition')}"
    text += f" and {number(sum(r.calls for r in results), 'call')} checked: "
    if not bad:
        return text + "all verified."
    found = number(sum(len(result.findings) for result in results), "finding")
    return text + f"{found} in {number(bad, 'table')}."


def where(finding: Finding) -> str:
    cell = finding.cell
    place = f"step {finding.step}, " if finding.step else ""
    place += cell.field
    return place + (f", case {cell.case + 1}" if cell.case is not None else "")


def finding_text(result: Result, finding: Finding) -> str:
    table = result.table
    lines = [f"{table.model} {table.gadget} ({table.label}), {where(finding)} [condition {finding.condition}]"]
    if finding.printed is not None:
        lines.append(f"  printed   {finding.printed}")
    if finding.suggested is not None:
        lines.append(f"  must be   {finding.suggested}")
    lines += textwrap.wrap(
        finding.message, WIDTH, initial_indent="  because   ", subsequent_indent=" " * 12, break_long_words=False
    )
    return "\n".join(lines)


def witness_text(results: Sequence[Result]) -> str:
    lines = ["Each bound is needed: at a point outside it, and inside all others, a row fails."]
    for result in results:
        for witness in result.witnesses:
            at = ", ".join(f"{name} = {value}" for name, value in witness.point.items())
            lines.append(f"{result.table.model} {result.table.gadget}: {witness.bound}")
            lines += textwrap.wrap(f"at {at}: {witness.row}", WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines)


def json_report(results: Sequence[Result], source: str, witnesses: bool = False) -> str:
    return json.dumps(
        {
            "verified": bool(results) and all(result.verified for result in results),
            "source": source,
            "conditions": {str(k): text for k, text in CONDITIONS.items()},
            "tables": [table_json(result) for result in results],
        },
        indent=2,
    )


def table_json(result: Result) -> dict[str, Any]:
    table = result.table
    return {
        "model": table.model,
        "gadget": table.gadget,
        "label": table.label,
        "steps": len(table.steps),
        "cases": len(table.cases),
        "transitions": result.transitions,
        "calls": result.calls,
        "verified": result.verified,
        "contract": result.contract,
        "region": result.region,
        "witnesses": [{"bound": w.bound, "point": w.point, "row": w.row} for w in result.witnesses],
        "findings": [finding_json(result, finding) for finding in result.findings],
    }


def finding_json(result: Result, finding: Finding) -> dict[str, Any]:
    cell = finding.cell
    line, column = result.table.places.get(cell, (None, None))
    return {
        "step": finding.step,
        "field": cell.field,
        "case": None if cell.case is None else cell.case + 1,
        "coordinate": None if cell.coordinate is None else result.table.coordinates[cell.coordinate],
        "kind": finding.kind,
        "condition": finding.condition,
        "printed": finding.printed,
        "suggested": finding.suggested,
        "message": finding.message,
        "file": None if result.table.path is None else near(result.table.path),
        "line": line,
        "column": column,
    }


def near(path: Path) -> str:
    """The path as seen from here, where that is below this folder; annotations need it so."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def github_report(results: Sequence[Result], source: str, witnesses: bool = False) -> str:
    """One annotation for each finding, at its cell."""
    lines = []
    for result in results:
        for finding in result.findings:
            data = finding_json(result, finding)
            place = f"file={escaped(data['file'])}" if data["file"] else "title=ogd-exact"
            place += f",line={data['line']},col={data['column']}" if data["line"] else ""
            text = f"{result.table.model} {result.table.gadget}, {where(finding)}: {finding.message}"
            if finding.suggested is not None:
                text += f" (printed {finding.printed}, must be {finding.suggested})"
            lines.append(f"::error {place}::{escaped(text)}")
    return "\n".join([*lines, summary(results, source)])


def escaped(text: str) -> str:
    for mark in "%\r\n":
        text = text.replace(mark, f"%{ord(mark):02X}")
    return text


def junit_report(results: Sequence[Result], source: str, witnesses: bool = False) -> str:
    suite = ElementTree.Element("testsuite", name=f"ogd-exact ({source})", tests=str(len(results)))
    suite.set("failures", str(sum(not result.verified for result in results)))
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=result.table.model, name=result.table.gadget)
        if not result.verified:
            failure = ElementTree.SubElement(case, "failure", message=number(len(result.findings), "finding"))
            failure.text = "\n\n".join(finding_text(result, finding) for finding in result.findings)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


Format = Callable[[Sequence[Result], str, bool], str]
FORMATS: dict[str, Format] = {
    "text": text_report,
    "json": json_report,
    "github": github_report,
    "junit": junit_report,
}


def certificates_json(results: Sequence[Result]) -> str:
    """Every proof of sign in a form that any polynomial arithmetic can re-check."""
    proofs: list[dict[str, Any]] = []
    seen: set[int] = set()
    for result in results:
        if id(result.certificates) in seen or not result.certificates:
            continue
        seen.add(id(result.certificates))
        for polynomial, certificate in result.certificates.items():
            entry: dict[str, Any] = {"region": result.region, "polynomial": polynomial_text_of(polynomial)}
            entry["sign"] = certificate.sign
            for name, terms in (("multiplier", certificate.multiplier), ("proof", certificate.proof)):
                entry[name] = [{"coefficient": str(t.coefficient), "powers": list(t.powers)} for t in terms]
            proofs.append(entry)
    return json.dumps({"format": "ogd-exact-certificates/1", "certificates": proofs}, indent=1)


def polynomial_text_of(polynomial: Any) -> str:
    return function_text(polynomial.ring.to_field()(polynomial))

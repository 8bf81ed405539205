"""Results as JUnit XML, a test for each table."""

from collections.abc import Sequence
from xml.etree import ElementTree

from ogd_exact.findings.finding import Result
from ogd_exact.findings.report import corrected, finding_text, no_contract
from ogd_exact.output.wording import counted


def junit_report(results: Sequence[Result], source: str) -> str:
    suite = ElementTree.Element("testsuite", name=f"ogd-exact ({source})", tests=str(len(results)))
    suite.set("failures", str(sum(result.verdict == "FAILED" for result in results)))
    suite.set("errors", str(sum(result.undecided for result in results)))
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=result.table.model, name=result.table.gadget)
        if not result.verified:
            tag = "error" if result.undecided else "failure"
            failure = ElementTree.SubElement(case, tag, message=counted(len(result.findings), "finding"))
            failure.text = "\n\n".join(finding_text(result, finding) for finding in result.findings)
        if said := "\n".join(filter(None, (no_contract([result]), corrected([result], source)))):
            ElementTree.SubElement(case, "system-out").text = said
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)

"""Results as JUnit XML, a test for each table."""

from collections.abc import Sequence
from xml.etree import ElementTree

from ogd_exact.core.kernel.errors import one_line
from ogd_exact.gadgets.findings.coverage import Coverage
from ogd_exact.gadgets.findings.finding import Result
from ogd_exact.gadgets.findings.report import corrected, finding_text, no_contract
from ogd_exact.text.wording import counted


def junit_report(results: Sequence[Result], source: str, coverage: Coverage) -> str:
    count = len(results) + len(coverage.problems) + len(coverage.page)
    suite = ElementTree.Element("testsuite", name=f"ogd-exact ({source})", tests=str(count))
    suite.set("failures", str(sum(result.verdict == "FAILED" for result in results) + len(coverage.page)))
    for page in coverage.page:
        case = ElementTree.SubElement(suite, "testcase", classname="page", name=page.text.split(": ")[0])
        ElementTree.SubElement(case, "failure", message=one_line(page.message))
    suite.set("errors", str(sum(result.undecided for result in results) + len(coverage.problems)))
    for problem in coverage.problems:
        case = ElementTree.SubElement(suite, "testcase", classname="latex", name=str(problem).split(": ")[0])
        ElementTree.SubElement(case, "error", message=one_line(problem.message))
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=result.table.model, name=result.table.gadget)
        if not result.verified:
            tag = "error" if result.undecided else "failure"
            failure = ElementTree.SubElement(case, tag, message=counted(len(result.findings), "finding"))
            failure.text = "\n\n".join(finding_text(result, finding) for finding in result.findings)
        if said := "\n".join(filter(None, (no_contract([result]), corrected([result], source)))):
            ElementTree.SubElement(case, "system-out").text = said
    if said := "\n".join(coverage.closing):
        ElementTree.SubElement(suite, "system-out").text = said
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)

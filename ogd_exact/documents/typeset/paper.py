r"""The paper that each page stands on, as TeX writes it into its log right before the page.

LaTeX's hook of \shipout says it, where tracing is asked for again, as a document may have asked for less.
"""

import re

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.documents.typeset.boxes import SHIPPED
from ogd_exact.documents.typeset.transformations import POINT

TRACE = r"\tracingoutput1 \showboxbreadth\maxdimen \showboxdepth\maxdimen \tracingonline0 \escapechar92 "
SAID = "OGD-EXACT-PAGE"
ATTRIBUTES = r"\the\pdfvariable pageattr \the\pdfvariable pagesattr "
ORIGIN = {  # where the corner of a page is, and what else may crop it
    "pdflatex": r"\the\pdfhorigin,\the\pdfvorigin,\the\pdfpageattr\the\pdfpagesattr",
    "xelatex": "72.27pt,72.27pt,",
    "lualatex": rf"\the\pdfvariable horigin ,\the\pdfvariable vorigin ,{ATTRIBUTES}",
}
SIZES = (
    r"\ifdefined\pagewidth\else\let\pagewidth\pdfpagewidth\let\pageheight\pdfpageheight\fi"
    rf"\immediate\write-1{{{SAID} \the\mag,\the\pagewidth,\the\pageheight,\the\hoffset,\the\voffset,"
)
SIZE = r"(-?[0-9]{1,5}\.[0-9]{1,5})pt ?,"
PAPER = re.compile(rf"{SAID} 1000,{SIZE * 6}(.*)", re.DOTALL)
BOX = re.compile(r"/(?:Crop|Media)Box *\[ *" + r"(-?[0-9]{1,5}(?:\.[0-9]{0,9})?)[ \n]*" * 4 + r"\]")
Paper = tuple[float, float, float, float]  # its left, upper, right and lower end, in TeX's points of the page


def hook(engine: str) -> str:
    """What TeX is told to do before each page."""
    return rf"\ifdefined\AddToHook\AddToHook{{shipout/before}}{{{TRACE}{SIZES}{ORIGIN[engine]}}}}}\fi"


def papers(log: str, engine: str, path: str) -> list[Paper]:
    """The paper of each page; all pages of the PDF are in the log."""
    parts = log.split(SHIPPED)
    written = re.findall(r"^Output written on .*\.pdf \(([0-9]{1,9}) pages?", log, re.MULTILINE)
    if len(parts) > 1 and written[-1:] != [str(len(parts) - 1)]:
        raise InputError(f"{engine} writes no PDF, or not all of its pages into its log", path)
    found = [paper(part) for part in parts[:-1]]
    if None in found:
        reason = "a page is magnified, or shipped out by other means than LaTeX's, or LaTeX is older than October 2020"
        raise InputError(f"what {engine} printed cannot be measured: {reason}", path)
    return [one for one in found if one]


def paper(before: str) -> Paper | None:
    """What the log says of the paper of the page that follows."""
    begun = before.rfind(f"{SAID} ")
    told = PAPER.fullmatch(before, begun) if begun >= 0 else None
    if told is None:
        return None
    wide, high, right, down, x, y = map(float, told.group(1, 2, 3, 4, 5, 6))
    ends = (0.0, 0.0, wide, high) if wide and high else (-99999.0, -99999.0, 99999.0, 99999.0)
    for box in BOX.finditer(told[7]):
        a, b, c, d = (float(value) * POINT for value in box.groups())
        ends = max(ends[0], a), max(ends[1], high - d), min(ends[2], c), min(ends[3], high - b)
    return ends[0] - x - right, ends[1] - y - down, ends[2] - x - right, ends[3] - y - down

"""Typesets small honest papers of many classes and packages, and writes to docs/honest-papers.md whether any alarms.

A paper whose class or package is not installed is listed as such: the page says what was tried, and where.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import ogd_exact as ogd  # noqa: E402
from latex.families import ROWS, WIDE, honest  # noqa: E402
from ogd_exact.documents.typeset.engine import ENGINES  # noqa: E402

PAGE = ROOT / "docs" / "honest-papers.md"
ARTICLE = "{article}"
CLASSES = [
    "article",
    "amsart",
    "IEEEtran",
    "llncs",
    "acmart",
    "revtex4-2",
    "elsarticle",
    "scrartcl",
    "memoir",
    "report",
    "book",
]
FONTS = {"times": "mathptmx", "palatino": "mathpazo", "Latin Modern": "lmodern,microtype", "T1": "textcomp"}
END = r"\end{document}"
PLAIN = [r"-4 & 2 & 1 & $(-1, 0) \to (-1, 0)$", ROWS[1], r"2 & 0 & 1 & $(-1, 0) \to (1, 0)$", ROWS[3]]


def placed(text: str, environment: str, argument: str = "") -> str:
    """The first table of a paper within an environment."""
    text = text.replace(
        "% ogd-exact: model=svm gadget", f"\\begin{{{environment}}}{argument}\n% ogd-exact: model=svm gadget", 1
    )
    return text.replace("\\end{tabular}", f"\\end{{tabular}}\\end{{{environment}}}", 1)


def around(text: str, before: str, after: str) -> str:
    """The first table of a paper with something right before and behind it."""
    begin, end = "\\begin{tabular}", "\\end{tabular}"
    return text.replace(begin, before + begin, 1).replace(end, end + after, 1)


def papers() -> Iterator[tuple[str, str]]:
    """Each paper's name and text."""
    yield from ((name, honest(f"{{{name}}}")) for name in CLASSES)
    yield from ((n, honest(ARTICLE, rf"\usepackage[T1]{{fontenc}}\usepackage{{{p}}}")) for n, p in FONTS.items())
    yield "vertical rules", honest(ARTICLE, columns="|c|c|c|c|")
    yield "booktabs", honest(ARTICLE, rows=[ROWS[0], ROWS[1] + r" \\ \cmidrule(lr){1-3}" + "\n" + ROWS[2], ROWS[3]])
    yield "longtable", honest(ARTICLE, r"\usepackage{longtable}", begin="longtable")
    long = honest(ARTICLE, r"\usepackage{longtable}", begin="longtable")
    yield "longtable on two pages", long.replace(r"\begin{document}", r"\begin{document}\vspace*{.93\textheight}")
    yield "tabularx", honest(ARTICLE, r"\usepackage{tabularx}", "cccX", r"tabularx}{\linewidth")
    yield "tabulary", honest(ARTICLE, r"\usepackage{tabulary}", "CCCL", r"tabulary}{\linewidth")
    yield "tabular*", honest(ARTICLE, "", r"@{\extracolsep{\fill}}cccc", r"tabular*}{\linewidth")
    yield "two columns", honest("[twocolumn]{article}")
    yield (
        "siunitx",
        honest(ARTICLE, r"\usepackage{siunitx}", "SSSc", rows=PLAIN).replace(
            WIDE, r"{$x_{i_1}$} & {$x_{i_2}$} & {$y$} & Effect on $(w_{i_1}, w_{i_2})$"
        ),
    )
    coloured = [r"\rowcolor{gray!15} " + ROWS[0], *ROWS[1:]]
    yield "coloured rows", honest(ARTICLE, r"\usepackage[table]{xcolor}", rows=coloured)
    several = [
        r"\multirow{2}{*}{$-4$} & \multirow{2}{*}{$2$} & \multirow{2}{*}{$1$} & $(-1, 0) \to (-1, 0)$",
        *ROWS[1:],
    ]
    yield "multirow", honest(ARTICLE, r"\usepackage{multirow}", rows=several)
    head = r"\thead{$x_{i_1}$} & \thead{$x_{i_2}$} & \thead{$y$} & \thead{Effect on \\ $(w_{i_1}, w_{i_2})$}"
    yield "makecell", honest(ARTICLE, r"\usepackage{makecell}").replace(WIDE, head)
    sliced = [ROWS[0].replace("$2$", r"$\nicefrac{4}{2}$"), *ROWS[1:]]
    yield "nicefrac", honest(ARTICLE, r"\usepackage{nicefrac}", rows=sliced)
    large = [ROWS[0].replace("(-1, 0)$", r"\left(-\dfrac{2}{2}, 0\right)$"), *ROWS[1:]]
    yield "large parentheses", honest(ARTICLE, rows=large)
    yield "hyperref", honest(ARTICLE, r"\usepackage{hyperref,caption}")
    yield "babel", honest(ARTICLE, r"\usepackage[ngerman]{babel}\usepackage[T1]{fontenc}")
    yield "beamer", placed(honest("{beamer}").split("% ogd-exact: model=svm-reg")[0] + END, "frame")
    yield "sidewaystable", placed(honest(ARTICLE, r"\usepackage{rotating}"), "sidewaystable")
    yield "tcolorbox", placed(honest(ARTICLE, r"\usepackage{tcolorbox}"), "tcolorbox")
    yield "a minipage beside text", placed(honest(ARTICLE), "minipage", "{.6\\linewidth}")
    noted = honest(ARTICLE, r"\usepackage{threeparttable}", rows=[ROWS[0].replace("$2$", r"$2$\tnote{a}"), *ROWS[1:]])
    ends = r"\end{threeparttable}"
    below = r"\begin{tablenotes}\item[a] Two.\end{tablenotes}" + ends
    yield "notes", placed(noted, "threeparttable").replace(ends, below)
    yield "row colours", honest(ARTICLE, r"\usepackage[table]{xcolor}\rowcolors{2}{gray!10}{white}")
    lines = rf"\caption{{Long.}}\\ {WIDE} \\ \endfirsthead {WIDE} \\ \endhead"
    lines += r" \multicolumn{4}{r}{Continued below} \\ \endfoot"
    yield "heads and feet", long.replace(WIDE + r" \\", lines + r" \endlastfoot")
    thousands = [r"$10{,}000$ & $0$ & $-1$ & $(1, 0) \to (-9\,999, 0)$"]
    yield "thousands", honest(ARTICLE, rows=thousands)
    formula = r"\[ w \mapsto \begin{cases} w + y x & y (w \cdot x) < 1, \\ w & \text{else}. \end{cases} \]"
    pair = r"\begin{align} x &= 1 & y &= 2 & w &= (0, 1) \to (1, 0) \end{align}"
    yield "formulas in rows", honest(ARTICLE).replace(r"\end{document}", f"{formula}\n{pair}\n{END}")
    shown = (
        "% ogd-exact: ignore\n\\begin{tabular}{ccc} $x$ & $y$ & $w$ \\\\ $1$ & $2$ & $(0) \\to (1)$ \\end{tabular}\n\n"
    )
    yield "an ignored table", honest(ARTICLE).replace(r"\begin{document}", r"\begin{document}" + shown)
    yield from more_papers()


def more_papers() -> Iterator[tuple[str, str]]:
    """Tables in boxes, columns and colours."""
    graphics = honest(ARTICLE, r"\usepackage{graphicx,tikz,xcolor,array}")
    yield "resizebox", around(graphics, r"\resizebox{.5\linewidth}{!}{", "}")
    yield "rotatebox", around(graphics, r"\rotatebox{90}{", "}")
    yield "colorbox", around(graphics, r"\colorbox{yellow!20}{", "}")
    yield "tikz", around(graphics, r"\begin{tikzpicture}\node[draw]{", r"};\end{tikzpicture}")
    white = " & ".join(r"\color{white}" + head for head in WIDE.split(" & "))
    yield (
        "white heads",
        honest(ARTICLE, r"\usepackage[table]{xcolor}").replace(WIDE, r"\rowcolor{blue!60!black}" + white),
    )
    decimals = [r"-4.0 & 2 & 1 & $(-1, 0) \to (-1, 0)$", *ROWS[1:2], r"2.00 & 0 & 1 & $(-1, 0) \to (1, 0)$", *ROWS[3:]]
    heads = r"\multicolumn{1}{c}{$x_{i_1}$} & \multicolumn{1}{c}{$x_{i_2}$}" + WIDE.removeprefix(
        r"$x_{i_1}$ & $x_{i_2}$"
    )
    columns = "D{.}{.}{2}D{.}{.}{2}cc"
    yield "dcolumn", honest(ARTICLE, r"\usepackage{dcolumn}", columns, rows=decimals).replace(WIDE, heads)
    yield "arydshln", honest(ARTICLE, r"\usepackage{arydshln}", "c:c:c|c", rows=[r"\hdashline " + ROWS[0], *ROWS[1:]])
    yield "paragraphs", honest(ARTICLE, r"\usepackage{array}", r">{\centering\arraybackslash}p{1cm}p{1cm}m{1cm}p{5cm}")
    yield "sans serif", honest(ARTICLE, r"\renewcommand{\familydefault}{\sfdefault}\usepackage{sansmath}\sansmath")
    yield "arrows", honest(ARTICLE, rows=[ROWS[0], *(row.replace(r"\to", r"\longmapsto") for row in ROWS[1:])])
    yield "columns of text", placed(honest(ARTICLE, r"\usepackage[margin=1cm]{geometry}\usepackage{multicol}"),
                                    "multicols", "{2}")  # fmt: skip
    yield "line numbers", honest(ARTICLE, r"\usepackage{lineno,setspace}\linenumbers\doublespacing")
    yield "text around it", placed(honest(ARTICLE, r"\usepackage{wrapfig}"), "wraptable", r"{r}{.6\linewidth}").replace(
        r"\end{wraptable}", r"\end{wraptable}" + "Words around it. " * 60)  # fmt: skip
    slides = placed(honest("{beamer}").split("% ogd-exact: model=svm-reg")[0] + END, "frame")
    yield "slides", slides.replace(r"\begin{frame}", r"\begin{frame}\begin{itemize}\item<1-> a\item<2-> b\end{itemize}")
    other = (
        r"\end{minipage}\hfill\begin{minipage}{.3\linewidth}\begin{tabular}{cc} rate & error \\ $1$ & $2$ \end{tabular}"
    )
    yield "side by side", placed(honest(ARTICLE), "minipage", r"{.6\linewidth}").replace(
        r"\end{minipage}", other + r"\end{minipage}", 1)  # fmt: skip


def outcome(text: str, engine: str) -> str:
    """What --typeset says of a paper."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper.tex"
        path.write_text(text)
        try:
            report = ogd.verify(tex=path, typeset=engine)
        except ogd.InputError as error:
            return "no engine" if "not installed" in error.message else f"ALARM: {error.message[:80]}"
        assert isinstance(report, ogd.Report)
        if report.verified:
            return "agrees"
        if "not found" in " ".join(problem.message for problem in report.problems):
            return "not installed"
        found = [*report.problems, *report.coverage.page]
        return f"ALARM: {found[0].message[:80]}" if found else "ALARM: the table is wrong"


def main() -> None:
    rows = [(name, *(outcome(text, engine) for engine in ENGINES)) for name, text in papers()]
    said = subprocess.run(["pdflatex", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    lines = [
        "# Honest papers", "",
        f"{len(rows)} small papers, each with a table that is right, and whether `verify --typeset` agrees with it;",
        f"`scripts/honest_papers.py` wrote this with {said}.", "",
        f"| paper | {' | '.join(ENGINES)} |", "|---" * 4 + "|",
        *(f"| {' | '.join(row)} |" for row in rows), "",
    ]  # fmt: skip
    PAGE.write_text("\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()

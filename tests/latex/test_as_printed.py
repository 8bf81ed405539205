"""What LaTeX prints is what is read: tricks of braces, macros, scopes, conditions and heads change no verdict."""

from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, sampled
from latex.test_refused import GOOD

NOT = (ROOT / "docs/tables/svm-not.tex").read_text().split("\n", 1)[1]  # without its mark
SPOILED_NOT = NOT.replace("$-2$", "$-7$", 1)
assert SPOILED_NOT != NOT and "tab:not" in NOT


@pytest.fixture
def read(tmp_path: Path, verify: Any) -> Any:
    def read(text: str, **more: str) -> Any:
        for name, content in more.items():
            (tmp_path / f"{name}.tex").write_text(content)
        path = tmp_path / "paper.tex"
        path.write_text(text)
        return verify("--tex", path)

    return read


def cell(text: str, before: str = "") -> str:
    return before + "\n" + GOOD.replace("$-4$", text, 1)


# Cells that are printed as something other than -4: found wrong, or refused.
NOT_FOUR = [
    r"$\num{-2(2)}$",
    r"\multirow{-2}{*}{$-4$}",
    "$-{8-4}$",
    "$-2{}2$",
    r"$-{\color{red}2}2$",
    r"$-8{\frac12}$",
    r"$-8\frac12$",
    r"\multirow{2}{*}{$-4$}$0$",
    r"$-2^\mathbf{12}$",
    "$-2^12$",
    r"$-2^{\textcolor{red}{10}}$",
    "$-0$~$4$",
    "$-0$ $4$",
    "$-0{,}004$",
    r"$-4$\textsuperscript{²}",
    r"\relax[7] $-4$",
    r"\vspace 7 $-4$",
    r"$-\kern24$",
    r"$-8/4(2)$",
    r"$-2\frac{4}{2}$",
    r"$-2\frac12^2$",
    r"$-1\, 0$",
    r"$-4\footnotemark2$",
    r"$-\epsilon_12$",
    r"$[-4]$",
    r"\mbox{-}$4$",
    r"$-4$\footnotemark[1]",
]
DEFINED = [  # definitions after which \q is not -4, or not known to be
    r"\newcommand{\q}{-4}\gdef\q{-5}",
    r"\newcommand{\q}{-4}\edef\q{-5}",
    r"\newcommand{\q}{-4}\RenewDocumentCommand{\q}{}{-5}",
    r"\newcommand{\q}{-5}{\renewcommand{\q}{-4}}",
    r"\newcommand{\q}{-5}\begingroup\renewcommand{\q}{-4}\endgroup",
    r"\newcommand{\q}{-5}\begin{figure}\renewcommand{\q}{-4}\end{figure}",
    r"\iftrue\newcommand{\q}{-5}\else\newcommand{\q}{-4}\fi",
    r"\newif\ifd\dtrue\ifd\newcommand{\q}{-5}\else\newcommand{\q}{-4}\fi",
    r"\ifx\a\b\newcommand{\q}{-5}\else\newcommand{\q}{-4}\fi",
    r"\newcommand{\q}[1][-]{#14}",
    r"\def\q.{-4}",
    r"\newif\ifd\newcommand{\q}{\ifd -5\else -4\fi}\dtrue",
    r"\newif\ifd\DeclareOption{x}{\dtrue}\ifd\newcommand{\q}{-4}\else\newcommand{\q}{-5}\fi",
    r"\newif\ifd{\dtrue}\ifd\newcommand{\q}{-4}\else\newcommand{\q}{-5}\fi",
    r"\ifCLASSOPTIONonecolumn\newcommand{\q}{-5}\else\newcommand{\q}{-4}\fi",
    r"\newcommand{\q}{-5}\newenvironment{short}{\small}{}\begin{short}\renewcommand{\q}{-4}\end{short}",
    r"\newcommand{\z}{-5}\edef\q{\z}\renewcommand{\z}{-4}",
    r"\newcommand{\q}{-5}\begingroup\renewcommand{\q}{-4}\lstinline|{|\endgroup",
    r"\newcommand{\z}{-4}\let\q=z",
    r"\NewDocumentCommand{\q}{o}{-4}",
    "",
]


@pytest.mark.parametrize("text", NOT_FOUR)
def test_a_cell_that_is_not_minus_four(read: Any, text: str) -> None:
    answer = read(cell(text))
    assert answer.code in (1, 2) and "Traceback" not in answer.err, text


@pytest.mark.parametrize("before", DEFINED)
def test_a_macro_that_is_not_minus_four(read: Any, before: str) -> None:
    assert read(cell(r"$\q[]$" if "[1][-]" in before else r"$\q$", before)).code in (1, 2)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("$-{4}$", ""),
        ("$-{}4$", ""),
        (r"$-\mathbf{4}$", ""),
        (r"$-2^{2}$", ""),
        (r"$-\frac{8}{2}$", ""),
        (r"$-{\small 4}$", ""),
        (r"$-3\tfrac{2}{2+0}$", ""),
        (r"$-\num{4.00}$", ""),
        (r"$\q[-]{4}$", r"\newcommand{\q}[2][+]{#1#2}"),
        (r"\textcolor{red}{$-4$}", ""),
        (r"$-4$\textsuperscript{*}", ""),
        (r"$-4$\tnote{a}", ""),
        (r"\multirow{2}{*}{$-4$}", ""),
        (r"$\q$", r"{\gdef\q{-4}}"),
    ],
)
def test_a_cell_that_is_minus_four(read: Any, text: str, before: str) -> None:
    answer = read(cell(text, before))
    assert answer.code == (1 if "3\\tfrac" in text else 0), answer.err + answer.out


@pytest.mark.parametrize(
    "caption",
    [
        r"$2c = \tfrac12$",
        r"$-c = \tfrac12$",
        r"$1/c = \tfrac12$",
        r"$c = 7$ and $c = \tfrac12$",
        r"$c = \tfrac12 = 3$",
        r"$c = 7, c = \tfrac12$",
        r"$c = 1,5$",
        r"$c = \tfrac12 \text{ or } 1$",
        r"$c = \mbox{--}\tfrac12$",
        r"$c + 1 = \tfrac12$",
    ],
)
def test_constants_are_one_symbol_and_one_value(read: Any, caption: str) -> None:
    assert read(GOOD.replace(r"$c = \tfrac12$", caption)).code == 2


COPY2 = (ROOT / "docs/tables/svm-reg-copy2.tex").read_text()
RETURN = r"(\epsilon_2 = \alpha^4, \epsilon_3 = \alpha^4)"


@pytest.mark.parametrize(
    "said",
    [
        r"Return $(\epsilon_2 = 5, \epsilon_2 = \alpha^4, \epsilon_3 = \alpha^4)$.",
        rf"Return $\epsilon_2 = 5$ and ${RETURN}$.",
        rf"Return twice $-17{RETURN}$.",
        rf"Return ${RETURN}$ and more.",
    ],
)
def test_return_lines_say_one_thing(read: Any, said: str) -> None:
    assert f"Return ${RETURN}$." in COPY2 and read(COPY2).code == 0
    assert read(COPY2.replace(f"Return ${RETURN}$.", said)).code == 2


def long_table(head: str = "", foot: str = "") -> str:
    start, rest = GOOD.split("\\begin{tabular}")
    columns, rest = rest.split("\n  \\toprule\n")
    header, body = rest.split("\\\\ \\midrule\n", 1)
    body = body.split("  \\bottomrule")[0]
    macros = start.split("\n")[0]
    caption = "\\caption{Data, with $c = \\tfrac12$.}\\label{tab:cpy}\\\\ \\toprule\n"
    heads = f"{header}\\\\ \\midrule\n\\endfirsthead\n{header}\\\\ {head}\\endhead\n{foot}\\endfoot\n"
    return f"{macros}\n\\begin{{longtable}}{columns}\n{caption}{heads}{body}\\end{{longtable}}\n"


def test_nothing_hides_in_a_head_or_foot(read: Any) -> None:
    row = r"$1$ & $1$ & $1$ & $($ & $1$ & $1$ & $1$ & $1$ \\" + "\n"
    words = r"\multicolumn{8}{c}{to be continued} \\" + "\n"
    assert read(long_table()).code == 0 and read(long_table(foot=words)).code == 0
    for head, foot in ((row, ""), ("", row), ("", words.replace("to be", "Return to be"))):
        answer = read(long_table(head, foot))
        assert answer.code == 2 and "head or foot" in answer.err


def renamed(environment: str, argument: str = "") -> str:
    """The spoiled table in another environment than table."""
    text = SPOILED_NOT.replace("{table}[htbp]", f"{{{environment}}}{argument}")
    return text.replace("{table}", f"{{{environment}}}")


HIDING = [  # the spoiled table of not, in places where it must be seen or refused
    "\\newcommand{\\nott}{" + SPOILED_NOT + "}\\nott",
    "\\def\\nott{" + SPOILED_NOT + "}\n\\nott",
    "% ogd-exact: ignore\n\\begin{figure}x\\end{figure}\n" + SPOILED_NOT,
    "% ogd-exact: ignore\n\\begin{tblr}{c}x\\end{tblr}\n" + SPOILED_NOT,
    "\\newcommand{\\todo}[2][]{}\\todo{fix}\n" + SPOILED_NOT,
    "\\iffalse $a\\iff b$\\fi\n" + SPOILED_NOT,
    "\\iffalse \\ifthenelse{a}{b}{c}\\fi\n" + SPOILED_NOT,
    "\\let\\ifdraft\\iffalse \\ifdraft x\\fi\n" + SPOILED_NOT,
    "\\iffalse \\end{document}\\fi\n" + SPOILED_NOT,
    "\\iffalse \\endinput\\fi\n" + SPOILED_NOT,
    "\\texttt{\\string\\end{document}}\n" + SPOILED_NOT,
    "\\begin{verbatim}\n" + SPOILED_NOT,
    "\\iffalse " + SPOILED_NOT,
    "\\newif\\ifd\\newcommand{\\nott}{\\ifd " + SPOILED_NOT + "\\fi}\\dtrue\\nott",
    "\\newif\\ifd\\DeclareOption{x}{\\dtrue}\\ifd\\else " + SPOILED_NOT + "\\fi",
    "\\newif\\ifd\\dtrue\\newcommand{\\hide}{\\dfalse}\\ifd " + SPOILED_NOT + "\\fi",
    "\\newif\\ifd \\input{more} \\dtrue",
    "\\newif\\iflong\\longtrue\\iflong\\ifCLASSONE a\\else " + SPOILED_NOT + "\\fi\\fi",
    "\\newif\\ifdraft\\unless\\ifdraft " + SPOILED_NOT + "\\fi",
    "\\ifx\\a\\b\\end{document}\\fi " + SPOILED_NOT,
    "\\let\\inp\\input \\inp{more}",
    "See \\url{x/c%20d}. \\input{more}",
    "\\begin{longtblr}[caption={Not},label={tab:not}]{cc} 1 & $(1)\\;\\to\\;(2)$\\end{longtblr}",
    "\\begin{tabular}{cc} step & eff\\\\ 1 & $(1,0)\\;\\to\\;(1,2)$\\end{tabular}",
    "\\newcommand{\\ef}[2]{(#1)\\to(#2)}\\begin{tblr}{cc} $x_1$ & eff\\\\ 1&$\\ef{1}{2}$\\end{tblr}",
    "\\NewDocumentEnvironment{gt}{}{\\begin{tabular}{cc}}{\\end{tabular}}\\begin{gt}1 & $(1)\\to(2)$\\end{gt}",
    "\\import{./}{more}",
    "\\subimport{./}{more}",
    "\\subfileinclude{more}",
    "\\InputIfFileExists{more}{}{}",
    "\\input{more}\n% ogd-exact: skip\n",
    "\\ifx\\a\\b" + SPOILED_NOT + "\\else\\fi",
    "\\newenvironment{g}{\\begin{table}}{\\end{table}}" + renamed("g"),
    SPOILED_NOT.replace("begin{tabular}", "begin{tblr}").replace("end{tabular}", "end{tblr}"),
    SPOILED_NOT.replace("begin{tabular}", "begin{mine}").replace("end{tabular}", "end{mine}"),
    "\\begin{table}\\label{tab:not}\\includegraphics{not}\\end{table}",
    "\\begin{table}\\begin{tabular}{c}" + renamed("minipage", "{5cm}") + "\\\\\\end{tabular}\\end{table}",
]


def test_what_hides_there_is_verified_in_the_open(read: Any) -> None:
    assert read(GOOD).code == 0 and read(GOOD + NOT).code == 0


@pytest.mark.parametrize("index", range(len(HIDING)))
def test_no_table_hides(read: Any, index: int) -> None:
    answer = read(GOOD + HIDING[index], more=SPOILED_NOT)
    assert answer.code in (1, 2) and len(answer.err.splitlines()) <= 1, answer.out


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{figure}\\caption*{x}\\end{figure}\n",
        "\\begin{tabular}{D{.}{.}{-1}} 1 \\end{tabular}\n",
        "\\let\\inp\\input\n",
        "\\newcommand{\\linebreakand}{\\end{@IEEEauthorhalign}\\begin{@IEEEauthorhalign}}\\author{A\\linebreakand B}\n",
        "\\loop\\ifnum\\x<3 a\\repeat \\newcommand{\\fine}{4}\n",
        "\\begin{tabular}{cccc} $x_1$ & $x_2$ & $y$ & $x_1\\oplus x_2$ \\\\ 0 & 0 & 0 & 0 \\end{tabular}\n",
        "\\begin{abstract}See \\url{a/c%20d}.\\end{abstract}\n",
        "\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}\\be x \\ee\n",
        "% ogd-exactly\n",
        "\\begin{tabular}{ll} a\\textsuperscript{2} & $10 000$ \\\\ \\end{tabular}\n",
        "\\ifpdf x\\else y\\fi\n",
    ],
)
def test_what_is_no_gadget_table_disturbs_nothing(read: Any, text: str) -> None:
    answer = read(text + GOOD)
    assert answer.code == 0, answer.err


HOSTILE = [
    GOOD.replace("{3}{c}{}", "{" + "9" * 5000 + "}{c}{}", 1),
    GOOD.replace("{@{}ccc", "{@{}*{" + "9" * 5000 + "}{c}", 1),
    GOOD.replace("$c = \\tfrac12$", "$" + "(=" * 30_000 + "$"),
    cell("\\begin{" * 15_000),
    "\\begin{x}" * 10_000 + "\\end{y}" * 10_000 + "\\end{x}" * 10_000,
    "%\n" * 200_000,
    "\\verb" + "".join(map(chr, range(0x4E00, 0x8000))),
    cell("$" + "\\mathbf{" * 3000 + "4" + "}" * 3000 + "$"),
    GOOD.replace("{@{}ccc", "{@{}" + "*{1}{" * 3000 + "c" + "}" * 3000, 1),
    cell("{" * 3000 + "not(i_1)" + "}" * 3000),
    "\\newcommand{\\a}[1]{" + "#1" * 30_000 + "}\\newcommand{\\b}{\\a{" + "4" * 30_000 + "}}" + cell("$\\b$"),
    "\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}" + "\\be x \\ee" * 6000,
    "\\begin{tabular}{c}" * 1000 + "\\end{tabular}" * 1000,
    "\\ifx " * 20_000,
    "".join(f"\\def\\q{chr(97 + k % 26) * (k // 26 + 1)}{{}}" for k in range(2000))
    + "\\begin{tabular}{c}a\\end{tabular}" * 2000,
]


@pytest.mark.parametrize("index", sampled(range(len(HOSTILE)), 6))
def test_hostile_sizes_end_soon_in_one_line(read: Any, index: int) -> None:
    answer = read(HOSTILE[index])
    assert answer.code == 2 and "verified" not in answer.out and len(answer.err.splitlines()) == 1
    assert "Error)" not in answer.err  # neither RecursionError nor MemoryError

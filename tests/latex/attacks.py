r"""Cells of a gadget table and what stands before it, with what is really printed, and what must happen.

The cell takes the place of one whose right value is -4. `code` is the exit code of reading the source alone: 0 it is
read as -4, 1 as another number, 2 refused, None where nothing is claimed. `printed` is what the page shows
(test_attacks.py asks pdflatex); None where pdflatex alone cannot say, because a package is missing or LaTeX itself
refuses it. What the source shows as -4 and the page as something else, --typeset finds.
"""

from typing import NamedTuple

from latex.families import WRONG
from latex.test_refused import GOOD


class Attack(NamedTuple):
    cell: str
    printed: str | None
    code: int | None
    before: str = ""
    reason: str = ""  # words of the message


def invisible(*colours: str) -> list[Attack]:
    """Minus signs that nobody sees, or that one cannot be sure to see."""
    return [Attack(rf"$\textcolor{colour}{{-}}4$", "4", 0) for colour in colours]


UNSEEN = [
    *invisible("{white}", "[gray]{1}", "[rgb]{1,1,1}", "[HTML]{FFFFFF}", "{red!1}", "{white!99!black}", "{-black}"),
    Attack(r"$\textcolor{mine}{-}4$", "4", 0, r"\definecolor{mine}{rgb}{1,1,1}"),
    Attack(r"$\textcolor{mine}{-}4$", "4", 0, r"\colorlet{mine}{white}"),
    Attack(r"$\textcolor{red}{-}4$", "4", 0, r"\definecolor{red}{gray}{1}"),
    Attack(r"$\textcolor{red}{-}4$", "4", 0, r"\definecolorset{rgb}{}{}{red,1,1,1}"),
    Attack(r"$\textcolor{red}{-}4$", "4", 0, r"\AtBeginDocument{\colorlet{red}{white}}"),
    Attack(r"${\color{white}-}4$", "4", 0),
    Attack(r"{\color[gray]{1}$-$}$4$", "4", 0),
    Attack(r"\colorbox{black}{$-4$}", "#-4", 0),
    Attack(r"\cellcolor{black}$-4$", "#-4", 0),
    Attack(r"\rowcolor{black}$-4$", "#-4", 0),
    Attack(r"\multicolumn{1}{>{\color{white}}c}{$-4$}", "", 0),
    Attack(r"$\phantom{-}4$", "4", 1),
    Attack(r"$\hphantom{-}4$", "4", 1),
    Attack(r"$\vphantom{-}4$", "4", 1),
    Attack(r"$\phantom{-4}$", "", 2, reason="needs a number"),
    Attack(r"\scalebox{0.001}{$-$}$4$", "4", 2),
    Attack(r"\resizebox{.01pt}{!}{$-$}$4$", "4", 2),
    Attack(r"$\mathchoice{-}{}{}{}4$", "4", 2),
    Attack(r"\sbox0{$-$}$4$", "4", 2),
    Attack(r"\setbox0=\hbox{$-$}$4$", "4", 2),
    Attack(r"\tiny\fontsize{.01pt}{1pt}\selectfont-\normalsize4", "-?4", 2),
]
MOVED = [
    Attack(r"$4\llap{$-$}$", "-?4", 2),
    Attack(r"$\rlap{$-$}4$", "4?-", 2),
    Attack(r"$4\hspace{-2em}-$", "-4", 2),
    Attack(r"$4$\hspace*{-2em}$-$", "-4", 2),
    Attack(r"$-\hspace{.4em}4$", "-4", 0),
    Attack(r"$-\kern-1em4$", "4?-", 2),
    Attack(r"$-\mkern-18mu4$", "4?-", 2),
    Attack(r"$-\mskip-18mu4$", "4?-", 2),
    Attack(r"$-\!\!\!\!4$", "-?4", 0),
    Attack(r"$-\!{}\!\small\!\,\!\!4$", "-?4", 0),
    Attack(r"$-\negthinspace\negthinspace\negthinspace4$", "-?4", 2),
    Attack(r"$-\makebox[0pt]{7}4$", "-?7?4", 2),
    Attack(r"$-\raisebox{9em}{7}4$", "-74", 2),
    Attack(r"$\smash{-}4$", "-4", 2),
    Attack(r"\rule{8pt}{.4pt}$4$", "_4", 1),
    Attack(r"$-\rule{5pt}{.4pt}4$", "-_4", 0),
    Attack(r"\rule{0pt}{2.6ex}$-4$", "-4", 0),
    Attack(r"$-4$\hspace{2pt}", "-4", 0),
    Attack(r"$-4\footnotemark[2]$", "-42", 2, reason="power"),
    Attack(r"$-4$\footnotemark", "-41", 2, reason="power"),
    Attack(r"$-4$\textsuperscript{*}", "-4*", 0),
]
ODD_CHARACTERS = [
    Attack(r"$-\char52$", "-4", 2),
    Attack(r"\symbol{45}4", "-4", 2),
    Attack(r"^^2d4", "-4", 2),
    Attack(r"$-^^34$", "-4", 2),
    Attack(r"\verb|-|$4$", "-?4", 2),
    Attack(r"\verb|-|$-4$", "-?-4", 2),
    Attack(r"$-4$\verb|2|", "-42", 2),
    Attack(r"$-4$\texttt{2}", "-42", 2),
    Attack("$\N{MINUS SIGN}4$", None, 2, reason="ASCII"),
    Attack("$-\N{FULLWIDTH DIGIT FOUR}$", None, 2),
    Attack("$\N{EN DASH}4$", None, 2),
    Attack(r"~4", "-4", 1, r"\def~{-}"),
    Attack(r"$\mathrm{cdot}-4$", "cdot-4", 2),
    Attack(r"$-8\mathrm{frac}{1}{2}$", "-8frac12", 2),
    Attack(r"$-\lowercase{4}$", "-4", 2),
    Attack(r"\iffalse -\fi $4$", "4", 1),
    Attack(r"{\iffalse -\fi $4$}", "4", 2),
    Attack(r"\ifnum1=2 -\fi $4$", "4", 2),
    Attack(r"\iffalse 7\else $-4$\fi", "-4", 0),
    Attack("% -\n$-4$ % 7\n", "-4", 0),
    Attack("$-4% 7\n$", "-4", 0),
    Attack(r"$-\ensuremath{4}$", "-4", 0),
    Attack(r"$\def\q{7}-4\q$", "-47", 2),
    Attack(r"$\let\mathbf\phantom\mathbf{-}4$", "4", 2),
    Attack(r"$-4$", "+4", 0, r"\DeclareMathSymbol{-}{\mathbin}{operators}{`+}"),
    Attack(r"$-4$", "+4", 0, r"\mathcode`-=\mathcode`+"),
    Attack(r"$-4$", "+4", 0, "\\AtBeginDocument{\\catcode`-=13 }\n\\catcode`-=13 \\def-{\\char`+}\\catcode`-=12 "),
    Attack(r"$-4$", "+4", 0, "\\begingroup\\catcode`-=13 \\gdef-{\\mathchar`+}\\endgroup\\mathcode`-=32768"),
    Attack(r"$-4$", "77-4", 0, r"\everymath{7}"),
    Attack(r"$-4$", "", 0, r"\AtBeginEnvironment{tabular}{\color{white}}"),
    Attack(r"$-4$", "", 0, r"\AddToHook{env/tabular/begin}{\color{white}}"),
    Attack(r"$-4$", "", 0, r"\pretocmd{\tabular}{\color{white}}{}{}"),
]
Q = r"\newcommand{\q}{-4}"
AT = r"\makeatletter"
REDEFINED = [
    Attack(r"$\q$", printed, None, before)
    for printed, before in [
        ("-47", rf"{AT}{Q}\g@addto@macro\q{{7}}"),
        ("-47", rf"{AT}{Q}\g@addto@macro{{\q}}{{7}}"),
        ("-47", rf"{AT}{Q}\expandafter\g@addto@macro\csname q\endcsname{{7}}"),
        (None, rf"{Q}\addto\q{{7}}"),  # of babel
        (None, rf"{Q}\addto{{\q}}{{7}}"),
        ("-47", rf"{Q}\appto\q{{7}}"),
        ("-47", rf"{Q}\csappto{{q}}{{7}}"),
        ("-47", rf"{Q}\gappto\q{{7}}"),
        ("-47", rf"{Q}\apptocmd\q{{7}}{{}}{{}}"),
        ("7-4", rf"{Q}\pretocmd{{\q}}{{7}}{{}}{{}}"),
        ("-7", rf"{Q}\patchcmd\q{{4}}{{7}}{{}}{{}}"),
        ("-7", rf"{Q}\csdef{{q}}{{-7}}"),
        ("-7", rf"{Q}\newcommand{{\p}}{{-7}}\csletcs{{q}}{{p}}"),
        ("-7", rf"{Q}\newcommand{{\p}}{{-7}}\letcs\q{{p}}"),
        ("-7", rf"{Q}\expandafter\def\csname q\endcsname{{-7}}"),
        ("-7", rf"{Q}\newcommand{{\of}}[1]{{\expandafter\def\csname #1\endcsname{{-7}}}}\of{{q}}"),
        ("-7", rf"{AT}{Q}\newcommand{{\of}}[1]{{\@namedef{{#1}}{{-7}}}}\of{{q}}"),
        ("-7", rf"{Q}\newcommand{{\of}}[1]{{\renewcommand{{#1}}{{-7}}}}\of\q"),
        ("-7", rf"{Q}\newcommand{{\nc}}{{\renewcommand}}\nc\q{{-7}}"),
        ("-7", rf"{Q}\let\nc\renewcommand\nc\q{{-7}}"),
        ("-7", rf"{Q}\let\nc=\def \nc\q{{-7}}"),
        ("-7", rf"{Q}\csname def\endcsname\q{{-7}}"),
        ("-7", rf"{Q}\csname renew\string c\string ommand\endcsname{{\q}}{{-7}}"),
        ("-7", rf"{Q}\DeclareRobustCommand{{\q}}{{-7}}"),
        ("-7", rf"{Q}\DeclareDocumentCommand{{\q}}{{}}{{-7}}"),
        ("-7", rf"{Q}\AtBeginDocument{{\renewcommand*{{\q}}{{-7}}}}"),
        ("-7", rf"{Q}\AddToHook{{begindocument}}{{\renewcommand*{{\q}}{{-7}}}}"),
        ("-7", rf"{Q}\AtEndPreamble{{\edef\q{{-7}}}}"),
        ("-7", rf"{Q}\newif\ifd\dtrue\ifd\renewcommand{{\q}}{{-7}}\fi"),
        ("-7", rf"{Q}\newcommand{{\p}}{{-7}}\let\q=\p"),
        ("7", rf"{Q}\mathchardef\q=`7\relax"),
        ("7", rf"{Q}\chardef\q=`7\relax"),
        (None, rf"{Q}\DeclareMathSymbol{{\q}}{{\mathord}}{{operators}}{{`7}}"),  # LaTeX asks that it be new
        ("7", rf"{Q}\afterassignment\relax\let\q=7"),
        ("-7", rf"{Q}\begingroup\lccode`x=`q\lowercase{{\endgroup\expandafter\def\csname x\endcsname}}{{-7}}"),
        ("-7", rf"{Q}^^5cdef^^5cq{{-7}}"),
        ("-7", rf"{Q}\ExplSyntaxOn\cs_set:Npn\q{{-7}}\ExplSyntaxOff"),
        ("-7", rf"{Q}\ExplSyntaxOn\cs_set:cpn{{q}}{{-7}}\ExplSyntaxOff"),
        ("-7", rf"{Q}\scantokens{{\def\q{{-7}}}}"),
        ("-7", rf"{Q}\edef\p{{\string\def\string\q{{-7}}}}\expandafter\scantokens\expandafter{{\p}}"),
        ("-7", rf"{Q}\catcode`!=0\relax !def!q{{-7}}\catcode33=12 "),
        ("7", rf"{Q}\def\p{{\afterassignment\r\let\q= }}\def\r{{}}\p7"),
        ("-7", rf"{Q}\newenvironment{{e}}{{\gdef\q{{-7}}}}{{}}\AtBeginDocument{{\begin{{e}}\end{{e}}}}"),
        ("-7", rf"{Q}\newcommand{{\url}}[1]{{#1}}\url{{\gdef\q{{-7}}}}"),
        ("-7", f"\\newenvironment{{comment}}{{}}{{}}{Q}\n\\begin{{comment}}\\gdef\\q{{-7}}\\end{{comment}}"),
    ]
]  # fmt: skip
BUILT_IN = [  # commands of LaTeX itself that mean something else now
    Attack(r"$-\frac{8}{2}$", "-2?8?_", 0, r"\expandafter\def\csname frac\endcsname#1#2{{#2\over#1}}"),
    Attack(r"$-\frac{8}{2}$", "-2?8?_", 0, r"\makeatletter\@namedef{frac}#1#2{{#2\over#1}}"),
    Attack(r"$-2\cdot2$", "-2+2", 0, r"\newcommand{\of}[1]{\let#1=+}\of\cdot"),
    Attack(r"$-4\,$", "-47", 0, r"\expandafter\def\csname ,\endcsname{7}"),
    Attack(r"$-\mathbf{4}$", "-", 0, r"\expandafter\let\csname mathbf\endcsname\phantom"),
    Attack(r"$-\mathbf{4}$", "-", 0, r"\newcommand{\of}[2]{\expandafter\let\csname math#1\endcsname#2}\of{bf}\phantom"),
    Attack(r"$-\mathbf{4}$", "-4", 0, r"\newcommand{\of}[1]{\expandafter\def\csname font#1\endcsname{}}\of{bx}"),
]
ATTACKS = [*UNSEEN, *MOVED, *ODD_CHARACTERS, *REDEFINED, *BUILT_IN]


def table(old: str, new: str, before: str = "") -> str:
    """The good table with a change, and something before it."""
    assert old in GOOD
    return f"{before}\n{GOOD.replace(old, new, 2)}"


HEAD, RULE, CALL = "{@{}ccc", r"\\ \midrule", r"\multicolumn{3}{c}{\fnot{i_1}}"
SOLE = r"\begin{tabular}"
CONSTANT = r"$c = \tfrac12$"
BARE = GOOD.replace("{table}", "{center}").replace("\\caption", "%").replace("$4c$", "$2$")  # no float
REFUSED = [  # whole tables, and words of the message
    (table("$-4$", r"$\q44 $", r"\def\q#1 {-}"), r"\q"),  # takes all up to the space
    (table("$-4$", "$4$", r"\ifx\a\b\newcolumntype{c}{>{$-$}l}\fi"), "c is defined in a way"),
    (table(CONSTANT, rf"\phantom{{{CONSTANT}}}"), "'c' (c) is not a symbol"),
    (table(HEAD, "{@{}D{.}{-}{2}cc"), "another point"),
    (table(HEAD, "{@{}S[round-precision=0]cc"), "may change numbers"),
    (table(HEAD, "{@{}S[table-format=1.2]cc", r"\sisetup{round-mode=places}"), "siunitx may change the numbers"),
    (table("$-4$", r"$\num{-4}$", r"\sisetup{round-mode=places}"), "siunitx may change the numbers"),
]  # fmt: skip
SEEN = [  # what the page prints as it is read
    table("$-4$", "$-4$", r"{\color{white} text}"),
    r"\textcolor{blue}{" + BARE + "}",
    table("$-4$", "$-4$", r"\color{blue}"),
    table("$-4$", r"\multirow{2}{*}[-2pt]{$-4$}"),
    table(RULE, r"\\[-2pt] \midrule"),
    table(RULE, r"\\ \noalign{\vskip 2pt}"),
    table(SOLE, rf"\renewcommand{{\arraystretch}}{{1.3}}{SOLE}"),
    table(HEAD, "{@{}D{.}{.}{2}cc"),
    table(HEAD, "{@{}S[table-format=1.2]cc"),
    table(HEAD, "{@{}S[table-format=1.2]cc", r"\sisetup{detect-all}"),
    table("$-4$", r"$-\q4$", r"\newcommand{\q}{}{\renewcommand{\q}{7}}"),  # undone after the group
    table("$-4$", r"$-2\cdot2$", r"\providecommand{\cdot}{+}"),  # does nothing
    table("$-4$", r"$-5\cdot1$", r"\iffalse\csname fi\endcsname\fi\renewcommand{\cdot}{+}"),
    table("$-4$", r"$-2\q2$", r"\let\q\cdot\renewcommand{\cdot}{+}"),  # \q is what \cdot was
    table("$-4$", r"$\q$", r"\newcommand{\q}{-5}\renewcommand{\q}{-4}"),
    table("$-4$", r"$-\q4$", r"\let\old\mathbf\renewcommand{\mathbf}[1]{\old{#1}}\newcommand{\q}{\mathbf{}}"),
    # what is no gadget's table may hold all of this
    r"\begin{figure}\newcommand{\z}{1}\renewcommand{\z}{2}\caption{$\z$}\end{figure}" + GOOD,
    r"\begin{tabular}{c}\textcolor{white}{-}\hspace{-9em}\verb|x|\end{tabular}" + GOOD,
    r"\newcommand{\comment}[1]{\textcolor{red}{#1}}\comment{not here}" + GOOD,
    r"\definecolor{ours}{rgb}{1,1,1}\newcommand{\z}{\setminus\to}" + GOOD,
]
HIDDEN = [  # what the source shows, and the page does not, or otherwise
    *(
        table("$-4$", r"$-5\cdot1$", before)
        for before in (
            r"\let\draft\iffalse \draft\renewcommand{\cdot}{+}\fi",
            r"\newif\ifd\let\on\dtrue\on\ifd\else\renewcommand{\cdot}{+}\fi",
            r"\newif\ifd\csname dtrue\endcsname\ifd\else\renewcommand{\cdot}{+}\fi",
            r"\let\no\unless\no\iftrue\renewcommand{\cdot}{+}\fi",
            r"\newcommand{\no}{\unless}\no\iftrue\renewcommand{\cdot}{+}\fi",
            r"\def\renewcommand#1#2{}\renewcommand{\cdot}{+}",
        )
    ),
    table("$-4$", "$-4$", r"\newif\ifd\csname dtrue\endcsname\ifd\renewcommand{\to}{\leftarrow}\fi"),
    table("$-4$", r"$\q$", r"\newcommand{\q}{-4}\let\q@\relax"),  # @ is no letter
    table(SOLE, r"\begin{g}" + SOLE, r"\newenvironment{g}{}{}\renewenvironment{g}{\color{white}}{}").replace(
        r"\end{tabular}", r"\end{tabular}\end{g}"),
    *(
        table("$-4$", "$-4$", before)
        for before in (
            r"\rowcolors{1}{black}{black}", r"\rowcolors{1}{gray!10}{white}", r"\pagecolor{black}",
            r"\newcolumntype{c}{>{\color{white}}l}",
        )
    ),
    r"\color{white}" + BARE,
    r"\newcommand{\pale}{\color{white}}\pale" + BARE,
    r"\phantom{" + BARE + "}",
    r"\textcolor{white}{" + BARE + "}",
    table("$-4$", r"\multirow{2}{*}[-5em]{$-4$}"),
    *(
        table(RULE, after)
        for after in (
            r"\\[-3em] \midrule", r"\\ \vspace{-2em}", r"\\ \addlinespace[-2em]", r"\\ \specialrule{20pt}{-20pt}{0pt}",
            r"\\ \noalign{\vskip-20pt}",
        )
    ),
    table(CONSTANT, rf"\textcolor{{white}}{{{CONSTANT}}}"),
    table(HEAD, r"{@{}>{\color{white}}ccc").replace(CALL, r"\fnot{i_1} & &"),
    table(r"r@{}r@{, }", r"r@{\hspace{-2em}}r@{, }"),
    GOOD + r"\newcommand{\only}[1]{}\newcommand{\on}{\renewcommand{\only}[1]{##1}}\on\only{" + WRONG + "}",
]  # fmt: skip

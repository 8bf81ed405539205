"""Small papers whose source says one thing and whose page another, family by family; and honest ones."""

from typing import NamedTuple

HEAD = r"$x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ \\ \midrule" + "\n"


class Deception(NamedTuple):
    name: str
    said: str  # what --typeset finds
    row: str = r"$1$ & $1$ & $(0) \to (1)$ \\"
    preamble: str = ""
    before: str = ""  # the table
    after: str = ""
    package: str = ""  # of its own, beside the paper
    columns: str = "ccc"
    head: str = HEAD
    source: int = 0  # the exit code of reading the source alone

    @property
    def document(self) -> str:
        table = f"% ogd-exact: model=svm gadget=mine\n\\begin{{tabular}}{{{self.columns}}}\n{self.head}{self.row}\n"
        packages = "\\usepackage{amsmath,booktabs,array}\n"
        body = f"{self.before}\n{table}\\end{{tabular}}\n\n{self.after}"
        return (
            f"\\documentclass{{article}}\n{packages}{self.preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        )


SWITCHED = r"$1$ & $1$ & \ifd$(0) \to (1)$\else $(0) \to (5)$\fi \\"
SWITCHED_OFF = r"$1$ & $1$ & \ifd$(0) \to (5)$\else $(0) \to (1)$\fi \\"
FIVE, MINUS, PLUS = "page prints 5", "the source reads 1, the page prints -1", "page prints 1 + 1"
WRONG = (
    "% ogd-exact: model=svm gadget=wrong\n\\begin{tabular}{ccc}\n"
    + HEAD
    + "$1$ & $1$ & $(0) \\to (7)$ \\\\\n\\end{tabular}"
)
TABLE = r"\usepackage[table]{xcolor}"
NOT_READ = "prints a gadget table that was not read"
DECEPTIONS = [
    Deception("a switch set in an environment", FIVE, SWITCHED, r"\newif\ifd", r"\begin{center}\dtrue Hi\end{center}"),
    Deception("a switch set in a group", FIVE, SWITCHED, r"\newif\ifd", r"\begingroup\dtrue\endgroup"),
    Deception("a switch set in a package", FIVE, SWITCHED_OFF, r"\newif\ifd \usepackage{own}", package=r"\dtrue"),
    Deception("a switch set by another name", FIVE, SWITCHED_OFF, r"\newif\ifd \let\ifd\iftrue", source=1),
    Deception("a switch in a definition", FIVE, SWITCHED, r"\newif\ifd \newcommand\makedraft\dtrue"),
    Deception("provided, but there already", MINUS, r"$1$ & $1$ & $(0) \to ($\textendash$1)$ \\",
              r"\providecommand{\textendash}{}"),
    Deception("defined in an argument that is thrown away", "is not understood", r"$1$ & $1$ & $(0) \to (\pm 1)$ \\",
              r"\def\drop#1.{}\drop\newcommand{\pm}{}."),
    Deception("a package behind a space", PLUS, r"$1$ & $1$ & $(0) \to (1 \cdot 1)$ \\", r"\usepackage[x] {own}",
              package=r"\DeclareOption*{}\ProcessOptions\renewcommand{\cdot}{+}"),
    Deception("a package by input@path", PLUS, r"$1$ & $1$ & $(0) \to (1 \cdot 1)$ \\",
              r"\makeatletter\def\input@path{{sub/}}\makeatother\usepackage{own}", package=r"\renewcommand{\cdot}{+}"),
    Deception("a package of expl3", PLUS, r"$1$ & $1$ & $(0) \to (1 \cdot 1)$ \\",
              r"\RequirePackageWithOptions{own}", package=r"\renewcommand{\cdot}{+}"),
    Deception("the end of the document in an argument", NOT_READ, after=r"\ifthenelse{1=2}{\end{document}}{} " + WRONG,
              preamble=r"\usepackage{ifthen}"),
    Deception("bold type", MINUS, r"$1$ & $1$ & $(0) \to ($\textbf{1}$)$ \\", r"\renewcommand{\bfseries}{$-$}"),
    Deception("fractions", "the page prints", r"$1$ & $1$ & $(0) \to (\tfrac{1}{1})$ \\",
              r"\renewcommand{\genfrac}[6]{-1}"),
    Deception("the strut of rows", "is not understood|the page prints",
              preamble=r"\makeatletter\AtBeginDocument{\let\old\@arstrut\def\@arstrut{\old$-$}}\makeatother"),
    Deception("an active space", MINUS, r"$1$ & $1$ & $(0) \to (~1)$ \\", r"\DeclareDocumentCommand{~}{}{-}"),
    Deception("a space that is none", MINUS, "$1$ & $1$ & $(0) \\to (\u00a01)$ \\\\",
              r"\DeclareUnicodeCharacter{00A0}{\ensuremath{-}}"),
    Deception("a column type of a package", MINUS, r"$1$ & $1$ & $(0)$ & $($ & $1$ & $)$ \\",
              r"\makeatletter\def\input@path{{sub/}}\makeatother\usepackage{own}",
              package=r"\newcolumntype{r}{>{$-$}c}", columns="ccccrc",
              head=r"$x_{i_1}$ & $y$ & \multicolumn{4}{l}{Effect on $(w_{i_1})$} \\ \midrule" + "\n"),
    Deception("the colour of the ground", "has the colour of its background",
              r"\rowcolor{lightgray} $1$ & $\textcolor{gray!50}{-}1$ & $(0) \to (-1)$ \\", TABLE),
    Deception("white", "has the colour of its background", r"$1$ & $\textcolor{mine}{-}1$ & $(0) \to (-1)$ \\",
              TABLE + r"\definecolor{mine}{rgb}{1,1,1}"),
    Deception("a rule as a minus", "a line is drawn within a row", r"$1$ & $1$ & $(0) \to (\hphantom{-}1)$ \\"
              r" \addlinespace[-4.9pt]\addlinespace[-3.0pt]\cmidrule[.4pt](l{46.5pt}r{21pt}){3-3}\addlinespace[4pt]"
              "\n" r"$0$ & $1$ & $(1) \to (1)$ \\"),
    Deception("a rule over a row", "is struck or covered by a rule",
              r"$1$ & $1$ & $(0) \to (1)$ \\ $3$ & $-1$ & $(1) \to (-2)$ \\ \arrayrulecolor{white}"
              r"\addlinespace[-4.9pt]\addlinespace[-4.9pt]\specialrule{2.9pt}{0pt}{0pt}\specialrule{2.9pt}{0pt}{0pt}"
              r"\arrayrulecolor{black} $1$ & $1$ & $(-2) \to (-1)$ \\", TABLE),
    Deception("rows that change places", "rows are printed over each other",
              r"$1$ & $1$ & $(0) \to (1)$ \\ \noalign{\vskip-26pt} $0$ & $1$ & $(1) \to (1)$ \\"),
    Deception("a point that is none", "the page prints 10", r"$1$ & $1$ & $(0) \to (1\big{.}0)$ \\"),
    Deception("row colours over what stands between columns", "covered by a rule", r"$1$ & $1$ & $($ & $0$ & $1$ \\",
              TABLE + r"\rowcolors{1}{gray!10}{gray!10}", columns=r"ccr@{}r@{$) \to ($}r@{$)$}",
              head=r"$x_{i_1}$ & $y$ & \multicolumn{3}{c}{Effect on $(w_{i_1})$} \\" + "\n"),
    Deception("a table of commands that nobody knows", NOT_READ, after=r"\begin{tabular}{ccc} \seven \end{tabular}",
              before=r"\expandafter\def\csname seven\endcsname{$x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ \\"
              r" $1$ & $1$ & $(0) \to (7)$}"),
    Deception("a row in one piece", "is not understood", r"$1$ & $1$ & $(0) \to (1)$ \\ \bottomrule",
              before=r"\expandafter\def\csname bottomrule\endcsname{\multicolumn{3}{c}{$1 \ 1 \ (1) \to (7)$} \\}"),
    Deception("a row that is none", "text is printed between the rows", r"$1$ & $1$ & $(0) \to (1)$ \\ \bottomrule",
              before=r"\expandafter\def\csname bottomrule\endcsname{\noalign{\hbox{$1$ $1$ $(1) \to (7)$}}}"),
    Deception("a minus beside the table", "- of elsewhere is printed",
              before=r"\noindent\rlap{\raisebox{-21pt}{\kern-2pt$-$}}\par\vskip-14pt\noindent",
              preamble=r"\usepackage{graphicx}"),
    Deception("a minus in another column", "printed far from|over each other", r"$-1$ & $1$ & $(0) \to (-1)$ \\",
              before=r"\begingroup\lccode`\~=`\-\lowercase{\endgroup\def~}{\kern-14pt\mathchar8704\kern14pt}"
              r"\mathcode`\-=32768 "),
    Deception("glyphs in another order", "in another order", r"$12$ & $1$ & $(0) \to (12)$ \\",
              before=r"\begingroup\lccode`\~=`\2\lowercase{\endgroup\def~}{\kern-9.9pt\mathchar28722\kern5pt}"
              r"\mathcode`\2=32768 "),
    Deception("a picture over a cell", "something is drawn over the table",
              after=r"\setbox0\hbox{\rule{20pt}{9pt}}\pdfxform0 \vskip-14pt\kern0pt\noindent\kern60pt"
              r"\pdfrefxform\pdflastxform"),
    Deception("letters that PDF does not paint", "has the colour of its background", before=r"\pdfliteral{3 Tr}",
              after=r"\pdfliteral{0 Tr}"),
    Deception("an option that is printed", "is not understood", r"$1$ & $1$ & \cellcolor{red!10}[not]$(0) \to (1)$ \\",
              TABLE),
    Deception("a minus that is turned to the table", "- of elsewhere is printed", preamble=r"\usepackage{graphicx}",
              before=r"\noindent\rlap{\raisebox{-21.5pt}{\kern-100pt\rotatebox[origin=c]{180}{\rlap{\kern-171.3pt$-$}}}}"
              r"\par\vskip-14pt\noindent"),
    Deception("leaders that reach the table", "- of elsewhere is printed", preamble=r"\usepackage{graphicx}",
              before=r"\noindent\rlap{\raisebox{-21.5pt}{\kern-100pt\leaders\hbox to 97pt{$-$\hfil}\hskip200pt}}"
              r"\par\vskip-14pt\noindent"),
    Deception("a rule as a minus left of the table", "a line is drawn within a row", columns="@{}lcc",
              preamble=r"\usepackage{graphicx}",
              before=r"\noindent\rlap{\kern-6pt\smash{\raisebox{-9.8pt}{\vbox to .5pt{\leaders\hrule width5pt\vfill}}}}"
              r"\par\vskip-14pt\noindent"),
    Deception("a power in a box of its own", "is not understood", r"$32$ & $1$ & $(0) \to (3\mathbf{2})$ \\",
              r"\expandafter\def\csname mathbf\endcsname#1{\raise4pt\vbox{\hbox{$\scriptstyle #1$}}}"),
    Deception("a fraction upside down", "is not understood", r"$2$ & $1$ & $(0) \to (\frac{2}{1})$ \\",
              r"\expandafter\def\csname frac\endcsname#1#2{\vcenter{\kern16pt\hbox{$\scriptstyle#1$}\kern-12pt"
              r"\hrule width4pt\kern-9pt\hbox{$\scriptstyle#2$}\kern8pt}}"),
    Deception("a line between columns as a one", "is not understood", r"$1$ & $1$ & $(0) \to (1\,)$ \\",
              r"\expandafter\def\csname ,\endcsname{\kern1pt\vrule width.9pt height6.5pt depth1.7pt\kern1pt}"),
    Deception("digits from right to left", "something is drawn in the table",
              r"$12$ & $1$ & $(0) \to ($\textbf{12}$)$ \\",
              r"\TeXXeTstate=1 \expandafter\def\csname textbf\endcsname#1{{\beginR#1\endR}}"),
    Deception("rows that PDF does not paint", "something is drawn in the table",
              r"$1$ & $1$ & $(0) \to (1)$ \\ \addlinespace[1pt] $5$ & $-1$ & $(1) \to (-4)$ \\ \addlinespace[2pt]"
              r" $5$ & $1$ & $(-4) \to (1)$ \\",
              r"\pdfpageresources{/ExtGState << /T1 << /ca 0 >> /T2 << /ca 1 >> >>}"
              r"\expandafter\def\csname addlinespace\endcsname[#1pt]{\noalign{\pdfliteral{/T#1 gs}}}"),
    Deception("colours of another driver", "is drawn|is not understood", r"$1$ & $\mathbf{-}1$ & $(0) \to (-1)$ \\",
              TABLE + r"\expandafter\def\csname mathbf\endcsname#1{{\color{white}\special{color push gray 0}#1"
              r"\special{color pop}}}"),
    Deception("colours of another stack", "is drawn|is not understood", r"$1$ & $\mathbf{-}1$ & $(0) \to (-1)$ \\",
              r"\chardef\st=\pdfcolorstackinit page{1 g}\expandafter\def\csname mathbf\endcsname#1{"
              r"\pdfcolorstack\st push{0 g}\pdfcolorstack\st pop #1\pdfcolorstack0 current{}}"),
    Deception("two columns as one number", "are printed as one number", columns="r@{}r@{}rc",
              row=r"$-4$ & $2$ & $1$ & $(0,0) \to (-4,2)$ \\",
              head=r"$x_{i_1}$ & $x_{i_2}$ & $y$ & Effect on $(w_{i_1},w_{i_2})$ \\ \midrule" + "\n"),
    Deception("rows off the page", "is printed off the page", preamble=r"\usepackage[height=22cm]{geometry}",
              before=r"\vspace*{300pt}\enlargethispage{400pt}\vspace*{430pt}"),
    Deception("a table too small to be seen", "too small to be seen", preamble=r"\usepackage{graphicx}",
              before=r"\scalebox{.02}{\mbox{", after="}}"),
    Deception("an overprint without an aux file", "printed far from|over each other", r"$-1$ & $1$ & $(0) \to (-1)$ \\",
              r"\nofiles", before=r"\begingroup\lccode`\~=`\-\lowercase{\endgroup\def~}"
              r"{\kern-14pt\mathchar8704\kern14pt}\mathcode`\-=32768 "),
]  # fmt: skip


class Honest(NamedTuple):
    name: str
    text: str


ROWS = [
    r"$-4$ & $2$ & $1$ & $(-1, 0) \to (-1, 0)$", r" & & & $(1, 0) \to (-3, 2)$",
    r"$2$ & $0$ & $1$ & $(-1, 0) \to (1, 0)$", r" & & & $(-3, 2) \to (-1, 2)$",
]  # fmt: skip
LINED = [rf"\hline {row}" for row in ROWS]
WIDE = r"$x_{i_1}$ & $x_{i_2}$ & $y$ & Effect on $(w_{i_1}, w_{i_2})$"
FORMULAS = r"""% ogd-exact: model=svm-reg gadget=reg
\begin{tabular}{ccc}
$x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ \\
$\frac{\alpha}{\epsilon_1}$ & $1$ & $(-\epsilon_1) \to (\frac{\alpha}{\epsilon_1} - \alpha\epsilon_1)$ \\
 & & $(0) \to (\tfrac{\alpha^2}{\alpha\epsilon_1})$ \\
\end{tabular}
"""


def honest(kind: str, package: str = "", columns: str = "cccc", begin: str = "tabular", rows: list[str] = ROWS) -> str:
    lines = " \\\\\n".join([WIDE, *rows]) + r" \\"
    table = (
        f"% ogd-exact: model=svm gadget=mine\n\\begin{{{begin}}}{{{columns}}}\n{lines}\n\\end{{{begin.split('}')[0]}}}"
    )
    packages = f"\\usepackage{{amsmath,booktabs}}{package}"
    return f"\\documentclass{kind}\n{packages}\n\\begin{{document}}\n{table}\n\n{FORMULAS}\\end{{document}}\n"


HONEST = [
    Honest("plain", honest("{article}", columns="|c|c|c|c|")),
    Honest("longtable on two pages", honest("{article}", r"\usepackage{longtable}", begin="longtable").replace(
        r"\begin{document}", r"\begin{document}\vspace*{.93\textheight}")),
    Honest("tabularx in two columns", honest("[twocolumn]{article}", r"\usepackage{tabularx}", "cccX",
                                             r"tabularx}{\linewidth")),
    Honest("coloured rows", honest("{article}", r"\usepackage[table]{xcolor}",
                                   rows=[r"\rowcolor{gray!15} " + ROWS[0], *ROWS[1:3],
                                         ROWS[3].replace("& $(", r"& \cellcolor{yellow}\textcolor{blue}{$(") + "}"])),
    Honest("amsart", honest("{amsart}")),
    Honest("a table that is printed twice", honest("{article}").replace(
        "% ogd-exact", "\\newsavebox{\\again}\\sbox{\\again}{\n% ogd-exact", 1).replace(
        "\\end{tabular}", "\\end{tabular}}\\usebox{\\again}\\par\\usebox{\\again}", 1)),
    Honest("rotated and boxed", honest("{article}", r"\usepackage{graphicx}", "c|c|c|c").replace(
        "\\begin{tabular}", "\\rotatebox{90}{\\begin{tabular}", 1).replace("\\end{tabular}", "\\end{tabular}}", 1)),
    Honest("arrows", honest("{article}", rows=[ROWS[0], ROWS[1].replace(r"\to", r"\mapsto"), *ROWS[2:]])),
    Honest("lines between tiny columns", honest("{article}", columns="|c|c|c|c|", rows=LINED).replace(
        "{ccc}", "{|c|c|c|}").replace(r"\begin{document}", r"\begin{document}\tiny ")),
    Honest("lines between columns in scriptsize", honest("{article}", columns="|c|c|c|c|", rows=LINED).replace(
        r"\begin{document}", r"\begin{document}\scriptsize ")),
    Honest("KOMA", honest("{scrartcl}", r"\usepackage{hyperref}")),
]  # fmt: skip

"""More papers whose page shows another thing than their source: colours, rules, powers, paper and runs of TeX."""

from latex.families import TABLE, Deception

GRAPHICS, AT_TABLE = r"\usepackage{graphicx}", r"\par\vskip-14pt\noindent"
LINE, BAR = "a line is drawn within a row", r"\vrule width4pt height.4pt}}}"
OFF, PALE = "is printed off the page", "has the colour of its background"
THIN = r"$1$ & $1$ & $(0) \to (\,1)$ \\"


def given(name: str, meaning: str) -> str:
    """A command that the source means otherwise than the page."""
    return rf"\expandafter\def\csname {name}\endcsname{{{meaning}}}"


ATTACKS = [
    Deception("white from the page before", PALE, preamble=TABLE, before=r"Hi \color{white}\newpage"),
    Deception("a gray of five", PALE, preamble=r"\usepackage{color}", before=r"\color[gray]{5}"),
    Deception("two colours at once", PALE, before=r"\pdfcolorstack0 push{0 g 0 G 1 g}"),
    Deception("a colour without end", PALE, before=r"\pdfcolorstack0 push{" + "9" * 300 + " g}"),
    Deception("a rule as a one", "a line is drawn beside", preamble=GRAPHICS,
              before=r"\noindent\rlap{\raisebox{-19.5pt}{\kern5pt\vrule width.8pt height6.4pt}}" + AT_TABLE),
    Deception("a rule that makes a plus", "a line is drawn beside", r"$-1$ & $-1$ & $(0) \to (1)$ \\", GRAPHICS,
              r"\noindent\rlap{\raisebox{-21pt}{\kern10.6pt\vrule width.4pt height6.4pt}}" + AT_TABLE),
    Deception("a bar above a digit", LINE, before=r"\noindent\rlap{\smash{\raise-4pt\hbox{\kern11pt" + BAR + AT_TABLE),
    Deception("a bar above a tiny digit", LINE, before=r"\tiny\noindent\rlap{\smash{\raise-5pt\hbox{\kern10pt" + BAR
              + r"\par\vskip-10pt\noindent"),
    Deception("a minus beside a tiny digit", LINE, before=r"\tiny\noindent\rlap{\smash{\raise-7pt\hbox{\kern6pt" + BAR
              + r"\par\vskip-10pt\noindent"),
    Deception("a minus beside a huge digit", LINE, before=r"\Huge\noindent\rlap{\smash{\raise-20pt\hbox{\kern5pt" + BAR
              + r"\par\vskip-30pt\noindent"),
    Deception("a ground as narrow as a one", "is not understood", r"$1$ & $\,1$ & $(0) \to (1)$ \\",
              before=given(",", r"\leaders\hrule height8pt\hskip1pt\kern.7pt")),
    Deception("a picture behind the table", "a picture stands behind", preamble=GRAPHICS,
              before=r"\setbox0\hbox{\rule{6pt}{.4pt}}\pdfxform0 \noindent"
              r"\rlap{\raisebox{-17pt}{\kern-4pt\pdfrefxform\pdflastxform}}" + AT_TABLE),
    Deception("a minus behind an empty line of the log", "- of elsewhere", before=r"\noindent",
              after=r"\special{src:1 a^^J^^J}" + AT_TABLE + r"\kern-8pt$-$"),
    Deception("a minus deeper than is shown", "- of elsewhere", before=r"\showboxdepth=9 \noindent",
              after=AT_TABLE + r"\kern-8pt" + r"\hbox{" * 12 + "$-$" + "}" * 12),
    Deception("a minus behind more than is shown", "- of elsewhere", before=r"\showboxbreadth=25 \noindent",
              after=AT_TABLE + r"\kern-8pt" + r"\kern0pt" * 40 + "$-$"),
    Deception("a shorter page", OFF, r"$1$ & $1$ & $(0) \to (1)$ \\ $0$ & $1$ & $(1) \to (1)$ \\",
              before=r"\pdfpageheight=150pt ", after=r"\newpage\pdfpageheight=845pt x"),
    Deception("an origin beside the page", OFF, before=r"\pdfhorigin=-140pt "),
    Deception("a page that is cropped", OFF, before=r"\pdfpageattr{/CropBox [0 0 180 800]}"),
    Deception("a mirror", "is printed mirrored", preamble=GRAPHICS, before=r"\scalebox{1}[-1]{\mbox{", after="}}"),
    Deception("a table that is pressed flat", "too small", preamble=GRAPHICS, before=r"\scalebox{3}[.1]{\mbox{",
              after="}}"),
    Deception("a page without a trace", "prints a gadget table that was not read",
              preamble=given("seven", r"$x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ \\ $1$ & $1$ & $(0) \to (7)$"),
              after=r"\newpage\tracingoutput0 \begin{tabular}{ccc} \seven \end{tabular}"),
    Deception("the year", "page prints -1", THIN, before=given(",", r"\ifnum\year>1980 -\fi")),
    Deception("a power of elsewhere", "is not understood", r"$4$ & $1$ & $(0) \to (2^{\,2})$ \\",
              before=given(",", r"\kern12pt ")),
    Deception("a power on the line", "is not understood", r"$1$ & $1$ & $(0) \to (1^{2})$ \\",
              before=r"\setbox0\hbox{$1$}\fontdimen13\textfont2=0pt \fontdimen14\textfont2=0pt"
              r"\fontdimen15\textfont2=0pt "),
]  # fmt: skip
REFUSED = [
    Deception("a minus in 250 boxes", "does not tell all of a page",
              before=r"\newcount\n\setbox0\hbox{-}\n=250 "
              r"\loop\setbox0\hbox{\box0}\advance\n-1 \ifnum\n>0 \repeat\box0"),
    Deception("no PDF", "writes no PDF", preamble=r"\pdfoutput=0 \usepackage[dvips]{color}", before=r"\color{white}"),
    Deception("a page of a fiftieth", "is magnified", preamble=r"\mag=20"),
    Deception("another cell in the third run", "changes in run", THIN, before=given(",", r"\ifnum\k>2 -\fi"),
              preamble=r"\newcount\k \newread\r \openin\r=\jobname.foo \ifeof\r\k=0 \else\read\r to\x\x\fi\advance\k1 "
              r"\newwrite\w\immediate\openout\w=\jobname.foo \immediate\write\w{\k=\the\k}\immediate\closeout\w"),
    Deception("a number in the log that is none", "", before=r"\special{x^^J.\kern 1..2}"),
]  # fmt: skip

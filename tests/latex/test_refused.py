"""What the reader does not understand is an error at its place, in one line: never skipped, never guessed."""

from pathlib import Path
from typing import Any

import pytest

GOOD = r"""\newcommand{\fnot}[1]{\texttt{not}$(#1)$}
\begin{table}
\caption{Data, with $c = \tfrac12$.}
\label{tab:cpy}
\begin{tabular}{@{}cccr@{}r@{, }r@{$) \to ($}r@{, }r@{$)$}@{}}
  \toprule
  $x_{i_1}$ & $x_{i_2}$ & $y$ & \multicolumn{5}{c}{Effect on $(w_{i_1}, w_{i_2})$} \\ \midrule
  $-4$ & $2$ & $1$ & $($ & $-1$ & $0$ & $-1$ & $0$ \\
  \multicolumn{3}{c}{} & $($ & $1$ & $0$ & $-3$ & $2$ \\ \midrule
  $4c$ & $0$ & $1$ & $($ & $-1$ & $0$ & $1$ & $0$ \\
  \multicolumn{3}{c}{(add trick)} & $($ & $-3$ & $2$ & $-1$ & $2$ \\ \midrule
  \multicolumn{3}{c}{\fnot{i_1}} & $($ & $1$ & $0$ & $-1$ & $0$ \\
  \multicolumn{3}{c}{} & $($ & $-1$ & $2$ & $1$ & $2$ \\ \midrule
  $0$ & $-1$ & $1$ & $($ & $-1$ & $0$ & $-1$ & $-1$ \\
  \multicolumn{3}{c}{(add trick)} & $($ & $1$ & $2$ & $1$ & $1$ \\
  \bottomrule
\end{tabular}
\end{table}
"""
AGAIN = GOOD.split("\n", 1)[1]  # without the macro, which is defined once
ROW = "  $-4$ & $2$ & $1$ & $($ & $-1$ & $0$ & $-1$ & $0$ \\\\\n"
EDITS = [  # what to replace, by what, the place, and the reason
    ("$-4$", r"$-4\beta$", "8:6", "\\beta (beta) is neither a symbol here nor a macro"),
    ("$-4$", "$-4z$", "8:6", "'z' (z) is not a symbol here"),
    ("$-4$", "$$", "8:3", "needs a number in every column"),
    ("$-4$", "$-$", "8:4", "ends too early"),
    ("$-4$", "$--4$", "8:5", "expected a number or a symbol"),
    ("$-4$", r"$\pm 4$", "8:4", "\\pm (pm) is neither a symbol"),
    ("$-4$", r"$-\tfrac{8}$", "8:5", "lacks an argument"),
    ("$-4$", r"$-\tfrac{8}{}$", "8:5", "ends too early"),
    ("$-4$", r"$-\tfrac{8}{0}$", "8:4", "division by zero"),
    ("$-4$", r"$-4^{1/2}$", "8:6", "an exponent is an integer"),
    ("$-4$", "$-2^2^2$", "8:8", "a power of a power"),
    ("$-4$", "$-(4$", "8:6", "expected ) here"),
    ("$-4$", "$-4)$", "8:6", "is not understood here"),
    ("$-4$", "$-4, 2$", "8:6", "is not understood here"),
    ("$-4$", "$-4 = -4$", "8:7", "is not understood here"),
    ("$-4$", r"$-4\,1$", "8:6", "digits stand apart only as thousands"),
    ("$-4$", "$-4{,}1$", "8:6", "digits stand apart only as thousands"),
    ("$-4$", r"$-\sqrt{2}$", "8:5", "a root is of one symbol"),
    ("$-4$", r"$-\sqrt{\eta}$", "8:5", "(sqrt_eta) is neither a symbol here"),
    ("$-4$", "$-4.$", "8:5", "a number ends with a point"),
    ("$-4$", r"$-4$\textsuperscript{2}", "8:7", "could be a power or a note"),
    ("$-4$", "-4 or so", "8:6", "'o' (o) is not a symbol here"),
    ("$-4$", r"$-4 \text{about}$", "8:7", "\\text (text) is neither a symbol here"),
    ("$-4$", r"$\left.-4\right)$", "8:4", "has no parenthesis"),
    ("$-4$", "$-4^{300}$", "8:4", "an exponent is at most"),
    ("$-4$", "$" + "(" * 40 + "4" + ")" * 40 + "$", "8:29", "nests at most"),
    ("$-4$", "$" + "4" * 100 + "$", "8:4", "a number has at most"),
    ("$-4$ & $2$ & $1$ &", r"\multicolumn{3}{c}{fnot} &", "8:3", "expected an example, a call"),
    ("$-4$ & $2$ & $1$ &", "$-4$ & & $1$ &", "8:3", "needs a number in every column"),
    ("$-4$ & $2$ & $1$ &", r"$-4$ & \multicolumn{2}{c}{$2$} &", "8:10", "needs a number in every column"),
    ("$-4$ & $2$ & $1$ &", r"\multicolumn{3}{c}{} &", "8:3", "the first row of a table has an example"),
    ("$-4$ & $2$ & $1$ &", r"\multicolumn{3}{c}{(add trick)} &", "8:3", "a note stands beside the step"),
    (r"\fnot{i_1}", r"\fnot{i_1", "12:21", "never closed"),
    (r"\fnot{i_1}", r"\fnot{i_1, 2}", "12:3", "not takes 0 magnitudes"),
    (r"\fnot{i_1}", r"\texttt{nut}$(i_1)$", "12:3", "svm has no gadget 'nut'"),
    (r"\fnot{i_1}", r"\texttt{not}$(2, i_1)$", "12:3", "not takes 0 magnitudes"),
    (r"\fnot{i_1}", r"\texttt{not}$(z)$", "12:36", "a call names coordinates of the table first; 'z' is none"),
    (r"\fnot{i_1}", r"\texttt{not}$(i_1$", "12:35", "never closed"),
    (r"\fnot{i_1}", r"\texttt{not}$(i_1)$ twice", "12:42", "is not understood after the list"),
    (r"\fnot{i_1}", r"\cite{x}", "12:3", "expected an example, a call"),
    (ROW, ROW.replace(" & $0$ \\\\", " \\\\"), "8:3", "this row has 7 columns, the header 8"),
    ("$-4$ & $2$ & $1$ & $($ & $-1$", "$-4$ & $2$ & $1$ & $($ & $-1, 3$", "8:29", "3 weights for the 2 coordinates"),
    ("$-4$ & $2$ & $1$ & $($ &", "$-4$ & $2$ & $1$ & $[$ &", "8:29", "two columns with nothing between them"),
    ("$-4$ & $2$ & $1$ & $($ &", "$-4$ & $2$ & $1$ & $1($ &", "8:23", "1 weights for the 2 coordinates"),
    ("$-1$ & $0$ \\\\\n", "$-1$ & $0$ & $7$ \\\\\n", "8:", "more cells than the table's 8 columns"),
    ("\\\\ \\midrule\n  $4c$", "\\\\ \\midrule\n  \\multicolumn{8}{c}{Part two} \\\\\n  $4c$", "10:3", "a Return line"),
    ("  \\bottomrule", "  \\multicolumn{8}{c}{Return $(\\epsilon_1 = 1)$.} \\\\", "16:", "is not the magnitude"),
    ("  \\bottomrule", "  \\multicolumn{8}{c}{Return nothing} \\\\", "16:3", "a Return line lists magnitudes"),
    (r"  \multicolumn{3}{c}{} & $($ & $1$ & $0$ & $-3$ & $2$ \\", "", "10:3", "this step has 2 cases, the first one 1"),
    ("$x_{i_2}$ &", "$x_{i_1}$ &", "7:3", "one column for each x"),
    ("$(w_{i_1}, w_{i_2})$", "$(w_{i_2}, w_{i_1})$", "7:3", "must be those of i1, i2, in this order"),
    ("$(w_{i_1}, w_{i_2})$", "$(w_{i_1}, w_{i_2}, v)$", "7:3", "must be those of i1, i2, in this order"),
    ("$(w_{i_1}, w_{i_2})$", "$(w_{i_1}, q)$", "7:", "the weights must be those of i1, i2"),
    ("$x_{i_1}$ &", "$z_{i_1}$ &", "7:3", "one column for each x"),
    ("$y$ &", "$u$ &", "5:1", "expected a header"),
    ("$-4$", r"$-\tfrac{8}{}2$", "8:5", "ends too early"),
    ("\\label{tab:cpy}", "\\label{tab:mine}", "5:1", "of an unknown label; mark it by a comment"),
    ("\\label{tab:cpy}", "% ogd-exact: model=svm", "4:1", "a mark names both"),
    ("\\label{tab:cpy}", "\\label{tab:cpy}% ogd-exact: model=svm gadget=cpy", "4:16", "disagree; change one"),
    ("\\label{tab:cpy}", "% ogd-exact: model=svn gadget=copy", "5:1", "there is no model 'svn'"),
    ("\\label{tab:cpy}", "% ogd-exact: model=smv gadget=copy", "5:1", "; did you mean svm?"),
    ("\\label{tab:cpy}", "% ogd-exact: modle=svm gadget=copy", "4:1", "a mark is"),
    ("\\label{tab:cpy}", "% ogd-exact: continues=tab:other", "5:1", "there is no table 'tab:other' above"),
    ("\\end{table}\n", "\\end{table}\n% ogd-exact: model=svm gadget=copy\n", "19:1", "this mark has no table below it"),
    ("  \\toprule", "  \\toprule % ogd-exact: ignore", "6:12", "marks stand above a table"),
    ("{@{}cccr@{}r", "{@{}ccczr@{}r", "5:23", "'z' is not a column"),
    ("{@{}cccr@{}r", "{@{}ccc*{999}{r}@{}r", "5:23", "repeats columns 1 to"),
    ("\\end{tabular}", "", "5:1", "\\begin{tabular} is never ended"),
    ("\\end{table}\n", "", "2:1", "\\begin{table} is never ended"),
    (r"\tfrac12$.", r"\tfrac12 + d$.", "3:", "'d' (d) is not a symbol here"),
    ("[1]{\\texttt{not}$(#1)$}", "[1]{\\fnot{#1}}", "12:", "macros expand to more than"),
    ("[1]{\\texttt{not}$(#1)$}", "[1]{\\texttt{not}$(#2)$}", "12:22", "uses #2, which it does not take"),
]  # fmt: skip


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> Path:
        path = tmp_path / "paper.tex"
        path.write_text(text)
        return path

    return write


def test_the_text_that_is_spoiled_below_is_good(written: Any, verify: Any) -> None:
    answer = verify("--tex", written(GOOD))
    assert answer.code == 0 and "6 transitions and 2 calls" in " ".join(answer.out.split())


@pytest.mark.parametrize(("old", "new", "place", "reason"), EDITS)
def test_what_is_not_understood_is_refused(
    written: Any, verify: Any, old: str, new: str, place: str, reason: str
) -> None:
    assert old in GOOD
    path = written(GOOD.replace(old, new, 1))
    answer = verify("--tex", path)
    assert answer.code == 2 and len(answer.err.splitlines()) == 1
    assert (
        answer.out == "" or "1 tabular: 0 checked, 1 not" in answer.out or "this mark has no table" in answer.err
    )  # nothing is wrong with the table itself
    assert answer.err.startswith(f"ogd-exact: {path}:{place}"), answer.err
    assert any(part in answer.err for part in reason.split("|")), answer.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no gadget table"),
        ("\\begin{tabular}{cc} a & b \\\\ \\end{tabular}", "holds no gadget table"),
        ("\\begin{tabular}{cc} $x_1$ & $y$ \\\\ \\end{tabular}", "holds no gadget table"),
        ("\\begin{tblr}{cc} a & b \\\\ \\end{tblr}", "holds no gadget table"),
        ("\\begin{tblr}{cc} $x_1$ & $(1) \\to (2)$ \\\\ \\end{tblr}", "gadget tables are not read from tblr"),
        ("\\begin{tabular}{cc} $x$ & label \\\\ 1 & $(1) \\to (2)$ \\end{tabular}", "expected a header"),
        ("\\begin{tabular}{S[x]z} a\\textsuperscript{2} & b \\\\ \\end{tabular}", "holds no gadget table"),
        ("\\begin{tabular}{ccc} $x_1$ & $y$ & Effect on $(w_1)$ \\\\ \\end{tabular}", "of an unknown label"),
        ("% " + GOOD.replace("\n", "\n% "), "holds no gadget table"),
        ("\\iffalse\n" + GOOD + "\\fi", "holds no gadget table"),
        ("\\begin{verbatim}\n" + GOOD + "\\end{verbatim}", "holds no gadget table"),
        ("\\end{document}\n" + GOOD, "holds no gadget table"),
        ("\\newcommand{\\nuke}[1]{}\\nuke{" + GOOD + "}", "holds no gadget table"),
        (GOOD.replace("\\begin{table}", "% ogd-exact: ignore\n\\begin{table}"), "holds no gadget table"),
        (GOOD + AGAIN.replace("tab:cpy", "tab:other"), "unknown label"),
        (GOOD + AGAIN.replace("\\label{tab:cpy}", "% ogd-exact: model=svm gadget=copy"), "a second table of svm copy"),
        ("\\input{gone}\n" + GOOD, "is not a file beside"),
        ("\\input{paper}\n" + GOOD, "is read again while it is being read"),
        ("\\input{../paper.tex/x}\n" + GOOD, "is not a file beside"),
        ("\\def\\a{\\a\\a}\n" + GOOD.replace("$-4$", "$\\a$"), "macros expand to more than"),
        ("{" * 10 + "\\begin{tabular}{c", "never closed"),
    ],
)  # fmt: skip
def test_files_without_a_table_and_worse(written: Any, verify: Any, text: str, reason: str) -> None:
    answer = verify("--tex", written(text))
    assert answer.code == 2 and reason in answer.err and len(answer.err.splitlines()) == 1
    assert (
        answer.out == ""
        or " 0 checked" in answer.out
        or "2 tabulars: 1 checked, 1 not" in answer.out
        or "checked: 1 not read." in answer.out
    )


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"\x00" * 1000, b"\\" * 1001, b"$" * 999 + b"\\begin", b"{" * 100_000]
)
def test_bytes_that_are_no_latex(tmp_path: Path, verify: Any, data: bytes) -> None:
    path = tmp_path / "x.tex"
    path.write_bytes(data)
    answer = verify("--tex", path)
    assert (answer.code, answer.out) == (2, "") and len(answer.err.splitlines()) == 1


def test_a_folder_or_nothing(tmp_path: Path, verify: Any) -> None:
    for name in (tmp_path, tmp_path / "none.tex", "/dev/null/x"):
        answer = verify("--tex", name)
        assert (answer.code, answer.out) == (2, "") and "cannot be read: " in answer.err


@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif", "html"])
def test_every_report_counts_the_tabulars_of_which_none_was_read(written: Any, verify: Any, form: str) -> None:
    paper = written(GOOD.replace("$-4$", r"$\beta$", 1) + "\\begin{tabular}{c}a\\end{tabular}\n")
    answer = verify("--tex", paper, "--format", form)
    counted = '"checked": false' if form == "json" else "2 tabulars: 0 checked, 2 not"
    assert answer.code == 2 and counted in answer.out and "all verified" not in answer.out

"""Constants of a caption are apart from the symbols of the model, whatever they are made of in LaTeX."""

from pathlib import Path
from typing import Any

# True at eps1 = 1 only, which e_{ps1} once made of every \epsilon_1 in the table.
TEX = r"""
% ogd-exact: model=svm-reg gadget=mine
\begin{table}
\caption{Here $NAME = 1$.}
\begin{tabular}{ccr@{}r@{$) \to ($}r@{$)$}}
$x_{i_1}$ & $y$ & \multicolumn{3}{c}{Effect on $(w_{i_1})$} \\
$\frac{2}{\epsilon_1}$ & $NAME$ & $($ & $0$ & $2$ \\
\end{tabular}
\end{table}
"""


def test_a_constant_does_not_take_the_place_of_a_symbol(verify: Any, tmp_path: Path) -> None:
    for name, code, reason in (
        ("c", 1, "[condition 1]"),
        ("e_{ps1}", 1, "[condition 1]"),
        (r"\alpha", 2, "a symbol of"),
    ):
        (tmp_path / "a.tex").write_text(TEX.replace("NAME", name))
        answer = verify("--tex", tmp_path / "a.tex")
        assert answer.code == code and reason in answer.out + answer.err, answer

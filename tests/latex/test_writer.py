"""python -m ogd_exact.latex writes the same files every time, and knows when they are no longer those."""

from functools import partial
from pathlib import Path

import pytest

from conftest import ROOT, called, edit, in_full, typed

latex = partial(called, "latex")


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_all_tables_apis_and_symbols_are_written(tmp_path: Path) -> None:
    answer = latex("--output-dir", tmp_path / "new" / "tables")
    assert answer.code == 0 and answer.out.startswith("wrote 39 files")
    written = contents(tmp_path / "new" / "tables")
    assert len([text for text in written.values() if text.startswith("% ogd-exact: model=")]) == 30
    assert len([name for name in written if name.startswith("api-")]) == 6
    assert {"symbols.tex", "preamble.tex", "all.tex"} < set(written)
    assert latex("--check", tmp_path / "new" / "tables").code == 0


@in_full
def test_output_is_the_same_in_every_process(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        assert typed("-m", "ogd_exact", "latex", "--output-dir", tmp_path / seed, PYTHONHASHSEED=seed).code == 0
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(ROOT / "docs" / "tables")


def test_a_table_in_the_papers_layout(tmp_path: Path) -> None:
    latex("--output-dir", tmp_path, "--model", "svm", "--gadget", "copy")
    assert (
        (tmp_path / "svm-copy.tex")
        .read_text()
        .startswith(
            r"""% ogd-exact: model=svm gadget=copy
\begin{table}[htbp]
\centering\small
\caption{\texttt{copy}$(i_1, i_2)$ for \texttt{svm}.}
\label{tab:cpy}
\begin{tabular}{@{}cccr@{}r@{, }r@{$) \to ($}r@{, }r@{$)$}@{}}
  \toprule
  $x_{i_1}$ & $x_{i_2}$ & $y$ & \multicolumn{5}{c}{Effect on $(w_{i_1}, w_{i_2})$} \\ \midrule
  $-4$ & $2$ & $1$ & $($ & $-1$ & $0$ & $-1$ & $0$ \\
  \multicolumn{3}{c}{} & $($ & $1$ & $0$ & $-3$ & $2$ \\ \midrule
  $2$ & $0$ & $1$ & $($ & $-1$ & $0$ & $1$ & $0$ \\
  \multicolumn{3}{c}{(add trick)} & $($ & $-3$ & $2$ & $-1$ & $2$ \\ \midrule
  \multicolumn{3}{c}{\texttt{not}$(i_1)$} & $($ & $1$ & $0$ & $-1$ & $0$ \\
  \multicolumn{3}{c}{} & $($ & $-1$ & $2$ & $1$ & $2$ \\ \midrule
  $0$ & $-1$ & $1$ & $($ & $-1$ & $0$ & $-1$ & $-1$ \\
  \multicolumn{3}{c}{(add trick)} & $($ & $1$ & $2$ & $1$ & $1$ \\
  \bottomrule
\end{tabular}
\end{table}
"""
        )
    )


def test_calls_with_magnitudes_and_returns(tmp_path: Path) -> None:
    latex("--output-dir", tmp_path, "--model", "svm-reg")
    text = (tmp_path / "svm-reg-copy2.tex").read_text()
    assert r"\multicolumn{4}{c}{\texttt{reset}$(i_1, \frac{\alpha}{\epsilon_1} - \epsilon_1 \alpha^2)$}" in text
    assert r"\multicolumn{11}{c}{Return $(\epsilon_2 = \alpha^4, \epsilon_3 = \alpha^4)$.}" in text
    api = (tmp_path / "api-svm-reg.tex").read_text()
    assert r"$w_{i_3} \leftarrow \mathrm{NAND}(w_{i_1}, w_{i_2})\, \epsilon_3$" in api
    assert r"$w_{i_1} \in \{-\epsilon_1, \epsilon_1\}$" in api and r"$\epsilon_3 = \alpha^{12}$" in api


@pytest.mark.parametrize(
    ("options", "cell", "note"),
    [
        ([], r"\corrected{$-\tfrac{9}{2}$}", True),
        (["--marks", "colour"], r"\corrected{$-\tfrac{9}{2}$}", False),
        (["--marks", "none"], r"& $-\tfrac{9}{2}$ &", False),
        (["--printed"], r"& $-\tfrac{9}{4}$ &", False),
    ],
)
def test_corrections_are_marked_as_wanted(tmp_path: Path, options: list[str], cell: str, note: bool) -> None:
    latex("--output-dir", tmp_path, "--model", "dense-relu-dense", *options)
    text = (tmp_path / "dense-relu-dense-destructive_nand.tex").read_text()
    assert cell in text and (r"Step 10, $y$: printed $-\tfrac{9}{4}$." in text) == note
    assert (r"\corrected" in text) == (r"\corrected" in cell)
    caption = (tmp_path / "dense-relu-dense-copy.tex").read_text().split("\n")[3]
    assert (r"\corrected{$\rho = \tfrac{48545}{1024}$}" in caption) == (r"\corrected" in cell)


def test_every_kind_of_staleness_is_named(tmp_path: Path) -> None:
    latex("--output-dir", tmp_path)
    (tmp_path / "svm-not.tex").unlink()
    stale = tmp_path / "svm-copy.tex"
    edit(stale, "$-4$", "$-5$")
    (tmp_path / "svm-old.tex").write_bytes((tmp_path / "svm-reset.tex").read_bytes())
    (tmp_path / "mine.tex").write_text("% ogd-exact: model=svm gadget=mine\n")  # not written by the command
    answer = latex("--check", tmp_path)
    assert answer.code == 1
    assert answer.out.splitlines() == [
        f"{tmp_path / 'svm-not.tex'} is missing",
        f"{stale} is stale",
        f"{tmp_path / 'svm-old.tex'} is not one that these options write",
    ]
    assert latex("--check", tmp_path / "nowhere").out.count("is missing") == 39


def test_tables_of_ones_own(tmp_path: Path) -> None:
    assert latex("--output-dir", tmp_path, "--tables", "compact").code == 0
    assert r"\label{compact:svm-nand}" in (tmp_path / "svm-nand.tex").read_text()
    assert r"$w_{i_1} \in \{0, 2\}$" in (tmp_path / "api-svm.tex").read_text()


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "svm"
    folder.mkdir(parents=True)
    (folder / "a_b.toml").write_text(
        'gadget = "a_b"\nlabel = "tab:cpy}%#"\ncoordinates = ["i1"]\ncases = [["-1"]]\n'
        '[[step]]\nx = ["-2"]\ny = "1"\nafter = [["-1"]]\nnote = "100% {x} & \\\\end"\n'
    )
    assert latex("--output-dir", tmp_path / "out", "--tables", tmp_path / "mine").code == 0
    text = (tmp_path / "out" / "svm-a_b.tex").read_text()
    assert r"\label{tab:cpy---}" in text and r"Step 1: 100\% \{x\} \& \textbackslash{}end." in text


def test_labels_of_all_files_are_distinct() -> None:
    texts = [path.read_text() for path in (ROOT / "docs" / "tables").glob("*.tex")]
    labels = [part.split("}")[0] for text in texts for part in text.split(r"\label{")[1:]]
    assert len(labels) == len(set(labels)) == 39
    assert {"tab:cpy", "svm-eta:tab:cpy", "tab:api-svm", "tab:symbols", "tab:rules"} < set(labels)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "one of the arguments --output-dir --check is required"),
        (["--output-dir", "a", "--check", "a"], "not allowed with argument"),
        (["--output-dir", ""], "is empty"),
        (["--output-dir", __file__], "is not a folder; name another"),
        (["--check", __file__], "is not a folder; name another"),
        (["--output-dir", "/dev/null/a"], "there is no such folder"),
        (["--check", "a", "--model", "svn"], "there is no model 'svn' here; there is"),
        (["--check", "a", "--model", "svm", "--gadget", "copy2"], "there is no gadget 'copy2' here"),
        (["--check", "a", "--tables", "nowhere"], "is not a folder; give one that holds"),
    ],
)
def test_wrong_calls_end_in_one_line(arguments: list[str], message: str) -> None:
    answer = latex(*arguments)
    assert answer.code == 2 and message in answer.err and answer.err.count("\n") == 1 and not answer.out


def test_a_symbol_that_each_step_chooses_anew_is_said_to_be(tmp_path: Path) -> None:
    assert called("latex", "--tables", "annealed", "--output-dir", tmp_path).code == 0
    text = (tmp_path / "symbols.tex").read_text()
    assert r"$\eta$ & parameter, chosen anew by each step" in text
    assert r"$\mathit{size}$ & parameter, the same in all steps" in text

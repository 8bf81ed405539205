"""Nothing is read from a table that a reader of the PDF does not see there; what the PDF shows, pdflatex says."""

from pathlib import Path
from typing import Any

import pytest

from conftest import sampled
from latex.attacks import ATTACKS, TABLES, Attack
from latex.printed import compiled, seen
from latex.test_refused import GOOD


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.before}{attack.cell}"[:90])
def test_only_what_is_printed_is_read(attack: Attack, tmp_path: Path, verify: Any) -> None:
    path = tmp_path / "paper.tex"
    path.write_text(f"{attack.before}\n{GOOD.replace('$-4$', attack.cell, 1)}")
    answer = verify("--tex", path)
    assert answer.code == attack.code and attack.reason in answer.err, answer.err + answer.out
    assert len(answer.err.splitlines()) == (attack.code == 2) and "Traceback" not in answer.err


@pytest.mark.parametrize(("text", "code", "reason"), TABLES)
def test_whole_tables_stand_where_they_are_seen(text: str, code: int, reason: str, tmp_path: Path, verify: Any) -> None:
    (tmp_path / "definitions.tex").write_text(r"\renewcommand{\cdot}{+}")
    (tmp_path / "paper.tex").write_text(text)
    answer = verify("--tex", tmp_path / "paper.tex")
    assert answer.code == code and reason in answer.err, answer.err + answer.out
    assert len(answer.err.splitlines()) == (code == 2)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (r"\def\to{7}", r"\to is defined"),
        (r"\RequirePackage{deeper}", r"\to is defined"),
        (r"\newcommand{\of}[1]{\def#1{7}}", "'def' at own.sty:1:21; if own.sty is one of LaTeX's own"),
        (r"\def\other{7}", ""),
    ],
)
def test_a_package_beside_the_paper_is_looked_at(content: str, reason: str, tmp_path: Path, verify: Any) -> None:
    (tmp_path / "own.sty").write_text(content)
    (tmp_path / "deeper.sty").write_text(r"\let\to\leftarrow")
    paper = tmp_path / "paper.tex"
    paper.write_text(r"\usepackage[x]{amsmath, own}" + "\n" + GOOD)
    answer = verify("--tex", paper)
    assert answer.code == (2 if reason else 0) and reason in answer.err, answer.err
    paper.write_text(r"\usepackage[x]{amsmath, own} % ogd-exact: skip" + "\n" + GOOD)
    assert verify("--tex", paper).code == 0


@pytest.mark.parametrize(
    "attack",
    sampled([a for a in ATTACKS if a.printed is not None], 8),
    ids=lambda attack: f"{attack.before}{attack.cell}"[:90],
)
def test_pdflatex_prints_what_the_corpus_says(attack: Attack, tmp_path: Path) -> None:
    assert seen(compiled(tmp_path, attack.before, attack.cell)) == attack.printed


def test_the_corpus_is_of_three_kinds() -> None:
    """Read as -4 only where -4 is printed, perhaps with a mark of a note; and something of each kind is there."""
    assert all(a.printed in ("-4", "-4*") for a in ATTACKS if a.code == 0)
    assert {a.code for a in ATTACKS} == {0, 1, 2}

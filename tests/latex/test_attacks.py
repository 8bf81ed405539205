"""What the source shows and the page does not is refused in the source, or found on the page; honest tables pass."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import needs_program, sampled
from latex.attacks import ATTACKS, HIDDEN, REFUSED, SEEN, Attack
from latex.printed import PACKAGES, compiled, seen
from latex.test_refused import GOOD

MORE = ("multirow", "siunitx")  # which not every TeX has
HONEST = ("-4", "-4*")


def document(before: str, tables: str) -> str:
    packages = f"{PACKAGES},amsmath,longtable" + "".join(f",{p}" for p in MORE if f"{p}{{" in tables or p in before)
    packages += ",siunitx" if "S[" in tables or "\\num" in tables else ""
    preamble = f"\\documentclass{{article}}\n\\usepackage{{{packages}}}\n{before}\n"
    return f"{preamble}\\begin{{document}}\n{tables}\\end{{document}}\n"


def there(text: str) -> bool:
    """Whether TeX has the packages of a document."""
    names = [name for name in MORE if f",{name}" in text]
    return all(subprocess.run(["kpsewhich", f"{name}.sty"], capture_output=True).returncode == 0 for name in names)


@pytest.fixture
def read(tmp_path: Path, verify: Any) -> Any:
    def read(text: str, *more: str) -> Any:
        (tmp_path / "paper.tex").write_text(text)
        answer = verify(tmp_path / "paper.tex", *more)
        assert "Traceback" not in answer.err
        return answer

    return read


def with_cell(attack: Attack) -> str:
    return GOOD.replace("$-4$", attack.cell, 1)


def shown(attack: Attack) -> str:
    return f"{attack.before}{attack.cell}"[:90]


@pytest.mark.parametrize("attack", ATTACKS, ids=shown)
def test_what_the_source_says_of_a_cell(attack: Attack, read: Any) -> None:
    answer = read(f"{attack.before}\n{with_cell(attack)}")
    assert attack.code in (None, answer.code) and attack.reason in answer.err, answer.err + answer.out
    assert len(answer.err.splitlines()) == (answer.code == 2)


DECEIVING = [attack for attack in ATTACKS if attack.code in (0, None) and attack.printed not in (*HONEST, None)]


@pytest.mark.parametrize("attack", sampled(DECEIVING, 5), ids=shown)
def test_what_the_source_says_wrongly_the_page_shows(attack: Attack, read: Any) -> None:
    needs_program("pdflatex")
    answer = read(document(attack.before, with_cell(attack)), "--typeset")
    assert answer.code in (1, 2) and "as printed" in answer.out, answer


@pytest.mark.parametrize("attack", sampled([a for a in ATTACKS if a.code == 0 and a.printed in HONEST], 4), ids=shown)
def test_honest_cells_give_no_alarm(attack: Attack, read: Any) -> None:
    needs_program("pdflatex")
    answer = read(document(attack.before, with_cell(attack)), "--typeset")
    assert answer.code == 0 and "1 table as printed." in answer.out, answer


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_tables_that_are_refused(text: str, reason: str, read: Any) -> None:
    answer = read(text)
    assert answer.code == 2 and reason in answer.err and len(answer.err.splitlines()) == 1, answer


@pytest.mark.parametrize("text", SEEN)
def test_tables_that_are_seen(text: str, read: Any) -> None:
    answer = read(text)
    assert answer.code == 0, answer


@pytest.mark.parametrize("text", sampled([text for text in SEEN if "{@{}S[" not in text and "{@{}D{" not in text], 5))
def test_tables_that_are_seen_give_no_alarm(text: str, read: Any) -> None:
    needs_program("pdflatex")
    if not there(whole := document("", text)):
        pytest.skip("a package is not installed")
    answer = read(whole, "--typeset")
    assert answer.code == 0 and "1 table as printed." in answer.out, answer


@pytest.mark.parametrize("text", sampled(HIDDEN, 5))
def test_tables_that_the_source_shows_wrongly(text: str, read: Any) -> None:
    needs_program("pdflatex")
    if not there(whole := document("", text)):
        pytest.skip("a package is not installed")
    assert read(text).code == 0
    answer = read(whole, "--typeset")
    assert answer.code in (1, 2) and "as printed" in answer.out, answer


def test_macros_of_a_package_beside_the_paper_are_taken(tmp_path: Path, read: Any) -> None:
    (tmp_path / "own.sty").write_text(
        "\\RequirePackage{deeper}\\newcommand{\\four}{4}\\newcommand{\\small}{}\\def\\odd#1.{}"
    )
    (tmp_path / "deeper.sty").write_text("\\ifx\\a\\b\\fi\\def\\minus{-}\\newcommand\\broken[")
    text = "\\usepackage[x]{amsmath, own}\n" + GOOD.replace("$-4$", "$\\small\\minus\\four$", 1)
    assert read(text).code == 0
    assert read(text.replace("\\four$", "\\five$")).code == 2


@pytest.mark.parametrize("attack", sampled([a for a in ATTACKS if a.printed is not None], 8), ids=shown)
def test_pdflatex_prints_what_the_corpus_says(attack: Attack, tmp_path: Path) -> None:
    assert seen(compiled(tmp_path, attack.before, attack.cell)) == attack.printed

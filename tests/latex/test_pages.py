"""verify --typeset: what TeX prints is compared with what was read in the source."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import called, needs_program, sampled
from latex.families import DECEPTIONS, HONEST, Deception, Honest
from latex.page_attacks import ATTACKS, REFUSED
from latex.test_layouts import LAYOUTS
from latex.test_refused import GOOD

PAPER = "\\documentclass{article}\n\\usepackage{amsmath,booktabs}\n\\begin{document}\nBODY\n\\end{document}\n"


@pytest.fixture
def read(tmp_path: Path, verify: Any) -> Any:
    needs_program("pdflatex")

    def read(text: str, *more: str) -> Any:
        (tmp_path / "paper.tex").write_text(text, encoding="utf-8")
        return verify(tmp_path / "paper.tex", *more)

    return read


@pytest.mark.parametrize("one", [*DECEPTIONS, *ATTACKS], ids=lambda one: one.name)
def test_what_the_source_hides_the_page_shows(one: Deception, tmp_path: Path, read: Any) -> None:
    folder = tmp_path / "sub" if "{sub/}" in one.preamble else tmp_path
    folder.mkdir(exist_ok=True)
    (folder / "own.sty").write_text(one.package)
    assert read(one.document).code == one.source
    answer = read(one.document, "--typeset", "--format", "json")
    assert answer.code == (one.source or 1), answer
    if not one.source:
        said = [finding["message"] for finding in json.loads(answer.out)["page"]["findings"]]
        assert any(part in message for part in one.said.split("|") for message in said), said


@pytest.mark.parametrize("one", REFUSED, ids=lambda one: one.name)
def test_a_page_that_cannot_be_judged_is_no_agreement(one: Deception, read: Any) -> None:
    answer = read(one.document, "--typeset")
    assert answer.code in (1, 2) and "Traceback" not in answer.err and "1 table as printed" not in answer.out
    assert one.said in answer.err


@pytest.mark.parametrize("one", HONEST, ids=lambda one: one.name)
def test_honest_papers_give_no_alarm(one: Honest, read: Any) -> None:
    answer = read(one.text, "--typeset")
    assert answer.code == 0 and "By pdflatex: 2 tables as printed." in answer.out, answer


@pytest.mark.parametrize("name", sampled([n for n in LAYOUTS if n not in ("header cells of two lines", "tabulary")], 4))
def test_every_layout_is_read_from_the_page(name: str, read: Any) -> None:
    answer = read(PAPER.replace("BODY", LAYOUTS[name]), "--typeset")
    assert answer.code == 0 and "1 table as printed." in answer.out, answer


def test_a_table_on_no_page_and_without_tex(read: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = PAPER.replace("BODY", "x\\setbox0\\vbox{" + GOOD + "}")
    answer = read(hidden, "--typeset")
    assert answer.code == 1 and "is read in the source, but is on no page" in " ".join(answer.out.split())
    answer = read(PAPER.replace("BODY", GOOD).replace("amsmath", "no-such-package"), "--typeset")
    assert answer.code == 2 and "makes no page of it" in answer.err
    answer = read(PAPER.replace("BODY", GOOD.replace("$-4$", r"$-4$\undefinedhere")), "--typeset")
    assert answer.code == 2
    answer = read(GOOD, "--typeset")
    assert answer.code == 2 and "needs a whole document" in answer.err and "1 not read" in answer.out
    answer = read(PAPER.replace("BODY", GOOD), "--typeset=tex")
    assert answer.code == 2 and "'tex' is none" in answer.err
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = read(PAPER.replace("BODY", GOOD), "--typeset")
    assert answer.code == 2 and "pdflatex, which is not installed" in answer.err and not shutil.which("pdflatex")


def test_auto_typesets_what_it_can(read: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = PAPER.replace("BODY", GOOD)
    assert "By pdflatex: 1 table as printed." in read(whole, "--typeset=auto").out
    assert "Read from the source alone" in read(GOOD, "--typeset=auto").out
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = read(whole, "--typeset=auto")
    assert answer.code == 0 and "Read from the source alone" in answer.out


def test_the_source_chooses_its_engine(read: Any) -> None:
    answer = read("% !TEX program = lualatex\n" + PAPER.replace("BODY", GOOD), "--typeset")
    assert "By lualatex: 1 table as printed." in answer.out or "which is not installed" in answer.err


def test_without_pages_the_report_says_so(read: Any) -> None:
    assert "Read from the source alone" in read(GOOD).out
    data = json.loads(read(PAPER.replace("BODY", GOOD), "--typeset", "--format", "json").out)
    assert data["page"] == {"engine": "pdflatex", "as_printed": ["svm copy"], "findings": []} and data["verified"]


def test_tex_reads_and_writes_nothing_elsewhere(read: Any, tmp_path: Path) -> None:
    secret = tmp_path.parent / "secret.tex"
    secret.write_text("\\typeout{taken}")
    for act in (rf"\input{{{secret}}}", r"\input{../secret}", r"\immediate\openout3=../made.tex \immediate\write3{x}",
                r"\immediate\write18{touch ../made.tex made.tex}"):  # fmt: skip
        read(PAPER.replace("BODY", act + GOOD), "--typeset")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["paper.tex"]
    assert not (tmp_path.parent / "made.tex").exists()


def test_a_document_without_end_is_stopped(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ogd_exact.documents.typeset.engine.SECONDS", 2)
    answer = read(PAPER.replace("BODY", GOOD + r"\loop\iftrue\repeat"), "--typeset")
    assert answer.code == 2 and "takes more than 2 seconds" in answer.err


def test_findings_of_the_page_are_in_every_format(read: Any) -> None:
    one = next(one for one in DECEPTIONS if one.name == "bold type")
    for form in ("text", "github", "sarif", "junit", "html"):
        answer = read(one.document, "--typeset", "--format", form)
        assert answer.code == 1 and "the page prints -1" in " ".join(answer.out.split()), form


def test_only_latex_is_typeset() -> None:
    assert called("verify", "--typeset").code == 2

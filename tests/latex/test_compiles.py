"""What is written compiles with a real LaTeX, and nothing sticks out of a page."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, called, needs_program, sampled

PROBLEMS = re.compile(r"^!.*|^(?:Over|Under)full .*|^(?:LaTeX|Package \w+) Warning.*", re.M)


def compiled(folder: Path, name: str) -> str:
    """The log of the last of as many runs as references and column widths need."""
    needs_program("pdflatex", package="texlive-latex-base texlive-latex-recommended")
    for _ in range(4):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    return (folder / name).with_suffix(".log").read_text(errors="replace")


@pytest.mark.parametrize(
    "options",
    sampled([[], ["--printed"], ["--marks", "colour"], ["--tables", "compact"], ["--gadget", "copy"]], 3),
    ids=str,
)
def test_all_tables_compile(options: list[str], tmp_path: Path) -> None:
    assert called("latex", "--output-dir", tmp_path, *options).code == 0
    log = compiled(tmp_path, "all.tex")
    assert "Output written on all.pdf" in log and not PROBLEMS.findall(log)


def test_the_errata_are_one_page(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "errata.tex", tmp_path)
    log = compiled(tmp_path, "errata.tex")
    assert "Output written on errata.pdf (1 page," in log and not PROBLEMS.findall(log)


@pytest.mark.parametrize("name", ["errata.md", "errata.tex"])
def test_the_errata_say_where_another_repair_would_do(name: str) -> None:
    text = (ROOT / "docs" / name).read_text()
    assert text.count("Other repairs would make the rows right, too:") == 3

"""The site builds without a warning, needs no network, explains the words of the output, and shows every machine."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

import clock_pages
import machines
import ogd_exact as ogd
from conftest import ROOT, called, in_full, needs
from ogd_exact.circuits.machines.machines import MACHINES

DOCS = ROOT / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text()
SHOWN = (
    "gadget steps cases transitions region condition finding calls frame confirmed engine netlist kernel accepted"
    " FAILED printed asks seed never"
)
WORDS = re.findall(r"^\((\w+)\)=$", GLOSSARY, re.M)


@in_full
def test_the_site_builds_and_needs_nothing_else(tmp_path: Path) -> None:
    for module, package in (("sphinx", "sphinx"), ("myst_parser", "myst-parser"), ("furo", "furo")):
        needs(module, package)
    folder = tmp_path / "site"
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(tmp_path / "trees")]
    done = subprocess.run([*build, str(DOCS), str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = list(folder.rglob("*.html"))
    assert len(pages) > 35
    fetched = r"<(?:script|img|iframe)[^>]*\ssrc=\"([^\"]*)\"|<link[^>]*\shref=\"([^\"]*)\""
    for page in pages:
        for match in re.finditer(fetched, page.read_text()):
            target = (match[1] or match[2] or "").partition("?")[0].partition("#")[0]
            kept = target.startswith("data:image/png;base64,")  # in the page itself
            assert kept or "//" not in target, f"{page.name} fetches {target[:80]}"
            assert target.startswith("data:") or (page.parent / target).exists(), f"{page.name}: {target}"
    for style in folder.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", style.read_text()), style.name
    assert 'src="explore/counter.html"' in (folder / "index.html").read_text()
    for name in (*machines.SHOWN, *clock_pages.SHOWN):  # addresses that do not change
        assert (folder / "machines" / f"{name}.html").exists() and (folder / "explore" / f"{name}.html").exists()


def test_the_pages_of_machines_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert set(machines.SHOWN) == set(MACHINES)
    for name, text in machines.files().items():
        assert (machines.FOLDER / name).read_text() == text, f"{name} is stale; run scripts/machines.py"


def test_a_picture_shows_the_states() -> None:
    """A counter's: bit k of row n is that of the number n, and the highest is at the left."""
    text = (machines.FOLDER / "counter.svg").read_text()
    dark = set()
    for x, y, width in re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)"', text):
        dark |= {(int(x) // 8 + k, int(y) // 8) for k in range(int(width) // 8)}
    assert dark == {(4 - k, n) for n in range(32) for k in range(5) if n >> k & 1}


def test_the_picture_of_the_full_batch_shows_the_bits() -> None:
    """After every period the rows of the latches say the number of the period."""
    run = ogd.reduce(clock_pages.CIRCUIT, tables="any-order")
    rows = clock_pages.history(run)
    for number in range(7):
        at = [[value for start, value in row if start <= number * run.epochs][-1] for row in rows]
        assert run.bits([*at, *run.start[len(at) :]]) == tuple(number >> k & 1 for k in range(3))


def test_pytorch_counts_as_the_page_says() -> None:
    needs("torch", "torch")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(clock_pages.SNIPPET, {})  # noqa: S102 (it is ours)
    page = (machines.FOLDER / "full-batch.md").read_text()
    assert said.getvalue().split() == [f"{k:03b}" for k in range(1, 8)] and f"    {said.getvalue().strip()}\n" in page


def test_the_glossary_has_the_words_of_the_output_and_all_links_to_it_arrive() -> None:
    asked = {"gadget", "call", "case", "transition", "region", "kink", "magnitude", "frame", "bad"}
    assert asked <= set(WORDS) and len(WORDS) == len(set(WORDS)) and sorted(WORDS) == WORDS
    pages = [(DOCS / f"{name}.md").read_text() for name in ("tutorial", "how-it-works")]
    linked = {word for page in pages for word in re.findall(r"\]\(glossary\.md#(\w+)\)", page)}
    linked |= set(re.findall(r"\]\(#(\w+)\)", GLOSSARY))
    assert linked <= set(WORDS) and len(linked) > 12
    shown = called("verify", "--printed").out + called("simulate", "counter:2", "--audit", "1").out
    shown += called("simulate", "lfsr:2", "--target", "11").out
    for word in SHOWN.split():
        assert word in shown and {word.lower(), word.removesuffix("s")} & set(WORDS), word

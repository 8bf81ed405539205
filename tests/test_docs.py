"""What the README and the docs say is what happens."""

import contextlib
import doctest
import io
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import conftest
import regenerate_tables
from conftest import ROOT, called, in_full, needs, needs_program, typed
from ogd_exact.circuits.machines.machines import MACHINES
from ogd_exact.gadgets.findings.finding import CONDITIONS

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "machines").glob("*.md"))]
README, CIRCUITS, TABLES, TUTORIAL = (
    (ROOT / name).read_text() for name in ("README.md", "docs/circuits.md", "docs/tables.md", "docs/tutorial.md")
)
OURS = r"(?:python -m ogd_exact\.|ogd-exact )"
BLOCK = re.compile(rf"```(?:text|console)?\n\$ {OURS}((?:[^\n]*\\\n)*[^\n]*)\n(.*?)```", re.S)
FOUND = [(page, *block) for page in PAGES if page.name != "barrier.md" for block in BLOCK.findall(page.read_text())]
SHOWN = list(
    {
        (command.replace("\\\n", ""), output): page
        for page, command, output in FOUND
        if not output.startswith("...\n")  # shown in part, for a file that only its reader has
    }.items()
)
SAVED = r"Save this as `(.*?)`:?.*?\n\n```toml\n(.*?)```"


def as_a_reader_has_it(folder: Path, page: Path) -> None:
    """The docs, a paper with a chapter, a design, and what the page says one should save."""
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / "chapters").mkdir()
    shutil.copy(ROOT / "docs" / "tables" / "svm-not.tex", folder / "chapters" / "a.tex")
    whole = r"\documentclass{article}\usepackage{booktabs}\begin{document}\input{chapters/a}\end{document}"
    (folder / "paper.tex").write_text(whole)
    text = page.read_text()
    for name, saved in re.findall(SAVED, text if "Save this as" in text else TABLES, re.S):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(saved)


@pytest.mark.parametrize(("command", "page"), SHOWN, ids=[f"{page.name} {command[0]}" for command, page in SHOWN])
@pytest.mark.usefixtures("eighty_columns")
def test_pages_show_real_output(
    command: tuple[str, str], page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, output = command
    if "adversary" in words and not conftest.everything:
        pytest.skip("takes long; runs with --all")
    if library := re.search("--library (sklearn|torch)", words):
        needs(library[1], {"sklearn": "scikit-learn"}.get(library[1], library[1]))
    if words.startswith("synthesize"):
        needs("z3", "z3-solver")
    monkeypatch.chdir(tmp_path)
    as_a_reader_has_it(tmp_path, page)
    assert called(*shlex.split(words)).out == output


def test_no_block_of_commands_is_left_out() -> None:
    """Those that show output; barrier.md has a test of its own, and so has what a script prints."""
    counted = {page.name: len(re.findall(r"\n\$ (?!python scripts/)", page.read_text())) for page in PAGES}
    expected = {name: count for name, count in counted.items() if count and name != "barrier.md"}
    found = [page.name for page, _, _ in FOUND]
    assert {name: found.count(name) for name in expected} == expected and len(SHOWN) > 30


LINE = re.compile(rf"^    {OURS}([^#\n]*)", re.M)
TYPED = {line.strip(): page for page in PAGES for line in LINE.findall(page.read_text())}
ELSEWHERE = {  # what begins so is run by other tests, or shown for a file that only its reader has
    "prove": "tests/proofs",
    "simulate design": "test_from_verilog_to_a_verdict",
    "simulate lfsr:64 --target": "tests/invariant",
    "check never.cert": "tests/invariant",
    "barrier": "tests/barrier",
    "simulate lfsr:24": "tests/engines",
    "verify paper.tex --typeset=lualatex": "scripts/honest_papers.py",
}


@in_full
@pytest.mark.parametrize("line", [line for line in TYPED if not line.startswith(tuple(ELSEWHERE))])
def test_commands_of_the_pages_work(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "counter:24" in line:
        needs("numba", "numba")
    if "--typeset" in line:
        needs_program("pdflatex")
    if "--figure" in line or "--plot" in line:
        needs("matplotlib", "matplotlib")
    monkeypatch.chdir(tmp_path)
    as_a_reader_has_it(tmp_path, TYPED[line])
    if "--check build/tables" in line:
        assert called("latex", "--output-dir", "build/tables").code == 0
    words = [word for part in shlex.split(line) for word in ([*map(str, Path().glob(part))] if "*" in part else [part])]
    answer = called(*words)
    assert answer.code == (1 if "--printed" in line else 0), answer.err
    for option, name in zip(words, words[1:], strict=False):
        if option in ("-o", "--figure", "--output"):
            assert Path(name).exists() and f"wrote {name}" in answer.err


def test_the_readme_makes_a_library_count() -> None:
    needs("sklearn", "scikit-learn")
    (script, output) = re.search(r"```python\n(.*?)```\n\n    ([01 ]+)\n", README, re.S).groups()  # type: ignore[union-attr]
    assert len(script.strip().splitlines()) <= 10
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(script, {})  # noqa: S102 (it is ours)
    assert said.getvalue().split() == output.split() == [f"{k:03b}" for k in range(1, 8)]


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_the_tutorial_runs_in_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("sklearn", "scikit-learn")
    finder = doctest.DocTestParser()
    test = finder.get_doctest(TUTORIAL, {}, "tutorial", None, None)
    assert len(test.examples) > 4 and doctest.DocTestRunner().run(test).failed == 0


def test_the_tutorials_gadget_can_be_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rows that it names."""
    monkeypatch.chdir(tmp_path)
    as_a_reader_has_it(tmp_path, ROOT / "docs" / "tutorial.md")
    path = tmp_path / "mine" / "svm" / "flip.toml"
    text = path.read_text()
    for _, x, *after in re.findall(r"^\| (\d) \| `(.*?)` \| `(.*?)` \| `(.*?)` \|$", TUTORIAL, re.M):
        step = re.search(r'x = \["-?2"\]\ny = "1"\nafter = .*', text)
        assert step
        text = text.replace(step[0], f'x = [ "{x}" ]\ny = "1"\nafter = [["{after[0]}"], ["{after[1]}"]]', 1)
    path.write_text(text)
    assert called("verify", "--tables", "mine").code == 0


RECIPES = re.findall(r'^    yosys -q -p "(.*?)"\n    python (.*)$', CIRCUITS, re.M)
HIERARCHY = """
module digit(input clk, input rst, input t, output reg q, output c);
  always @(posedge clk or posedge rst) if (rst) q <= 0; else q <= q ^ t;
  assign c = q & t;
endmodule
module design(input clk, input rst, output bad);
  wire a, b, c1, c2;
  digit i1(.clk(clk), .rst(rst), .t(1'b1), .q(a), .c(c1));
  digit i2(.clk(clk), .rst(rst), .t(c1), .q(b), .c(c2));
  assign bad = a & b;
endmodule
"""


@pytest.mark.parametrize(("script", "command"), RECIPES, ids=["blif", "aiger"])
def test_from_verilog_to_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, command: str) -> None:
    needs_program("yosys")
    (design,) = re.findall(r"```verilog\n(.*?)```", CIRCUITS, re.S)
    monkeypatch.chdir(tmp_path)
    # The page's design, and one with parts and an asynchronous reset.
    for text, options, frame in (
        (design, [], 7),
        (HIERARCHY, ["--input", "rst=0", "--uninitialised", "0"], 3),
    ):
        (tmp_path / "design.v").write_text(text)
        subprocess.run(["yosys", "-q", "-p", script], check=True, capture_output=True)
        answer = called(*shlex.split(command.removeprefix("-m ogd_exact.")), *options)
        assert answer.code == 0 and f"accepted in frame {frame} " in answer.out, answer.err


def test_the_circuits_page_has_every_machine() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) to (\d+)[^|]* \| [^|]+ \| ([^|]+) \|$", CIRCUITS, re.M)
    assert rows == [(name, str(m.least), str(m.most), m.description) for name, m in MACHINES.items()]


@pytest.mark.parametrize("options", [["--model", "svm"], ["--model", "svm-eta"], ["--model", "svm-reg"]])
def test_the_circuits_page_replays_a_training_set(tmp_path: Path, options: list[str]) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", CIRCUITS, re.S)
    (tmp_path / "replay.py").write_text(script)
    assert called("reduce", "counter:3", *options, "-o", tmp_path / "train.jsonl").code == 0
    answer = typed(tmp_path / "replay.py", tmp_path / "train.jsonl")
    states = [f"{k:03b}" for k in range(1, 8)]
    assert answer == (0, "".join(f"{state}\n" for state in states) + "accepted in frame 7\n", "")


def test_the_contract_of_the_example_counts(tmp_path: Path) -> None:
    ((_, text),) = re.findall(SAVED, TABLES, re.S)
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "a.toml").write_text(text.replace("not(i1)", "copy(i1)"))
    answer = called("verify", "--tables", tmp_path)
    assert answer.code == 1 and "[condition 5]" in answer.out and "No contract" not in answer.out


def test_generated_pages_are_current() -> None:
    assert regenerate_tables.stale_pages() == []


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert target.startswith("https:") or (page.parent / target).exists(), f"{page.name}: {target}"


def test_paths_lead_somewhere() -> None:
    """Those in backticks that begin with a folder of ours or a room; of a Python file the ending may be left out."""
    places = [ROOT, ROOT / "ogd_exact", ROOT / "docs"]
    ours = {path.name for place in places for path in place.iterdir() if path.is_dir()}
    checked = 0
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for path in re.findall(r"`([\w.-]+/[\w./*-]*)`", page.read_text()):
            if path.split("/")[0] in ours:
                found = [place for place in places if any(place.glob(path)) or any(place.glob(f"{path}.py"))]
                assert found, f"{page.name}: {path}"
                checked += 1
    assert checked > 30


def test_the_conditions_page_has_every_number() -> None:
    page = (ROOT / "docs" / "conditions.md").read_text()
    assert [int(n) for n in re.findall(r"^(\d)\. \*\*", page, re.M)] == list(CONDITIONS)

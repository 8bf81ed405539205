"""What the README and the docs say is what happens."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import regenerate_tables
from conftest import ROOT, called, needs, needs_program, typed
from ogd_exact.circuits.machines import MACHINES
from ogd_exact.findings.finding import CONDITIONS

README = (ROOT / "README.md").read_text()
PAGES = "".join((ROOT / page).read_text() for page in ("README.md", "docs/replay.md", "docs/gallery.md"))
FOUND = re.findall(r"```\n\$ python ((?:[^\n]*\\\n)*[^\n]*)\n(.*?)```", PAGES, re.S)
SHOWN = list(dict.fromkeys((command.replace("\\\n", ""), output) for command, output in FOUND))  # each once


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[f"{n} {command}" for n, (command, _) in enumerate(SHOWN)])
@pytest.mark.usefixtures("eighty_columns")
def test_pages_show_real_output(command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if library := re.search("--library (sklearn|torch)", command):
        needs(library[1], {"sklearn": "scikit-learn"}.get(library[1], library[1]))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / "mine" / "svm").mkdir(parents=True)
    example = re.findall(r"Save this as `(.*?)`:\n\n```toml\n(.*?)```", README, re.S)
    (tmp_path / example[0][0]).write_text(example[0][1])
    assert called(*shlex.split(command.removeprefix("-m ogd_exact."))).out == output


def test_pages_show_all_kinds_of_runs() -> None:
    assert len(SHOWN) == 18


RECIPES = re.findall(r'^    yosys -q -p "(.*?)"\n    python (.*)$', README, re.M)
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
    (design,) = re.findall(r"```verilog\n(.*?)```", README, re.S)
    monkeypatch.chdir(tmp_path)
    # The README's design, and one with parts and an asynchronous reset.
    for text, options, frame in (
        (design, [], 7),
        (HIERARCHY, ["--input", "rst=0", "--uninitialised", "0"], 3),
    ):
        (tmp_path / "design.v").write_text(text)
        subprocess.run(["yosys", "-q", "-p", script], check=True, capture_output=True)
        answer = called(*shlex.split(command.removeprefix("-m ogd_exact.")), *options)
        assert answer.code == 0 and f"accepted in frame {frame} " in answer.out, answer.err


CIRCUITS = (ROOT / "docs" / "circuits.md").read_text()


def test_the_circuits_page_has_every_machine() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) to (\d+) \| [^|]+ \| ([^|]+) \|$", CIRCUITS, re.M)
    assert rows == [(name, str(m.least), str(m.most), m.description) for name, m in MACHINES.items()]


@pytest.mark.parametrize("options", [["--model", "svm"], ["--model", "svm-eta"], ["--model", "svm-reg"]])
def test_the_circuits_page_replays_a_training_set(tmp_path: Path, options: list[str]) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", CIRCUITS, re.S)
    (tmp_path / "replay.py").write_text(script)
    assert called("reduce", "counter:3", *options, "-o", tmp_path / "train.jsonl").code == 0
    answer = typed(tmp_path / "replay.py", tmp_path / "train.jsonl")
    states = [f"{k:03b}"[::-1] for k in range(1, 8)]
    assert answer == (0, "".join(f"{state}\n" for state in states) + "accepted in frame 7\n", "")


def test_the_contract_of_the_readmes_example_counts(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.S)
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "a.toml").write_text(text.replace("not(i1)", "copy(i1)"))
    answer = called("verify", "--tables", tmp_path)
    assert answer.code == 1 and "[condition 5]" in answer.out and "No contract" not in answer.out


def test_generated_pages_are_current() -> None:
    assert regenerate_tables.stale_pages() == []


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_paths_lead_somewhere() -> None:
    """Those in backticks that begin with a folder of ours or a room; of a Python file the ending may be left out."""
    places = [ROOT, ROOT / "ogd_exact", ROOT / "docs"]
    ours = {path.name for place in places for path in place.iterdir() if path.is_dir()}
    checked = 0
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for path in re.findall(r"`([\w.-]+/[\w./*-]*)`", page.read_text()):
            if path.split("/")[0] in ours:
                found = [place for place in places if any(place.glob(path)) or any(place.glob(f"{path}.py"))]
                assert found, f"{page.name}: {path}"
                checked += 1
    assert checked > 30


def test_the_conditions_page_has_every_number() -> None:
    page = (ROOT / "docs" / "conditions.md").read_text()
    assert [int(n) for n in re.findall(r"^(\d)\. \*\*", page, re.M)] == list(CONDITIONS)

"""What the README and the docs say is what happens."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import regenerate_tables
from conftest import ROOT, needs_program, typed
from ogd_exact.verify.findings import CONDITIONS

README = (ROOT / "README.md").read_text()
SHOWN = re.findall(r"```\n\$ python (.*?)\n(.*?)```", README, re.S)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_readme_shows_real_output(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "svm").mkdir(parents=True)
    example = re.findall(r"Save this as `(.*?)`:\n\n```toml\n(.*?)```", README, re.S)
    (tmp_path / example[0][0]).write_text(example[0][1])
    assert typed(*shlex.split(command)).out == output


def test_the_readme_shows_all_kinds_of_runs() -> None:
    assert len(SHOWN) == 4


def test_from_verilog_to_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_program("yosys")
    (design,) = re.findall(r"```verilog\n(.*?)```", README, re.S)
    (tmp_path / "design.v").write_text(design)
    monkeypatch.chdir(tmp_path)
    (script,) = re.findall(r'yosys -q -p "(.*?)"', README)
    aiger = script.replace("write_blif design.blif", "aigmap; write_aiger -symbols design.aig")
    for commands in (script, aiger):
        subprocess.run(["yosys", "-q", "-p", commands], check=True, capture_output=True)
    for arguments in (["design.blif"], ["design.aig", "--input", "clk=0"]):
        answer = typed("-m", "ogd_exact.simulate", *arguments, "--model", "dense-relu")
        assert answer.code == 0 and "accepted in frame 7 " in answer.out


def test_the_contract_of_the_readmes_example_counts(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.S)
    (tmp_path / "svm").mkdir()
    (tmp_path / "svm" / "a.toml").write_text(text.replace("not(i1)", "copy(i1)"))
    answer = typed("-m", "ogd_exact.verify", "--tables", tmp_path)
    assert answer.code == 1 and "[condition 5]" in answer.out and "No contract" not in answer.out


def test_generated_pages_are_current() -> None:
    assert regenerate_tables.stale_pages() == []


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
        for path in re.findall(r"`((?:ogd_exact|gadget_tables|scripts|docs)/[\w./-]+\.\w+)`", page.read_text()):
            assert (ROOT / path).exists(), f"{page.name}: {path}"


def test_the_conditions_page_has_every_number() -> None:
    page = (ROOT / "docs" / "conditions.md").read_text()
    assert [int(n) for n in re.findall(r"^(\d)\. \*\*", page, re.M)] == list(CONDITIONS)

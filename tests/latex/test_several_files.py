"""verify FILE ...: several files at once, as a shell, the pre-commit hook and the action give them."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ogd_exact as ogd
from conftest import ROOT, called, in_full, needs, needs_program
from latex.test_refused import GOOD

MACRO, TABLE = GOOD.split("\n", 1)
NOT = (ROOT / "docs" / "tables" / "svm-not.tex").read_text()
SPOILED = GOOD.replace("$-4$", "$-5$")


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A main file with a macro, and two chapters, one of which counts on it; besides, a page without tables."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chapters").mkdir()
    (tmp_path / "paper.tex").write_text(f"{MACRO}\n\\input{{chapters/a}}\n\\input{{chapters/b}}\n")
    (tmp_path / "chapters" / "a.tex").write_text(TABLE)
    (tmp_path / "chapters" / "b.tex").write_text(NOT)
    (tmp_path / "intro.tex").write_text("Hello.\n")
    return tmp_path


@pytest.mark.parametrize(
    "files",
    [
        "paper.tex chapters/a.tex chapters/b.tex",
        "chapters/b.tex chapters/a.tex paper.tex intro.tex",
        "paper.tex ./paper.tex",
        "--tex paper.tex intro.tex",
        "--tex chapters/a.tex --tex paper.tex",
    ],
)
def test_a_file_that_another_includes_is_read_there(files: str, paper: Path) -> None:
    answer = called("verify", *files.split())
    assert answer.code == 0 and "2 tables (" in answer.out and "10 transitions and 2 calls" in answer.out, answer.err


def test_files_that_include_each_other_are_not_both_left_out(paper: Path) -> None:
    (paper / "paper.tex").write_text("\\input{other}\n")
    (paper / "other.tex").write_text("\\input{paper}\n" + NOT)
    answer = called("verify", "paper.tex", "other.tex")
    assert answer.code == 2 and "break the ring" in answer.err


def test_files_of_their_own_are_one_paper(paper: Path) -> None:
    (paper / "first.tex").write_text(GOOD)
    answer = called("verify", "first.tex", "chapters/b.tex", "intro.tex")
    assert answer.code == 0 and "2 tables (first.tex, chapters/b.tex, intro.tex)" in answer.out
    (paper / "second.tex").write_text(SPOILED)
    answer = called("verify", "first.tex", "second.tex")
    assert answer.code == 2 and "a second table of svm copy (the first is at first.tex:5)" in answer.err
    found = json.loads(called("verify", "second.tex", "chapters/b.tex", "--format", "json").out)["tables"]
    assert [(t["gadget"], [(f["file"], f["line"]) for f in t["findings"]]) for t in found] == [
        ("copy", [("second.tex", 8)]),
        ("not", []),
    ]


def test_a_chapter_that_counts_on_macros_elsewhere_does_not_pass_without_them(paper: Path) -> None:
    answer = called("verify", "--if-any", "chapters/a.tex")
    assert answer.code == 2 and answer.err.startswith("ogd-exact: chapters/a.tex:")


def test_nothing_to_check_is_no_success_unless_it_was_asked_for(paper: Path) -> None:
    (paper / "more.tex").write_text("Nothing.\n")
    for files in (["intro.tex"], ["intro.tex", "more.tex"]):
        answer = called("verify", *files)
        assert answer.code == 2 and "holds no gadget table" in answer.err.replace("a gadget", "no gadget")
        answer = called("verify", "--if-any", *files)
        assert answer == (0, "", "ogd-exact: there is no gadget table in these files, so that nothing was checked\n")
    assert "--if-any is for LaTeX files" in called("verify", "--if-any").err
    for words in (["intro.tex", "gone.tex"], ["gone.tex"], ["--tables", "gone", "intro.tex"], [""]):
        assert called("verify", "--if-any", *words).code == 2


def test_no_file_is_written_over(paper: Path) -> None:
    for words in (["intro.tex", "paper.tex", "-o", "intro.tex"], ["intro.tex", "paper.tex", "-o", "chapters/b.tex"]):
        assert called("verify", *words).code == 2
    assert (paper / "intro.tex").read_text() == "Hello.\n" and (paper / "chapters" / "b.tex").read_text() == NOT


def test_the_library_takes_several_files_too(paper: Path) -> None:
    report = ogd.verify(tex=["chapters/b.tex", paper / "paper.tex"])
    assert report.verified and len(report.tables) == 2
    for wrong in ([], [1], {"a": 1}.keys() - {"a"}):
        with pytest.raises(ogd.InputError):
            ogd.verify(tex=wrong)  # type: ignore[arg-type]


HOOK = (ROOT / ".pre-commit-hooks.yaml").read_text()
ENTRY = shlex.split(re.findall(r"entry: ogd-exact (.*)", HOOK)[0])
ENTRY += re.findall(r"args: \[\"(.*)\"\]  #", HOOK)


def test_the_hook_finds_what_is_spoiled_and_passes_what_is_not(paper: Path) -> None:
    assert "pass_filenames: true" in HOOK and "require_serial: true" in HOOK
    (paper / "first.tex").write_text(GOOD)
    assert called(*ENTRY, "intro.tex", "first.tex").code == 0
    assert called(*ENTRY, "intro.tex").code == 0
    (paper / "first.tex").write_text(SPOILED)
    answer = called(*ENTRY, "intro.tex", "first.tex")
    assert answer.code == 1 and "first.tex:8:4" in answer.out and "must be   -4" in answer.out
    (paper / "first.tex").rename("-ofirst.tex")
    answer = called(*ENTRY, "-ofirst.tex", "chapters/b.tex")
    assert answer.code == 1 and "-ofirst.tex:8:4" in answer.out and not (paper / "first.tex").exists()


@in_full
def test_pre_commit_itself_stops_a_spoiled_paper(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the hook as it is written, but with the environment of the tests instead of one that is made for it."""
    needs("pre_commit", "pre-commit")
    needs_program("git")
    hook = HOOK.replace("language: python", "language: system")
    hook = hook.replace("ogd-exact verify", f"{sys.executable} -m ogd_exact verify")
    lines = "".join(f"      {line}\n" for line in hook.splitlines() if not line.startswith("#"))
    (paper / ".pre-commit-config.yaml").write_text("repos:\n  - repo: local\n    hooks:\n" + lines)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PRE_COMMIT_HOME", str(paper / "cache"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a"]
    subprocess.run([*git, "init", "-q"], check=True)
    for text, code in ((GOOD, 0), (SPOILED, 1)):
        (paper / "first.tex").write_text(text)
        subprocess.run([*git, "add", "first.tex", "intro.tex"], check=True)
        done = subprocess.run([sys.executable, "-m", "pre_commit", "run"], capture_output=True, text=True)
        assert done.returncode == code and ("must be   -4" in done.stdout) == bool(code), done.stdout + done.stderr


ACTION = (ROOT / "action.yml").read_text()
(SCRIPT,) = re.findall(r"run: \|\n(.*?)\n      shell: bash", ACTION, re.S)


@pytest.mark.parametrize(
    ("tex", "tables", "code", "said"),
    [
        ("paper.tex", "", 0, "2 tables (paper.tex)"),
        ("paper.tex\nchapters/*.tex\n", "", 0, "2 tables (paper.tex, chapters/a.tex, chapters/b.tex)"),
        ("a name.tex", "", 1, "::error file=a name.tex,line=8,col=4::svm copy"),
        ("intro.tex", "", 2, "::error file=intro.tex::holds no gadget table"),
        ("paper.tex", "mine", 2, "::error file=mine::is not a folder"),
        ("$(touch made)", "`touch made`", 2, "::error"),
        ("-o made", "", 2, "::error"),
    ],
)
def test_the_script_of_the_action(paper: Path, tex: str, tables: str, code: int, said: str) -> None:
    needs_program("bash")
    (paper / "a name.tex").write_text(SPOILED)
    script = SCRIPT.replace("python -m", f"{shlex.quote(sys.executable)} -m")
    env: dict[str, Any] = {**os.environ, "TEX": tex, "TABLES": tables, "PYTHONPATH": str(ROOT)}
    bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(bash, env=env, capture_output=True, text=True)
    assert done.returncode == code and said in done.stdout, done.stdout + done.stderr
    assert not (paper / "made").exists()

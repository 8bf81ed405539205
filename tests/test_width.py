"""Sentences fit the terminal they are shown on; where there is none, they are not broken."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from conftest import ROOT, called, in_full
from latex.test_refused import GOOD

REPORTS = [  # a command whose report has a long line, and the start and the end of that line
    (
        "verify --printed --model svm-reg --gadget set_false_if_unset",
        ("  because   case 1 goes to (alpha/eps1", "every case holds"),
    ),
    ("verify --witnesses --model svm-reg --gadget d_nand", ("  at alpha = 8/9, eps1 = 1, ", "0 is not positive")),
    ("simulate counter:4 --at-step 300", ("diamond = -1, x0 = -1", "gate15 = -3")),
    ("replay --precision counter:2 --model svm", ("Proved: with 8 bits", "every pass up to the answer.")),
    ("annealed counter:2 --schedule 1/t", ("counter:2 by ", " examples a frame.")),
    ("barrier --gadget destructive_nand", ("  adds up to 0 before", "misses some case by 1/2 or more.")),
]


@pytest.mark.parametrize(("command", "ends"), REPORTS, ids=[command for command, _ in REPORTS])
def test_a_pipe_gets_whole_sentences(command: str, ends: tuple[str, str]) -> None:
    lines = called(*command.split()).out.splitlines()
    assert [line for line in lines if len(line) > 80 and (line.startswith(ends[0]) and line.endswith(ends[1]))], lines


def test_a_summary_is_one_line_however_long_its_path(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 100) / ("b" * 100) / "paper.tex"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    said = f"1 table ({path}), 6 transitions and 2 calls checked: all verified."
    assert called("verify", "--tex", path).out.splitlines()[-1] == said


@pytest.mark.parametrize(("columns", "most"), [("60", 60), ("1", 40), ("0", None), ("wide", None)])
def test_columns_may_be_asked_for(columns: str, most: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["annealed", "counter:2", "--schedule", "1/t"]
    unbroken = called(*words).out.splitlines()
    monkeypatch.setenv("COLUMNS", columns)
    lines = called(*words).out.splitlines()
    assert (max(map(len, lines)) <= most) if most else lines == unbroken


@in_full
def test_a_terminal_is_filled() -> None:
    command = [sys.executable, "-m", "ogd_exact", "annealed", "counter:2", "--schedule", "1/t"]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    subprocess.run(command, stdout=theirs, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, timeout=300)
    os.close(theirs)
    lines = os.read(ours, 10_000).decode().splitlines()
    os.close(ours)
    assert 40 < max(map(len, lines)) <= 50
    assert " ".join(lines) == " ".join(called(*command[3:]).out.splitlines())


@pytest.mark.parametrize("width", [60, 80, 300])
def test_a_caret_stands_below_the_cell_that_is_wrong(
    width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In TOML and in LaTeX, however far to the right, and after a tab, which is written as two characters."""
    monkeypatch.setenv("COLUMNS", str(width))
    table = (ROOT / "gadget_tables" / "paper" / "svm" / "not.toml").read_text()
    folder = tmp_path / "mine" / "svm"
    folder.mkdir(parents=True)
    for blank in ("", "\t", " " * 150):
        (folder / "not.toml").write_text(table.replace('x = ["-2"]', f'x = {blank}[{blank}"-77"]'))
        told = called("verify", "--tables", tmp_path / "mine", "--gadget", "not").out.splitlines()
        (tmp_path / "a.tex").write_text(GOOD.replace("$-4$", f"{blank}$-77$"))
        told += called("verify", tmp_path / "a.tex").out.splitlines()
        carets = [k for k, line in enumerate(told) if line.strip() == "^"]
        assert len(carets) == 2 and all("77" in told[k - 1][told[k].index("^") :][:4] for k in carets), told
        assert all(len(told[k - 1]) <= width for k in carets)


def test_bounds_of_a_region_take_the_width_there_is() -> None:
    """A pipe has no edge: all of them stand in the line of their table."""
    line = next(line for line in called("verify", "--model", "svm-reg").out.splitlines() if line.startswith("d_nand"))
    assert line.endswith("alpha^3*eps1^2 < 2, alpha^3*eps2^2 < 2")

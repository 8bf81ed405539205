"""docs/barrier.md shows what happens."""

import re
import shlex
from pathlib import Path

import pytest
from barrier_command import barrier

from conftest import ROOT, called, needs

PAGE = (ROOT / "docs" / "barrier.md").read_text()
SHOWN = re.findall(r"```\n\$ python (.*?)\n(.*?)```", PAGE, re.S)
PLAIN = re.findall(r"^    python (-m ogd_exact\.barrier .*)$", PAGE, re.M)


def saved(folder: Path) -> None:
    for name, text in re.findall(r"[Ss]ave this as `(.*?)`.*?```\w+\n(.*?)```", PAGE, re.S):
        (folder / name).write_text(text)
    for name, text in re.findall(r"and this as `(.*?)`.*?```\w+\n(.*?)```", PAGE, re.S):
        (folder / name).write_text(text)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
@pytest.mark.usefixtures("eighty_columns")
def test_the_page_shows_real_output(command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if " weights " in command:
        needs("flint", "python-flint")
    monkeypatch.chdir(tmp_path)
    saved(tmp_path)
    dash, module, *arguments = shlex.split(command)
    assert (dash, module) == ("-m", "ogd_exact.barrier")
    wrote = f"wrote {arguments[-1]}\n" if "--output" in arguments else ""
    assert barrier(*arguments) == (0, output, wrote)
    assert all(len(line) <= 80 for line in output.splitlines())


def test_the_other_commands_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("sklearn", "scikit-learn")
    monkeypatch.chdir(tmp_path)
    saved(tmp_path)
    assert len(SHOWN) == 11 and len(PLAIN) == 4
    assert {called(*shlex.split(command.removeprefix("-m ogd_exact."))).code for command in PLAIN} == {0}

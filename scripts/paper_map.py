"""Writes docs/paper-map.md: for every statement of the paper the command that checks it, and what that command says.

The quoted line is the command's own, and the verdict follows from its exit code, so that the page cannot claim more.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from environment import ROOT
from ogd_exact.commands.command_line import dispatch
from ogd_exact.commands.shell import run
from ogd_exact.tables.folder import paper

PAGE = ROOT / "docs" / "paper-map.md"
HEAD = """# From the paper to the commands

Every theorem, table, remark and aside, with the command that checks it (after `python -m ogd_exact.`, or a script) and
a line of what it says. `scripts/paper_map.py` runs all of them and writes this page; a test runs each again. "Holds":
the command found no fault. "Misprint": the table as printed is wrong, [errata.md](errata.md) has the repair, and the
corrected one is verified. "Corrected": the statement needs a correction, in that section of
[divergences.md](divergences.md), with which it holds; "differs": it does not hold. Rows with `--library sklearn` and
`barrier weights` need the extras `sklearn` and `barrier`.

| where | statement | command | says | verdict |
|---|---|---|---|---|
"""
BEYOND = """
## Beyond the paper

What the paper does not state, and this project adds; [rules.md](rules.md) and the pages that it names have the proofs.
Rows with `--library torch` need the extra `torch`.

| about | statement | command | says | verdict |
|---|---|---|---|---|
"""
VERDICTS = {0: "holds", 1: "misprint"}


class Row(NamedTuple):
    where: str
    statement: str
    command: str
    shows: str
    corrected: int | None = None  # a section of docs/divergences.md
    differs: int | None = None


def listed(key: str) -> list[Row]:
    with Path(__file__).with_suffix(".toml").open("rb") as file:
        return [Row(**data) for data in tomllib.load(file)[key]]


def beyond() -> list[Row]:
    """The rows of the second part."""
    return listed("beyond")


def rows() -> list[Row]:
    """Those of the file, and one for each printed table."""
    found = listed("row")
    for table in sorted(paper().tables.values(), key=lambda table: (table.model, table.label)):
        if table.path:  # else it is derived, and printed nowhere
            command = f"verify --printed --model {table.model} --gadget {table.gadget}"
            found.append(Row(table.label, f"`{table.gadget}` for {table.model}", command, "checked"))
    return found


def answer(command: str) -> tuple[int, str]:
    """The exit code, and what is printed."""
    words = shlex.split(command)
    if words[0].startswith("scripts/"):
        done = subprocess.run([sys.executable, ROOT / words[0], *words[1:]], capture_output=True, text=True)
        return done.returncode, done.stdout
    raw = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(raw, "utf-8", write_through=True)):
        code = run(dispatch, words)
        return code, raw.getvalue().decode()


def line(row: Row) -> str:
    """A line of the page; raises where the command fails, or does not say what it should."""
    code, out = answer(row.command)
    quoted = next((text.strip() for text in out.splitlines() if re.search(row.shows, text)), None)
    if quoted is None or code not in VERDICTS:
        raise AssertionError(f"{row.command}: exit code {code}, or no line with {row.shows!r}:\n{out}")
    cells = [row.where, row.statement, f"`{row.command}`", short(quoted), verdict(row, code)]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def verdict(row: Row, code: int) -> str:
    if row.differs is not None:
        return f"differs: {row.differs}"
    return VERDICTS[code] if row.corrected is None else f"{VERDICTS[code]}, corrected: {row.corrected}"


def short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 90 else f"{words[:87]}..."


if __name__ == "__main__":
    parts = {HEAD: rows(), BEYOND: beyond()}
    PAGE.write_text("".join(head + "".join(f"{line(row)}\n" for row in part) for head, part in parts.items()))

"""Writes docs/paper-map.md: for every statement of the paper the command that checks it, and what that command shows.

A row says what must be shown: a text with numbers, how these compare, and an exit code. `fault` says what is missing.
The page quotes the output, so that it cannot claim more.
"""

import contextlib
import io
import operator
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from environment import ROOT
from ogd_exact.commands.command_line import dispatch
from ogd_exact.commands.shell import run
from ogd_exact.core.tables.expressions import evaluate, parse
from ogd_exact.core.tables.table import Table
from ogd_exact.documents.coq.development import slot_sources, sources, theory
from ogd_exact.gadgets.reading.folder import is_any_order, paper
from ogd_exact.text.wording import counted

PAGE = ROOT / "docs" / "paper-map.md"
HEAD = """# From the paper to the commands

Every theorem, table, remark and aside, with the command that checks it (after `python -m ogd_exact.`, or a script) and
what it shows. `scripts/paper_map.py` runs all of them and writes this page. Each row says what its command must show:
a text, its numbers, how they compare, an exit code. A test runs each again, spoils each of these, and sees it fail.
"Holds": it is shown. "Misprint": the table as printed is wrong, [errata.md](errata.md) has the repair, and the
corrected one is verified. "Corrected": the statement needs a correction, in that section of
[divergences.md](divergences.md), with which it holds; "differs": it does not hold. A row with `prove` quotes a
theorem, for all circuits, or the rule, the region and the construction that it is about, from the files that this
command writes; that coqc accepts these files another test checks ([proofs.md](proofs.md)). Its circuits are those of
NAND gates, C' of the paper; a row that runs a circuit by name speaks of that circuit. Rows that lead to
[bounds.md](bounds.md) compare what a circuit has with bounds that are proved there for all circuits, by hand: those
of weights and bits are not in Coq. What the paper cites from elsewhere is not checked, such as that C-Path is
PSPACE-complete. Rows with `--library sklearn` and `barrier weights` need the extras `sklearn` and `barrier`.

| where | statement | command | shows | verdict |
|---|---|---|---|---|
"""
BEYOND = """
## Beyond the paper

What the paper does not state, and this project adds; [rules.md](rules.md) and the pages that it names have the proofs.
Rows with `--library torch` need the extra `torch`.

| about | statement | command | shows | verdict |
|---|---|---|---|---|
"""
VERDICTS = {0: "holds", 1: "misprint"}
HOLE = re.compile(r"(\{\w+\}|\.\.\.)")
NUMBER = r"-?\d+(?:/\d+|\.\d+)?(?:e[-+]?\d+)?"
STATED = re.compile(
    r"^(?:Theorem|Lemma) .*?(?=\s*^ *Proof)|^Definition (?:\w+_construction|R) .*?\|\}\.$"
    r"|^(?:Hypothesis region\d|Definition \w+_train) [^\n]*\.$",
    re.M | re.S,
)
RELATIONS = {"=": operator.eq, "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt}
OPPOSITE = {"=": "<", "<=": ">", ">=": "<", "<": ">=", ">": "<="}


class Row(NamedTuple):
    where: str
    statement: str
    command: str
    shows: str
    holds: list[str] = []
    lacks: str = ""
    exit: int = 0
    corrected: int | None = None  # a section of docs/divergences.md
    differs: int | None = None
    see: str = ""


class Section(NamedTuple):
    name: str
    label: str = ""
    parts: list[str] = []
    no_claim: str = ""


@cache
def data() -> dict[str, Any]:
    with Path(__file__).with_suffix(".toml").open("rb") as file:
        return tomllib.load(file)


@cache
def sections() -> list[Section]:
    """The sections of the paper, and what each has: tables, theorems, remarks, footnotes."""
    with Path(__file__).with_name("paper_sections.toml").open("rb") as file:
        return [Section(**section) for section in tomllib.load(file)["sections"]]


def beyond() -> list[Row]:
    """The rows of the second part."""
    return [Row(**row) for row in data()["beyond"]]


def rows() -> list[Row]:
    """Those of the file, and one for each printed table, in the order of the paper."""
    printed = [table for table in paper().tables.values() if table.path]  # others are derived, and printed nowhere
    order = [
        f"{section.name}{part}" for section in sections() for part in ("", *(f", {part}" for part in section.parts))
    ]
    found = [*(Row(**row) for row in data()["row"]), *map(row_of_table, printed)]
    return sorted(found, key=lambda row: order.index(row.where))


def row_of_table(table: Table) -> Row:
    """As printed, it has a finding for each of its misprints, and none besides."""
    calls = sum(bool(step.call) for step in table.steps) * len(table.cases)
    transitions = len(table.steps) * len(table.cases) - calls
    wrong = len(table.corrections)
    verdict = f"{counted(wrong, 'finding')} in 1 table" if wrong else "all verified"
    (where,) = [f"{section.name}, {table.label}" for section in sections() if table.label in section.parts]
    return Row(
        where,
        f"`{table.gadget}` for {table.model}",
        f"verify --printed --model {table.model} --gadget {table.gadget}",
        f"1 table (printed), {counted(transitions, 'transition')} and {counted(calls, 'call')} checked: {verdict}",
        exit=1 if wrong else 0,
    )


@cache
def answer(command: str) -> tuple[int, str]:
    """The exit code, and what is printed, in one line; of prove, what it is to prove."""
    words = shlex.split(command)
    if words[0] == "prove":
        return 0, " ".join(stated(words).split())
    if words[0].startswith("scripts/"):
        done = subprocess.run([sys.executable, ROOT / words[0], *words[1:]], capture_output=True, text=True)
        return done.returncode, " ".join(done.stdout.split())
    raw, complaints = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, "utf-8", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        code = run(dispatch, words)
        return code, " ".join([*raw.getvalue().decode().split(), *complaints.getvalue().split()])


def stated(words: list[str]) -> str:
    """Rules, regions, constructions, theorems in the files of prove: of a model, of a folder, or else of the theory."""
    options = dict(zip(words[1::2], words[2::2], strict=True))
    tables, models = options.get("--tables"), [options[name] for name in options if name == "--model"]
    if not options:
        texts = list(theory().values())
    elif tables is not None and is_any_order(tables):
        texts = [source.proof_file().text for source in slot_sources(tables, models)]
    else:
        texts = [source.proof_file().text for source in sources(tables, models)]
    return "\n".join(found for text in texts for found in STATED.findall(text))


def pattern(shows: str) -> re.Pattern[str]:
    """Of what a row must show: {name} is a number, ... is any text, and all else is as it stands."""
    made = ""
    for part in HOLE.split(" ".join(shows.split())):
        if part == "...":
            made += ".*?"
        else:
            made += f"(?P<{part[1:-1]}>{NUMBER})" if HOLE.fullmatch(part) else re.escape(part)
    return re.compile(rf"(?<!\w){made}(?!\w)")


def holds(comparison: str, numbers: dict[str, Fraction]) -> bool:
    left, relation, right = comparison.partition(relation_of(comparison))
    values = [evaluate(parse(side), numbers, Fraction) for side in (left, right)]
    return RELATIONS[relation](*values)


def relation_of(comparison: str) -> str:
    return re.findall("<=|>=|[=<>]", comparison)[0]


def fault(row: Row, code: int, out: str) -> str | None:
    """What the command does not show of that which the row says."""
    if code != row.exit:
        return f"exit code {code}, not {row.exit}"
    found = pattern(row.shows).search(out)
    if found is None:
        return f"nowhere {row.shows!r} in {out!r}"
    if row.lacks and row.lacks in out:
        return f"{row.lacks!r} is there"
    numbers = {name: Fraction(text) for name, text in found.groupdict().items()}
    return next((f"not {comparison}: {found[0]}" for comparison in row.holds if not holds(comparison, numbers)), None)


def spoiled(row: Row) -> Iterator[Row]:
    """The row with one thing changed that it says of the output, for each of them: then it must fail."""
    yield row._replace(exit=row.exit + 1)
    yield row._replace(shows=f"{row.shows} and more")
    for number in re.finditer(r"(?<![\w{])\d+(?![\w}])", row.shows):
        before, after = row.shows[: number.start()], row.shows[number.end() :]
        yield row._replace(shows=f"{before}{int(number[0]) + 1}{after}")
    if row.lacks:
        yield row._replace(lacks=row.shows)
    for place, comparison in enumerate(row.holds):
        relation = relation_of(comparison)
        opposite = comparison.replace(relation, OPPOSITE[relation])
        yield row._replace(holds=[*row.holds[:place], opposite, *row.holds[place + 1 :]])


def line(row: Row) -> str:
    """A line of the page; raises where the command does not show what it should."""
    code, out = answer(row.command)
    if found := fault(row, code, out):
        raise AssertionError(f"{row.command}: {found}")
    numbers = next(pattern(row.shows).finditer(out)).groupdict()
    shown = HOLE.sub(lambda hole: numbers.get(hole[0][1:-1], hole[0]), " ".join(row.shows.split()))
    said = "; ".join([shown, *row.holds, *([f"nowhere {row.lacks}"] if row.lacks else [])])
    statement = f"{row.statement} ([{row.see}]({row.see}))" if row.see else row.statement
    cells = [row.where, statement, f"`{row.command}`", said, verdict(row)]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def verdict(row: Row) -> str:
    if row.differs is not None:
        return f"differs: {row.differs}"
    return VERDICTS[row.exit] if row.corrected is None else f"{VERDICTS[row.exit]}, corrected: {row.corrected}"


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)  # output is not wrapped
    parts = {HEAD: rows(), BEYOND: beyond()}
    PAGE.write_text("".join(head + "".join(f"{line(row)}\n" for row in part) for head, part in parts.items()))

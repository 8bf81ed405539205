"""Which tables of the pages are which tabulars of the source.

A wrong match shows as a difference, never as agreement; so nothing rests on it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from pathlib import Path

from ogd_exact.documents.latex_read.tabular import Tabular, mentions_gadgets
from ogd_exact.documents.latex_read.tokens import Token, tokens_of
from ogd_exact.documents.typeset.printed_tables import CAPTION, PrintedCell, PrintedTable

ALIKE = 0.4  # of pairs of characters, at least
Rows = list[list[PrintedCell]]


def matched(
    tabulars: Sequence[Tabular], explained: Set[int], tables: Sequence[PrintedTable], main: Path
) -> tuple[dict[int, list[PrintedTable]], list[PrintedTable]]:
    """The printed parts of each tabular, by lines of the source, else by likeness; and gadget tables that nobody read.

    Explained are the tabulars that were read as gadget tables, and those of which the report says why not.
    """
    parts: dict[int, list[PrintedTable]] = {id(tabular): [] for tabular in tabulars}
    loose, left = list[PrintedTable](), list[PrintedTable]()
    for table in tables:
        lines = {(Path(file or main.name).name, line) for file, line in table.lines()}
        shared = {id(t): len([line for line in lines if covers(t, *line)]) for t in tabulars}
        best = max((key for key in shared if shared[key]), key=lambda key: shared[key], default=0)
        (parts[best] if best else loose).append(table)
        if best and best not in explained and shows_gadget(table, 2):
            left.append(table)
    for key, found in parts.items():  # a formula of the page may have the last line that TeX told
        width = max(((len(t.rows), t.width) for t in found), default=(0, 0))[1]
        loose += [t for t in found if t.width != width]
        parts[key] = folded([t for t in found if t.width == width])
    waiting = [t for t in tabulars if id(t) in explained and not parts[id(t)]]
    likely = max(
        (alike(waiting, groups) for groups in ([[t] for t in loose], continued(loose))), key=lambda one: one[0]
    )
    parts |= likely[1]
    taken = {id(table): table for found in parts.values() for table in found}
    same = {table.latex(table.rows): table for table in taken.values()}
    for table in (t for t in loose if id(t) not in taken):
        if table.latex(table.rows) in same:
            same[table.latex(table.rows)].copies.append(table)
        elif shows_gadget(table, 3):
            left.append(table)
    return parts, left


def folded(tables: Sequence[PrintedTable]) -> list[PrintedTable]:
    """Each table once; what is printed again, as on the slides of a talk, is a copy of the first."""
    first = dict[str, PrintedTable]()
    for table in tables:
        same = first.setdefault(table.latex(table.rows), table)
        if same is not table:
            same.copies.append(table)
    return list(first.values())


def alike(waiting: Sequence[Tabular], groups: list[list[PrintedTable]]) -> tuple[float, dict[int, list[PrintedTable]]]:
    """Which printed tables are most like which tabulars, where no engine tells lines; and how much they are, in all."""
    seen = [pairs(tokens_of("".join(t.latex(t.rows) for t in group), Path("page"))) for group in groups]
    said = [pairs(tabular.body) for tabular in waiting]
    scores = [
        (2 * (a & b).total() / ((a + b).total() or 1), -i, -j) for i, a in enumerate(said) for j, b in enumerate(seen)
    ]
    total, tabulars, tables = 0.0, dict[int, list[PrintedTable]](), set[int]()
    for score, i, j in sorted(scores, reverse=True):
        if score >= ALIKE and id(waiting[-i]) not in tabulars and j not in tables:
            tabulars[id(waiting[-i])], total = groups[-j], total + score
            tables.add(j)
    return total, tabulars


def pairs(tokens: Iterable[Token]) -> Counter[tuple[str, str]]:
    """Characters and commands side by side, which tell tables apart."""
    texts = [t.text for t in tokens if t.kind in ("char", "word") and not t.is_char("$", "{", "}")]
    return Counter(zip(texts, texts[1:], strict=False))


def continued(tables: Sequence[PrintedTable]) -> list[list[PrintedTable]]:
    """Tables in groups, those that repeat the header of the one before, or show effects and have none, with it."""
    groups: list[list[PrintedTable]] = []
    for table in tables:
        head = [cell.text for cell in table.rows[0]]
        goes_on = "$y$" not in head and shows_gadget(table, 3)
        if groups and (goes_on or head == [cell.text for cell in groups[-1][0].rows[0]]):
            groups[-1].append(table)
        else:
            groups.append([table])
    return groups


def covers(tabular: Tabular, file: str, line: int) -> bool:
    place = tabular.place
    last = max((t.line for t in tabular.body if t.path == place.path), default=place.line)
    return any(t.line == line and t.path.name == file for t in tabular.body[:: max(1, len(tabular.body) // 400)]) or (
        file == place.path.name and place.line <= line <= last + 1
    )


def shows_gadget(table: PrintedTable, least: int) -> bool:
    """Whether a row of so many cells shows effects, or speaks of x, y and w; so may formulas below each other."""
    rows = [row for row in table.rows if sum(bool(cell.text) for cell in row) >= least]
    rows = [row for row in rows if not any(cell.text.startswith("$=") for cell in row)]
    return any(mentions_gadgets(list(tokens_of(table.latex([row]), Path("page"))), "tabular") for row in rows)


def rows_of(parts: Sequence[PrintedTable]) -> Rows:
    """The rows of a table that may be spread over pages: its header once, no captions, no words above or below."""
    rows = [
        row
        for part in parts
        for k, row in enumerate(part.rows)
        if not (k in (0, len(part.rows) - 1) and is_furniture(row))
    ]
    head = [cell.text for cell in rows[0]] if rows else []
    return rows[:1] + [row for row in rows[1:] if [cell.text for cell in row] != head]


def is_furniture(row: list[PrintedCell]) -> bool:
    """Whether a row is one piece across the table, of words such as `Continued on page 7`: no row of a gadget."""
    text = row[0].text
    if len(row) > 1 or row[0].span < 2:
        return False
    return bool(CAPTION.fullmatch(text)) or ("$" not in text and len(re.findall("[0-9]+", text)) < 2)

"""Which tables of the pages are which tabulars of the source.

A wrong match shows as a difference, never as agreement; so nothing rests on it.
"""

from collections.abc import Sequence
from pathlib import Path

from ogd_exact.documents.latex_read.tabular import Tabular, mentions_gadgets
from ogd_exact.documents.latex_read.tokens import tokens_of
from ogd_exact.documents.typeset.printed_tables import CAPTION, PrintedCell, PrintedTable

Rows = list[list[PrintedCell]]


def matched(
    tabulars: Sequence[Tabular], gadgets: Sequence[Tabular], tables: Sequence[PrintedTable], main: Path
) -> tuple[dict[int, list[PrintedTable]], list[PrintedTable]]:
    """The printed parts of each tabular, by lines of the source, else by order; and gadget tables that are of none."""
    parts: dict[int, list[PrintedTable]] = {id(tabular): [] for tabular in tabulars}
    left = list[PrintedTable]()
    for table in tables:
        lines = {(Path(file or main.name).name, line) for file, line in table.lines()}
        shared = {id(t): len([line for line in lines if covers(t, *line)]) for t in tabulars}
        best = max(shared, key=lambda key: shared[key], default=0)
        if shared.get(best):
            parts[best].append(table)
        elif shows_gadget(table):
            left.append(table)
    waiting = [tabular for tabular in gadgets if not parts[id(tabular)]]
    for groups in ([[table] for table in left], continued(left)):
        if len(waiting) == len(groups):  # of an engine that does not tell lines, or made by macros
            return parts | {id(tabular): group for tabular, group in zip(waiting, groups, strict=True)}, []
    return parts, left


def continued(tables: Sequence[PrintedTable]) -> list[list[PrintedTable]]:
    """Tables in groups, those that repeat the header of the one before, or have none, with it."""
    groups: list[list[PrintedTable]] = []
    for table in tables:
        head = [cell.text for cell in table.rows[0]]
        if groups and ("$y$" not in head or head == [cell.text for cell in groups[-1][0].rows[0]]):
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


def shows_gadget(table: PrintedTable) -> bool:
    tokens = list(tokens_of(table.latex(table.rows), Path("page")))
    return mentions_gadgets(tokens, "tabular")


def rows_of(parts: Sequence[PrintedTable]) -> Rows:
    """The rows of a table that may be spread over pages: its header once, without captions and words across it."""
    rows = [row for part in parts for row in part.rows if not is_furniture(row)]
    head = [cell.text for cell in rows[0]] if rows else []
    return rows[:1] + [row for row in rows[1:] if [cell.text for cell in row] != head]


def is_furniture(row: list[PrintedCell]) -> bool:
    """Whether a row is one piece across the table, other than a Return line."""
    if len(row) > 1 or row[0].span < 2:
        return False
    return not row[0].text.lower().startswith("return") or bool(CAPTION.fullmatch(row[0].text))

"""The rows of a longtable: heads and feet that are repeated on each page are no rows of the gadget's."""

from collections.abc import Iterator

from ogd_exact.documents.latex_read.columns import Column, Row, rows_of
from ogd_exact.documents.latex_read.macros import Macros
from ogd_exact.documents.latex_read.rows import RETURNS, words
from ogd_exact.documents.latex_read.tabular import Tabular
from ogd_exact.documents.latex_read.token_reader import Tokens
from ogd_exact.documents.latex_read.tokens import Token

ENDS = ("endfirsthead", "endhead", "endfoot", "endlastfoot")


def table_rows(tabular: Tabular, columns: list[Column], macros: Macros) -> Iterator[Row]:
    """The rows of a table of any kind, in order."""
    parts, ends = [list[Token]()], list[str]()
    for token in tabular.body:
        if tabular.name == "longtable" and token.is_word(*ENDS):
            if token.text in ends:
                raise token.error(f"a second \\{token.text}")
            ends.append(token.text)
            parts.append([])
        else:
            parts[-1].append(token)
    if not ends:
        yield from rows_of(tabular.body, columns, tabular.place, macros)
        return
    first = "endfirsthead" if "endfirsthead" in ends else "endhead"
    head = list(rows_of(parts[ends.index(first)], columns, tabular.place, macros)) if first in ends else []
    for end, part in zip(ends, parts, strict=False):
        for row in rows_of(part, columns, tabular.place, macros) if end != first else ():
            check_furniture(row, head)
    yield from head
    yield from rows_of(parts[-1], columns, tabular.place, macros)


def check_furniture(row: Row, head: list[Row]) -> None:
    """What is repeated on each page is the header again, or words across the table."""
    across = len(row) == 1 and not words(row[0].own).lower().startswith(RETURNS)
    if not across and (not head or texts(row) != texts(head[0])):
        raise row[0].place.error("this row stands in a head or foot of the longtable; a row of the gadget does not")


def texts(row: Row) -> list[str]:
    def text(tokens: Tokens) -> str:
        return "".join(t.text for t in tokens if t.kind != "space")

    return [text(piece.own) for piece in row]

"""Tables as plain text: columns two spaces apart, and a rule below the headers."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import tabulate

ONE_AT_A_TIME = threading.Lock()


def text_table(headers: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Lays out a table, whose cells may have several lines; the columns named in `right` are aligned to the right."""
    sides = ["right" if k in right else "left" for k in range(len(headers))]
    texts = [[str(cell) for cell in row] for row in rows]
    with narrow_columns():
        table = tabulate.tabulate(texts, headers, colalign=sides if rows else None, disable_numparse=True)
    return "\n".join(line.rstrip() for line in table.split("\n"))


@contextmanager
def narrow_columns() -> Iterator[None]:
    """A column is as wide as its texts; elsewhere in the process tabulate stays as it was."""
    with ONE_AT_A_TIME:
        before, tabulate.MIN_PADDING = tabulate.MIN_PADDING, 0
        try:
            yield
        finally:
            tabulate.MIN_PADDING = before

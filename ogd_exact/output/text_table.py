"""Tables as plain text: columns two spaces apart, and a rule below the headers."""

from collections.abc import Sequence
from itertools import zip_longest

GAP = "  "


def text_table(headers: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """A cell may have several lines; the columns named in `right` are aligned to the right."""
    cells = [[str(cell).split("\n") for cell in row] for row in (headers, *rows)]
    widths = [max(len(line) for cell in column for line in cell) for column in zip(*cells, strict=True)]

    def line(texts: Sequence[str]) -> str:
        padded = (t.rjust(w) if k in right else t.ljust(w) for k, (t, w) in enumerate(zip(texts, widths, strict=True)))
        return GAP.join(padded).rstrip()

    head, *body = ([line(texts) for texts in zip_longest(*row, fillvalue="")] for row in cells)
    return "\n".join([*head, line(["-" * width for width in widths]), *(text for row in body for text in row)])

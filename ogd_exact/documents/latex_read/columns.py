r"""The columns of a tabular, and its rows as they are typeset: with what @{...} puts between the cells."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ogd_exact.documents.latex_read.macros import Macros
from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens, plain
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import take_colour, take_lengths

ALIGNED = "lcrXSLCRJ"
WITH_WIDTH = "pmbw"
MAX_COLUMNS = 100
MAX_DEPTH = 10
MAX_ROWS = 5000
RULES = {  # commands between rows, with the number of their arguments
    "toprule": 0, "midrule": 0, "bottomrule": 0, "hline": 0, "hdashline": 0, "centering": 0, "addlinespace": 0,
    "cmidrule": 1, "cline": 1, "hhline": 1, "arrayrulecolor": 1, "nopagebreak": 0, "pagebreak": 0, "morecmidrules": 0,
    "small": 0, "footnotesize": 0, "scriptsize": 0, "smallskip": 0, "medskip": 0, "arraybackslash": 0, "allowbreak": 0,
    "noindent": 0, "relax": 0, "specialrule": 3, "noalign": 1,
}  # fmt: skip
OPTIONS = ("toprule", "midrule", "bottomrule", "cmidrule", "addlinespace", "pagebreak", "nopagebreak", "arrayrulecolor")
CHANGING = re.compile(r"round|drop|exponent|scientific|parse|evaluate|add-")  # options of siunitx that change numbers


def short_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


@dataclass(frozen=True)
class Column:
    before: tuple[Token, ...]  # typeset before the cell
    after: tuple[Token, ...] = ()
    decimal: bool = False  # a column S, in which a comma is a point


@dataclass(frozen=True)
class Piece:
    """A cell with what is typeset around it; it covers the columns from start up to end."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    own: tuple[Token, ...]  # the cell alone
    place: Token
    around: tuple[Token, ...]  # what the column puts before and behind it


Row = list[Piece]


def columns_of(preamble: Tokens, owner: Token, macros: Macros, depth: int = 0) -> list[Column]:
    """What a preamble such as {@{}cr@{, }r@{}} says."""
    if depth > MAX_DEPTH:
        raise owner.error("column types are defined by each other without end")
    reader, found, pending, open_cell = TokenReader(preamble), list[Column](), list[Token](), list[Token]()
    while (token := reader.take()) is not None:
        if token.kind in ("space", "par", "mark") or token.is_char("|", ":") or token.is_word("hline"):
            continue
        if token.is_char("*"):
            times = plain(reader.argument(token))
            if not short_number(times) or not 1 <= int(times) <= MAX_COLUMNS:
                raise token.error(f"*{{n}}{{...}} repeats columns 1 to {MAX_COLUMNS} times")
            inside = columns_of(reader.argument(token), owner, macros, depth + 1) * int(times)
            inside[0] = replace(inside[0], before=(*pending, *open_cell, *inside[0].before))
            found, pending, open_cell = [*found, *inside], [], []
        elif token.kind == "char" and token.text in macros.columns:
            inside = columns_of(macros.called(token, macros.columns[token.text], reader), owner, macros, depth + 1)
            inside[0] = replace(inside[0], before=(*pending, *open_cell, *inside[0].before))
            found, pending, open_cell = [*found, *inside], [], []
        elif token.is_char("@", "!"):
            between = reader.argument(token)
            if found and not pending:
                found[-1] = replace(found[-1], after=(*found[-1].after, *between))
            else:
                pending += between
        elif token.is_char(">"):
            open_cell += reader.argument(token)
        elif token.is_char("<"):
            if not found:
                raise token.error("<{...} stands after a column")
            found[-1] = replace(found[-1], after=(*reader.argument(token), *found[-1].after))
        elif token.is_char(*ALIGNED, *WITH_WIDTH, "D"):
            keys = plain(reader.option() or [])
            if token.is_char("S") and CHANGING.search(keys):
                raise token.error("this S column may change numbers; give it table-format alone, or use r")
            points = [plain(reader.argument(token)) for _ in range(3 if token.is_char("D") else 0)]
            if points[:2] not in ([], [".", "."]):
                raise token.error("this D column prints another point than is typed; use D{.}{.}{...}, or r")
            for _ in range(token.is_char(*WITH_WIDTH) + token.is_char("w")):
                reader.argument(token)
            found.append(Column((*pending, *open_cell), decimal=token.is_char("S")))
            pending, open_cell = [], []
        else:
            raise token.error(f"{token.text!r} is not a column that is understood; use l, c, r, p, @{{...}}")
        if len(found) > MAX_COLUMNS:
            raise token.error(f"a table has at most {MAX_COLUMNS} columns")
    if not found or pending or open_cell:
        raise owner.error("columns are missing here" if found else "this table has no columns")
    return found


def rows_of(body: Tokens, columns: list[Column], owner: Token, macros: Macros) -> Iterator[Row]:
    for cells in split_rows(body):
        row = list(pieces(cells, columns, owner, macros))
        if any(content(piece.own) for piece in row):
            yield row


def split_rows(body: Tokens) -> Iterator[list[list[Token]]]:
    """The cells of each row, without rules."""
    reader, cells, depth, count = TokenReader(body), [list[Token]()], 0, 0
    while (token := reader.take()) is not None:
        depth += token.is_char("{") - token.is_char("}")
        if depth == 0 and token.is_word("vspace"):
            take_lengths(token, reader)
        elif depth == 0 and token.is_word("rowcolor"):
            take_colour(token, reader)
        elif depth == 0 and token.kind == "word" and token.text in RULES:
            if token.text in OPTIONS:
                reader.option()
            if token.is_word("cmidrule") and reader.at_char("("):
                while (t := reader.take()) is not None and not t.is_char(")"):
                    pass
            for _ in range(RULES[token.text]):
                reader.group(token)
        elif depth == 0 and token.is_word("\\", "tabularnewline", "cr"):
            if reader.at_char("*"):
                reader.take()
            if reader.at_char("["):
                reader.option()
            yield cells
            cells, count = [[]], count + 1
            if count > MAX_ROWS:
                raise token.error(f"a table has at most {MAX_ROWS} rows")
        elif depth == 0 and token.is_char("&"):
            cells.append([])
        else:
            cells[-1].append(token)
    yield cells


def pieces(cells: list[list[Token]], columns: list[Column], owner: Token, macros: Macros) -> Iterator[Piece]:
    """The cells of a row in their columns, \\multicolumn spread over several."""
    start, place = 0, next((token for cell in cells for token in content(cell)), owner)
    for cell in cells:
        own = content(cell)
        place = own[0] if own else place
        span, around = 1, None
        if own and own[0].is_word("multicolumn"):
            reader = TokenReader(own)
            head = reader.take()
            assert head is not None
            number, spec = plain(reader.argument(head)), reader.argument(head)
            own = content(reader.argument(head))
            rest = content(reader.tokens[reader.position :])
            if rest or not short_number(number) or not 1 <= int(number) <= len(columns):
                raise head.error("\\multicolumn{n}{c}{...} is a whole cell, n of its columns")
            span, (around, *more) = int(number), columns_of(spec, head, macros)
            if more:
                raise head.error("\\multicolumn has one column")
        if own and own[0].is_word("multirow"):
            reader = TokenReader(own)
            head = reader.take()
            assert head is not None
            reader.option()
            if not short_number(plain(reader.argument(head))):
                raise head.error("\\multirow{n}{*}{...} has a number of rows, downwards")
            reader.option()
            reader.argument(head)
            reader.option()
            own = content(reader.group(head))
            if content(reader.tokens[reader.position :]):
                raise head.error("\\multirow{n}{*}{...} is a whole cell")
        if start + span > len(columns):
            raise place.error(f"this row has more cells than the table's {len(columns)} columns")
        around = around or columns[start]
        if around.decimal and any(t.is_char(",") for t in own) and not any(t.is_char("$", "{") for t in own):
            raise place.error("a comma in an S column is printed as a point; write a point")
        beside = (*around.before, *around.after)
        yield Piece(start, start + span, (*around.before, *own, *around.after), tuple(own), place, beside)
        start += span


def content(tokens: Tokens) -> list[Token]:
    """Without spaces at both ends."""
    seen = [k for k, token in enumerate(tokens) if token.kind not in ("space", "par", "mark")]
    return list(tokens[seen[0] : seen[-1] + 1]) if seen else []

"""What the rows of a gadget table say: its header, then examples, calls, notes and returned magnitudes, as tokens."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ogd_exact.latex.read.columns import Piece, Row, content
from ogd_exact.latex.read.formula import name_of
from ogd_exact.latex.read.header import Header, Part, parenthesised, split_list
from ogd_exact.latex.read.token_reader import TokenReader, Tokens
from ogd_exact.latex.read.tokens import Token
from ogd_exact.latex.read.visible_tokens import ARROWS, SPACES, shown_token, visible_tokens

FONTS = (
    "texttt", "textsf", "textsc", "textrm", "textit", "textbf", "emph", "mathtt", "mathsf", "mathrm", "mathit", "text",
    "mbox", "operatorname", "textnormal", "hbox", "ttfamily", "sffamily", "rmfamily", "scshape", "itshape", "bfseries",
)  # fmt: skip
RETURNS = ("return", "returns")
MAX_DEPTH = 10


@dataclass
class RawStep:
    place: Token
    x: dict[str, Part] = field(default_factory=dict)
    y: Part | None = None
    call: str = ""
    arguments: list[Part] = field(default_factory=list)
    note: str = ""
    tall: int = 1  # in rows, its tallest cell
    before: list[list[Part]] = field(default_factory=list)
    after: list[list[Part]] = field(default_factory=list)


def effect_of(pieces: list[Piece]) -> tuple[list[Part], list[Part]]:
    """(a, b) -> (c, d), however it is spread over columns."""
    tokens, place = list[Token](), pieces[0].place
    for piece in pieces:
        more = visible_tokens(piece.tokens)
        joins = not tokens or not more or joint(tokens[-1]) or joint(more[0])
        if not joins:
            raise more[0].error("two columns with nothing between them; put @{, } there, or a comma")
        tokens += more
    if not tokens or not tokens[0].is_char("("):
        raise (tokens[0] if tokens else place).error("expected the weights before and after, as in (a, b) \\to (c, d)")
    before, rest = parenthesised(tokens)
    if rest and rest[0].is_word(*ARROWS):
        rest = rest[1:]
    if not rest or not rest[0].is_char("("):
        raise (rest[0] if rest else place).error("expected \\to and the weights after the step, as in \\to (c, d)")
    return before, split_list(rest)


def joint(token: Token) -> bool:
    """Whether two columns may meet at this token."""
    return token.is_char("(", ")", ",") or token.is_word(*ARROWS)


def steps_of(header: Header, rows: Iterator[Row]) -> tuple[list[RawStep], list[Part]]:
    """The steps of a table, and the assignments of its Return line."""
    steps, returns = list[RawStep](), list[Part]()
    for row in rows:
        if row[-1].end != header.width:
            raise row[0].place.error(f"this row has {row[-1].end} columns, the header {header.width}")
        left = [piece for piece in row if piece.start < header.effect]
        right = [piece for piece in row if piece.start >= header.effect]
        text = words(left[0].own)
        if len(left) == 1 and left[0].end > header.effect:
            if not text or text.split()[0].lower().rstrip(":") not in RETURNS:
                raise left[0].place.error("a row across the table is a Return line, as in Return $(\\epsilon_2 = 1)$.")
            if returns:
                raise left[0].place.error("a second Return line; keep one")
            returns += returned(left[0])
            continue
        if returns:
            raise left[0].place.error("a Return line is the last of its table")
        filled = [piece for piece in left if content(piece.own)]
        beside = [t for piece in left if len(filled) < 2 for t in visible_tokens(piece.around)] if right else []
        if beside:
            raise left[0].place.error(f"the column prints {shown_token(beside[0])} in this row, too; use \\multicolumn")
        if not filled:
            if not steps:
                raise left[0].place.error("the first row of a table has an example or a call")
        elif len(filled) == 1 and is_note(filled[0]):
            if not steps or not steps[-1].before:
                raise filled[0].place.error("a note stands beside the step that it belongs to")
            steps[-1].note = words(filled[0].own)[1:-1]
        elif len(filled) == 1:
            steps.append(call_of(filled[0]))
        else:
            steps.append(example_of(header, left))
        if filled:
            steps[-1].tall = max(piece.rows for piece in left)
        before, after = effect_of(right) if right else effect_of(left[-1:])
        steps[-1].before.append(before)
        steps[-1].after.append(after)
    for step in steps:
        if step.tall > len(step.before):
            raise step.place.error(f"\\multirow covers {step.tall} rows, but this step has {len(step.before)}")
    return steps, returns


def example_of(header: Header, left: list[Piece]) -> RawStep:
    step = RawStep(left[0].place)
    for piece in left:
        tokens = tuple(visible_tokens(piece.tokens))
        part = Part(tokens, tokens[0] if tokens else piece.place)
        if not part.tokens or piece.end != piece.start + 1:
            raise piece.place.error("an example needs a number in every column of x and y")
        if piece.start == header.y:
            step.y = part
        elif piece.start in header.x:
            step.x[header.x[piece.start]] = part
        else:
            raise piece.place.error("this column has no x or y in the header")
    if step.y is None or len(step.x) != len(header.x):
        raise left[0].place.error("an example needs a number in every column of x and y")
    return step


def unfonted(tokens: Tokens) -> list[Token]:
    """Without fonts, braces, math shifts and sizes, but with spaces."""
    hidden = ("left", "right", "(", ")", "/", *(s for s in SPACES if s != " "))
    return [
        t for t in tokens if not (t.kind in ("par", "mark") or t.is_char("{", "}", "$") or t.is_word(*FONTS, *hidden))
    ]


def words(tokens: Tokens) -> str:
    """The tokens as text, for words in a table."""
    return "".join("_" if t.is_word("_") else " " if t.is_char("~") else t.text for t in unfonted(tokens)).strip()


def is_note(piece: Piece) -> bool:
    """Words in parentheses, such as (add trick)."""
    text = words(piece.own)
    return text.startswith("(") and text.endswith(")") and all(c.isalpha() or c in " -,.'" for c in text[1:-1])


def call_of(piece: Piece) -> RawStep:
    r"""A call such as \texttt{copy}$(i_1, i_2)$."""
    tokens = [t for t in cleaned_call(piece.own) if t.kind != "space"]
    opened = next((k for k, t in enumerate(tokens) if t.is_char("(")), None)
    if not opened:
        raise piece.place.error("expected an example, a call such as not(i_1), or a note in parentheses")
    name = words(tokens[:opened])
    foreign = next((t for t in tokens[:opened] if t.kind == "word" and not t.is_word("_")), None)
    if foreign is not None:
        problem = f"{shown_token(foreign)} is not a macro of the file"
        raise foreign.error(f"{problem}; name the gadget, as in \\texttt{{not}}")
    if not name.replace("_", "a").isalnum() or not name.isascii():
        raise piece.place.error(f"{name[:40]!r} does not name a gadget")
    return RawStep(piece.place, call=name, arguments=split_list(tokens[opened:]))


def cleaned_call(tokens: Tokens, depth: int = 0) -> list[Token]:
    """The braces of fonts go, those of formulas stay."""
    reader, found = TokenReader(tokens), list[Token]()
    while (token := reader.take()) is not None:
        if token.is_word(*FONTS):
            reader.space()
            found += reader.argument(token) if reader.at_char("{") else []
        else:
            found.append(token)
    if found and found[0].is_char("{") and depth < MAX_DEPTH:  # {\texttt{copy}}(...)
        inner = TokenReader(found)
        found = inner.group(found[0]) + list(inner.tokens[inner.position :])
        return cleaned_call(found, depth + 1)
    return visible_tokens(found)


def returned(piece: Piece) -> list[Part]:
    """The assignments of Return (a = b, c = d)."""
    tokens = visible_tokens(piece.own)
    opened = next((k for k, t in enumerate(tokens) if t.is_char("(")), None)
    said = "".join(t.text for t in tokens[:opened]).lower().rstrip(":")
    if opened is None or said not in RETURNS:
        raise piece.place.error("a Return line lists magnitudes, as in Return $(\\epsilon_2 = \\alpha^4)$.")
    parts, rest = parenthesised(tokens[opened:])
    if rest and not (len(rest) == 1 and rest[0].is_char(".")):
        raise rest[0].error(f"{shown_token(rest[0])} is not understood after the list")
    return parts


def assignment(part: Part) -> tuple[str, Part]:
    r"""The name and the formula of \epsilon_1' = ..."""
    reader = TokenReader(part.tokens)
    first = reader.take()
    if first is None:
        raise part.place.error("expected an assignment, as in \\epsilon_2 = \\alpha^4")
    name = name_of(first, reader)
    while reader.at_char("'") or (reader.peek() or first).is_word("prime"):
        reader.take()
    if not reader.at_char("="):
        raise first.error("expected an assignment, as in \\epsilon_2 = \\alpha^4")
    reader.take()
    return name, Part(tuple(reader.tokens[reader.position :]), first)

"""What the rows of a gadget table say: its header, then examples, calls, notes and returned magnitudes, as tokens."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ogd_exact.documents.latex_read.columns import Piece, Row, content
from ogd_exact.documents.latex_read.formula import name_of
from ogd_exact.documents.latex_read.header import WEIGHTS, Header
from ogd_exact.documents.latex_read.lists import Part, members, parenthesised, split_list
from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import ARROWS, SPACES, shown_token, visible_tokens

FONTS = (
    "texttt", "textsf", "textsc", "textrm", "textit", "textbf", "emph", "mathtt", "mathsf", "mathrm", "mathit", "text",
    "mbox", "operatorname", "textnormal", "hbox", "ttfamily", "sffamily", "rmfamily", "scshape", "itshape", "bfseries",
)  # fmt: skip
RETURNS = ("return", "returns")
WEIGHTS_WANTED = "expected the weights before and after, as in (a, b) \\to (c, d)"
MAX_DEPTH = 10


@dataclass
class RawStep:
    place: Token
    x: list[Part] = field(default_factory=list)
    y: Part | None = None
    call: str = ""
    arguments: list[Part] = field(default_factory=list)
    note: str = ""
    before: list[list[Part]] = field(default_factory=list)
    after: list[list[Part]] = field(default_factory=list)


def steps_of(header: Header, rows: Iterator[Row]) -> tuple[list[RawStep], list[Part]]:
    """The steps of a table, and the assignments of its Return line."""
    steps, returns = list[RawStep](), list[Part]()
    for row in rows:
        if row[-1].end != header.width:
            raise row[0].place.error(f"this row has {row[-1].end} columns, the header {header.width}")
        first = header.of(*WEIGHTS)[0].start
        left = [piece for piece in row if header.at(piece.start).role not in WEIGHTS]
        right = [piece for piece in row if header.at(piece.start).role in WEIGHTS]
        if len(left) == 1 and left[0].end > first and left[0].start < first:
            text = words(left[0].own)
            if not text or text.split()[0].lower().rstrip(":") not in RETURNS:
                raise left[0].place.error("a row across the table is a Return line, as in Return $(\\epsilon_2 = 1)$.")
            if returns:
                raise left[0].place.error("a second Return line; keep one")
            returns += returned(left[0])
            continue
        if returns:
            raise row[0].place.error("a Return line is the last of its table")
        begin(header, left, steps, bool(right))
        before, after = effect_of(header, right, row[0].place)
        steps[-1].before.append(before)
        steps[-1].after.append(after)
    return steps, returns


def begin(header: Header, left: list[Piece], steps: list[RawStep], weights: bool) -> None:
    """Adds the step that begins in this row, if one does: an example or a call; a note goes to the step above."""
    numbers = [piece for piece in left if header.at(piece.start).role == "step"]
    left = [piece for piece in left if piece not in numbers]
    filled = [piece for piece in left if content(piece.own)]
    beside = [t for piece in left if len(filled) < 2 for t in visible_tokens(piece.around)] if weights else []
    cells = len(header.of("x", "y", "example", "call"))
    if beside and cells > 1:
        raise left[0].place.error(f"the column prints {shown_token(beside[0])} in this row, too; use \\multicolumn")
    again = any(is_again(piece, len(steps)) for piece in numbers)
    if not filled:
        if not steps:
            raise (left or numbers)[0].place.error("the first row of a table has an example or a call")
        return
    if len(filled) == 1 and is_note(filled[0]):
        if not steps or not steps[-1].before:
            raise filled[0].place.error("a note stands beside the step that it belongs to")
        steps[-1].note = words(filled[0].own)[1:-1]
        return
    one = len(filled) == 1 and (cells > 1 or header.at(filled[0].start).role == "call" or names_gadget(filled[0]))
    step = call_of(filled[0]) if one else example_of(header, left)
    if not (again and steps):
        steps.append(step)
    elif contents(step) != contents(steps[-1]):
        raise step.place.error("this row has the number of the step above, but another example")


def is_again(piece: Piece, count: int) -> bool:
    """Whether a cell of the step column repeats the number of the step under way; else it says the next, or nothing."""
    number = words(piece.own).strip(".() ")
    if number and number not in (str(count), str(count + 1)):
        raise piece.place.error(f"{number[:20]!r} is not the number of this step; steps count from 1")
    return number == str(count) and count > 0


def contents(step: RawStep) -> list[list[str]]:
    parts = [*step.x, *([step.y] if step.y else []), *step.arguments]
    return [[step.call], *([t.text for t in part.tokens] for part in parts)]


def effect_of(header: Header, pieces: list[Piece], place: Token) -> tuple[list[Part], list[Part]]:
    """The weights before and after, however they are spread over columns."""
    if not pieces:
        raise place.error(WEIGHTS_WANTED)
    heads = header.of(*WEIGHTS)
    if heads[0].role == "effect" and len(heads) > 1:  # one for each weight
        effects = [arrow_of(joined([p for p in pieces if header.at(p.start) is head]), head.place) for head in heads]
        return tuple([part for effect in effects for part in effect[k]] for k in (0, 1))  # type: ignore[return-value]
    if heads[0].role == "effect":
        return arrow_of(joined(pieces), pieces[0].place)
    found = {"before": list[Part](), "after": list[Part]()}
    for head in heads:
        tokens = joined([piece for piece in pieces if header.at(piece.start) is head])
        if tokens and tokens[0].is_word(*ARROWS):
            tokens = tokens[1:]
        if tokens and tokens[-1].is_word(*ARROWS):
            tokens = tokens[:-1]
        found[head.role] += weights_of(tokens, pieces[0].place)
    return found["before"], found["after"]


def joined(pieces: list[Piece]) -> list[Token]:
    """What is seen in columns side by side; where they meet, a comma, a parenthesis or an arrow says how."""
    tokens = list[Token]()
    for piece in pieces:
        more = visible_tokens(piece.tokens)
        if tokens and more and not joint(tokens[-1]) and not joint(more[0]):
            raise more[0].error("two columns with nothing between them; put @{, } there, or a comma")
        tokens += more
    return tokens


def arrow_of(tokens: list[Token], place: Token) -> tuple[list[Part], list[Part]]:
    r"""The two sides of (a, b) \to (c, d), or of a \to c for one weight; between lists the arrow may be left out."""
    depth, at = 0, None
    for k, token in enumerate(tokens):
        depth += token.is_char("(", "{") - token.is_char(")", "}")
        if depth == 0 and at is None and token.is_word(*ARROWS):
            at = k
    if at is not None:
        if not tokens[at + 1 :]:
            raise tokens[at].error("expected \\to and the weights after the step, as in \\to (c, d)")
        return weights_of(tokens[:at], place), weights_of(tokens[at + 1 :], place)
    if not tokens or not tokens[0].is_char("("):
        raise (tokens[0] if tokens else place).error(WEIGHTS_WANTED)
    before, rest = parenthesised(tokens)
    if not rest or not rest[0].is_char("("):
        raise (rest[0] if rest else place).error("expected \\to and the weights after the step, as in \\to (c, d)")
    return before, split_list(rest)


def weights_of(tokens: list[Token], place: Token) -> list[Part]:
    """The weights in (a, b), or one without parentheses."""
    parts = members(tokens) if tokens else []
    if not parts or (len(parts) > 1 and not tokens[0].is_char("(")):
        raise (tokens[0] if tokens else place).error(WEIGHTS_WANTED)
    return parts


def joint(token: Token) -> bool:
    """Whether two columns may meet at this token."""
    return token.is_char("(", ")", ",") or token.is_word(*ARROWS)


def example_of(header: Header, left: list[Piece]) -> RawStep:
    step = RawStep(left[0].place)
    for piece in left:
        head, tokens = header.at(piece.start), visible_tokens(piece.tokens)
        place = tokens[0] if tokens else piece.place
        if not tokens or piece.end > head.end:
            raise piece.place.error("an example needs a number in every column of x and y")
        if head.role == "y":
            step.y = Part(tuple(tokens), place)
        elif head.role == "x" and len(head.names) == 1:
            step.x.append(Part(tuple(tokens), place))
        elif head.role == "x":
            step.x += weights_of(tokens, place)
        elif head.role == "example":
            step.x, step.y = example_cell(tokens)
        else:
            raise piece.place.error("expected an example, a call such as not(i_1), or a note in parentheses")
    if step.y is None or not step.x:
        raise left[0].place.error("an example needs a number in every column of x and y")
    return step


def example_cell(tokens: list[Token]) -> tuple[list[Part], Part]:
    """The x and y of ((-4, 2), 1), with or without the outer parentheses."""
    parts = members(tokens)
    if len(parts) != 2 or not parts[1].tokens or not parts[0].tokens:
        raise tokens[0].error("expected x and y of an example, as in ((-4, 2), 1)")
    return members(parts[0].tokens), parts[1]


def names_gadget(piece: Piece) -> bool:
    """Whether a cell begins with a name, as a call does."""
    return words(piece.own)[:1].isalpha()


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

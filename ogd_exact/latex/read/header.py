"""The header of a gadget table, and lists in parentheses."""

from dataclasses import dataclass

from ogd_exact.latex.read.columns import Piece, Row
from ogd_exact.latex.read.formula import subscript
from ogd_exact.latex.read.token_reader import TokenReader, Tokens
from ogd_exact.latex.read.tokens import Token
from ogd_exact.latex.read.visible_tokens import shown_token, visible_tokens
from ogd_exact.tables.form import NAME


@dataclass(frozen=True)
class Part:
    """The tokens of one formula, and where it stands."""

    tokens: tuple[Token, ...]
    place: Token


@dataclass(frozen=True)
class Header:
    """Which column holds what: x by coordinate, y, and from `effect` on the weights before and after."""

    x: dict[int, str]
    y: int
    effect: int
    weights: tuple[str, ...]  # empty where the header does not list them
    width: int  # in columns
    place: Token


def header_of(row: Row) -> Header | None:
    """The header of a gadget table, or None if this is not the first row of one."""
    x, y, effect = dict[int, str](), None, None
    weights: tuple[str, ...] = ()
    other: list[Piece] = []
    for piece in row:
        tokens = visible_tokens(piece.tokens)
        name = indexed(tokens, "x")
        if name and effect is None:
            x[piece.start] = name
        elif [t.text for t in tokens] == ["y"] and effect is None:
            y = piece.start
        elif effect is None and x and y is not None:
            effect, weights = piece.start, listed_weights(tokens)
        elif effect is None:
            other.append(piece)
    if not x or y is None or effect is None:
        return None
    heads = "".join(t.text for piece in row for t in piece.own if piece.start >= effect).lower()
    if "after" in heads and heads.find("after") < heads.find("before"):
        raise row[-1].place.error("the weights before a step stand left of those after it")
    if other or len(set(x.values())) != len(x):
        place = other[0].place if other else row[0].place
        raise place.error("the header has one column for each x_{...}, then y, then the effect")
    return Header(x, y, effect, weights, row[-1].end, row[0].place)


def indexed(tokens: Tokens, letter: str) -> str:
    """The name of the coordinate in x_{i_1} or w_1; empty for anything else."""
    if len(tokens) < 3 or not tokens[0].is_char(letter) or not tokens[1].is_char("_"):
        return ""
    reader = TokenReader(tokens)
    reader.position = 2
    name = subscript(reader.argument(tokens[1]))
    return "" if reader.peek() is not None or not name else f"i{name}" if name.isdecimal() else name


def listed_weights(tokens: Tokens) -> tuple[str, ...]:
    """The coordinates of (w_{i_1}, w_{i_2}, v), if the tokens contain such a list."""
    opened = next((k for k, t in enumerate(tokens) if t.is_char("(")), None)
    if opened is None:
        return ()
    if opened and not tokens[opened - 1].text.isalpha():
        raise tokens[opened - 1].error("the header lists weights, as in (w_{i_1}, w_{i_2}, v), and nothing else")
    found = []
    for part in split_list(tokens[opened:]):
        text = "".join(t.text for t in part.tokens)
        name = text if NAME.fullmatch(text) and text != "w" else indexed(part.tokens, "w")
        if not name:
            raise part.place.error("the header lists weights, as in (w_{i_1}, w_{i_2}, v)")
        found.append(name)
    return tuple(found)


def split_list(tokens: Tokens) -> list[Part]:
    """The members of ( a, b, c ); the tokens begin with the parenthesis and end with the one that closes it."""
    parts, rest = parenthesised(tokens)
    if rest:
        raise rest[0].error(f"{shown_token(rest[0])} is not understood after the list")
    return parts


def parenthesised(tokens: Tokens) -> tuple[list[Part], list[Token]]:
    """The members of a list in parentheses, and the tokens behind it."""
    members, depth = [list[Token]()], 0
    for k, token in enumerate(tokens):
        depth += token.is_char("(", "{") - token.is_char(")", "}")
        if k == 0:
            continue
        if depth == 0:
            return [Part(tuple(m), m[0] if m else token) for m in members], list(tokens[k + 1 :])
        if depth == 1 and token.is_char(","):
            members.append([])
        else:
            members[-1].append(token)
    raise tokens[0].error("this parenthesis is never closed")

"""The header of a gadget table: what each of its columns holds, told by words and symbols that are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ogd_exact.documents.latex_read.columns import Piece, Row
from ogd_exact.documents.latex_read.formula import subscript
from ogd_exact.documents.latex_read.header_words import said
from ogd_exact.documents.latex_read.lists import Part, members
from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import ARROWS
from ogd_exact.gadgets.reading.form import NAME

ROLES = ("step", "x", "y", "example", "call", "before", "after", "effect")
WEIGHTS = ("before", "after", "effect")
MEANINGS = {  # which column a word of the header speaks of
    "example": {"example", "examples", "instance", "sample"},
    "call": {"call", "calls", "gadget", "operation", "routine", "subroutine"},
    "x": {"features", "feature", "input", "inputs", "point"},
    "y": {"label", "labels"},
    "step": {"step", "steps", "no", "number", "time"},
    "before": {"before", "old", "initial", "from", "current", "start"},
    "after": {"after", "new", "final", "next", "result"},
    "effect": {"effect", "effects", "weights", "weight", "update", "change", "transition", "state", "states"},
}
FILLING = {"on", "of", "the", "and", "in", "to", "for", "each", "training", "vector", "value", "values", "or", "data"}
TELLING = {"step", "x", "y", "before", "after"}  # what a mark cannot say of a column that says another
KNOWN = FILLING.union(*MEANINGS.values())
WANTED = "expected a header such as $x_{i_1}$ & $y$ & Effect on $(w_{i_1})$ in the first row"
REMEDY = "say what the columns are above the table, as in % ogd-exact: columns=step,x,y,before,after"


@dataclass(frozen=True)
class Head:
    """A piece of the header: its columns, what stands under it, and the coordinates that it names."""

    start: int
    end: int
    role: str  # of ROLES; blank if nothing stands there, empty if it is not known
    names: tuple[str, ...]
    place: Token
    spelled: tuple[str, ...] = ()  # the weights as they are typed


@dataclass(frozen=True)
class Header:
    heads: tuple[Head, ...]
    place: Token

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.heads[-1].end

    def at(self, column: int) -> Head:
        """The piece that a column stands under."""
        return next(head for head in self.heads if column < head.end)

    def of(self, *roles: str) -> list[Head]:
        return [head for head in self.heads if head.role in roles]

    def named(self, *roles: str) -> tuple[str, ...]:
        return tuple(name for head in self.of(*roles) for name in head.names)

    @property
    def x(self) -> tuple[str, ...]:
        """The coordinates of the examples, as far as the header names them."""
        return self.named("x", "example")

    @property
    def weights(self) -> tuple[str, ...]:
        """The coordinates of the weights before and after each step, as far as the header names them."""
        return self.named("before", "effect") or self.named("after")

    @property
    def spelled(self) -> dict[str, str]:
        """How the author types the weight of each coordinate."""
        return {n: text for h in self.of(*WEIGHTS) for n, text in zip(h.names, h.spelled, strict=True)}


def header_of(row: Row, columns: Sequence[str] = ()) -> Header | None:
    """The header of a gadget table, or None if this is not the first row of one; `columns` says what it does not."""
    if columns and len(columns) != len(row):
        raise row[0].place.error(f"the mark names {len(columns)} columns, the first row has {len(row)}")
    heads = settled([head_of(piece, columns[k] if columns else "") for k, piece in enumerate(row)])
    header = Header(tuple(heads), row[0].place)
    there = {head.role for head in heads}
    if not there & set(WEIGHTS) or not ({"x", "y"} <= there or there & {"example", "call"}):
        return None
    if not columns:
        for piece in row:
            check_words(piece)
    check_header(header)
    return header


def check_header(header: Header) -> None:
    weights = header.of(*WEIGHTS)
    order = [head.role for head in weights]
    if order != sorted(order, key=WEIGHTS.index) or set(order) not in ({"effect"}, {"before", "after"}):
        raise weights[0].place.error("the weights before a step stand left of those after it; name both, or the effect")
    unknown = header.of("", "blank")
    if unknown:
        columns = "the header has one column for each x_{...}, then y, then the effect"
        raise unknown[0].place.error(f"{columns}; this one is something else: {REMEDY}")
    for role in ("step", "y", "example", "call"):
        if len(header.of(role)) > 1:
            raise header.of(role)[1].place.error(f"a second column for {role}; the header has one column for each")
    roles = {head.role for head in header.heads}
    if (roles & {"x", "y"} and "example" in roles) or len(set(header.x)) != len(header.x):
        raise header.place.error("the header has one column for each x_{...}, then y, then the effect")
    if header.named("after") not in ((), header.weights):
        raise header.of("after")[0].place.error("the weights after a step are those before it, in the same order")


def check_words(piece: Piece) -> None:
    """Each word is one of those whose meaning is known."""
    words, symbols = said(piece.tokens)
    numbers = meanings(words) == {"step"} and not symbols
    known = KNOWN if numbers else KNOWN - {"no"}  # which is a denial elsewhere
    strange = next((word for word in words if word not in known), None)
    if strange is not None:
        raise piece.place.error(f"the header says {strange[:40]!r}, which is not known to mean nothing; {REMEDY}")
    if {"before", "after"} <= meanings(words) and words_at(words, "after") < words_at(words, "before"):
        raise piece.place.error("the weights before a step stand left of those after it")


def words_at(words: Sequence[str], meaning: str) -> int:
    return next(k for k, word in enumerate(words) if word in MEANINGS[meaning])


def meanings(words: Sequence[str]) -> set[str]:
    return {meaning for word in words for meaning, known in MEANINGS.items() if word in known}


def head_of(piece: Piece, role: str) -> Head:
    """What one piece of the header says; `role` is given where a mark says it."""
    words, symbols = said(piece.tokens)
    meant = meanings(words)
    found, names, spelled, primed = symbol_list(symbols)
    told = meant | {found} | ({"after"} if primed else set())
    telling = {"before", "after"} if found == "w" or "effect" in meant else TELLING  # input weights are no input
    if role in telling and told & telling and role not in told:
        other = min(told & telling)
        raise piece.place.error(f"the mark says {role} of this column, which is headed {other}; change one")
    if not role and not words and not symbols:
        role = "blank"
    elif not role and (found == "w" or (not symbols and meant & set(WEIGHTS))):
        one = {"before", "after"} & meant
        role = one.pop() if len(one) == 1 else "after" if primed and not one else "effect"
    elif not role and (found or not symbols):
        role = found or next((kind for kind in MEANINGS if kind in meant), "")
    return Head(piece.start, piece.end, role, names, piece.place, spelled)


def symbol_list(symbols: Tokens) -> tuple[str, tuple[str, ...], tuple[str, ...], bool]:
    """What the symbols of a header are (x, y, w, an example or a number of steps), and what they name."""
    ends = [k for k, token in enumerate(symbols) if not token.is_word(*ARROWS)]  # an arrow may stand between columns
    symbols = symbols[ends[0] : ends[-1] + 1] if ends else []
    text = "".join(t.text for t in symbols)
    if text in ("y", "#", "t", "k", "x", "w", "(x,y)"):
        return {"x": "x", "w": "w", "y": "y", "(x,y)": "example"}.get(text, "step"), (), (), False
    sides = [list[Token]()]
    for token in symbols:
        sides.append([]) if token.is_word(*ARROWS) else sides[-1].append(token)
    lists = [named_list(side) for side in sides]
    if len(lists) > 2 or (len(lists) == 2 and (lists[0][0] != "w" or lists[0][:2] != lists[1][:2])):
        return "", (), (), False
    return lists[0]


def named_list(tokens: Tokens) -> tuple[str, tuple[str, ...], tuple[str, ...], bool]:
    """The coordinates of (w_{i_1}, w_{i_2}, v) or (x_1, x_2), with or without parentheses."""
    parts = members(tokens) if tokens else []
    plain = [Part(tuple(t for t in part.tokens if not t.is_char("'")), part.place) for part in parts]
    primed = any(t.is_char("'") for t in tokens)
    for letter in ("x", "w"):
        names = tuple(indexed(part.tokens, letter) or (state(part) if letter == "w" else "") for part in plain)
        if names and all(names) and any(indexed(part.tokens, letter) or letter == "w" for part in plain):
            spelled = tuple(part.latex for part in plain)
            return letter, names, spelled if letter == "w" else (), primed
    return "", (), (), False


def state(part: Part) -> str:
    """The name of a weight besides those at coordinates, such as v."""
    text = "".join(t.text for t in part.tokens)
    return text if NAME.fullmatch(text) and text not in ("w", "x", "y") else ""


def settled(heads: list[Head]) -> list[Head]:
    """Blank heads belong to the weights left of them; weights that are named twice are those before, then after."""
    found = list[Head]()
    for head in heads:
        if head.role == "blank" and found and found[-1].role in WEIGHTS:
            found[-1] = replace(found[-1], end=head.end)
        else:
            found.append(head)
    effects, afters = ([h for h in found if h.role == role] for role in ("effect", "after"))
    names = [name for head in effects for name in head.names]
    half = len(effects) if afters else len(effects) // 2 if len(set(names)) < len(names) else 0
    for k, head in enumerate(effects if half else []):
        found[found.index(head)] = replace(head, role="before" if k < half else "after")
    return found


def indexed(tokens: Tokens, letter: str) -> str:
    """The name of the coordinate in x_{i_1} or w_1; empty for anything else."""
    if len(tokens) < 3 or not tokens[0].is_char(letter) or not tokens[1].is_char("_"):
        return ""
    reader = TokenReader(tokens)
    reader.position = 2
    name = subscript(reader.argument(tokens[1]))
    return "" if reader.peek() is not None or not name else f"i{name}" if name.isdecimal() else name

"""Takes away from a formula what only moves or decorates it."""

from dataclasses import replace

from ogd_exact.latex.groups import Reader, Tokens
from ogd_exact.latex.tokens import Token

DIGITS = "0123456789"
PADDING = ("hphantom", "phantom", "vphantom", "hspace", "hspace*", "kern", "vspace")
SPACES = (",", ";", ":", "!", ">", " ", "quad", "qquad", "thinspace", "enspace", "/", "space", "nobreak")
FONTS = ("itshape", "bfseries", "mdseries", "upshape", "ttfamily", "sffamily", "rmfamily", "boldmath", "selectfont")
PLACING = ("raggedright", "raggedleft", "centering", "arraybackslash", "noindent", "hfill", "strut", "mathstrut")
STYLES = (
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "normalsize",
    "small",
    "footnotesize",
    "scriptsize",
    "tiny",
    "large",
)
SIZES = ("left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl", "biggr", "middle")
ARROWS = ("to", "rightarrow", "longrightarrow", "mapsto", "longmapsto", "Rightarrow", "leadsto", "rightsquigarrow")
MARKS = ("footnotemark", "footnote", "tnote", "textsuperscript", "footref", "label")  # annotations beside a value
NAMES = ("mathit", "mathrm", "mathsf", "mathtt", "operatorname")  # of symbols of several letters
UNWRAPPED = ("num", "corrected", "ensuremath", "boldsymbol", "mathbf", "bm", "boxed", "underline", "textbf", "emph")


def cleaned(tokens: Tokens) -> list[Token]:
    """Without what only moves or decorates: spaces, padding, sizes, colours, marks of footnotes, math shifts."""
    reader, found = Reader(tokens), list[Token]()
    while (token := reader.take()) is not None:
        if token.kind in ("space", "par", "mark") or token.is_char("$", "~") or token.is_word("(", ")"):
            continue
        if token.kind == "word" and token.text in (*SPACES, *FONTS, *PLACING, *STYLES, *SIZES):
            following = reader.peek()
            if token.text in SPACES and between_digits(found, reader) and not groups_of_three(reader):
                raise token.error("a space between digits is read only before groups of three, as in 10\\,000")
            if token.is_word(*SIZES) and following is not None and following.is_char("."):
                raise token.error(f"\\{token.text}. has no parenthesis; write one")
            continue
        if token.is_char("{") and reader.follows(",}"):
            reader.position += 2
            if not between_digits(found, reader) or not groups_of_three(reader):
                raise token.error("{,} is read only between digits, before groups of three, as in 10{,}000")
            continue
        if token.is_word(*PADDING):
            reader.argument(token)
        elif token.is_word(*MARKS):
            reader.option()
            if not token.is_word("footnotemark"):
                mark = reader.argument(token)
                if token.is_word("textsuperscript") and any(t.text.isdecimal() for t in mark if t.kind == "char"):
                    raise token.error("\\textsuperscript with digits could be a power or a note; write ^ or \\tnote")
        elif token.is_word("textcolor", "colorbox"):
            reader.option()
            reader.argument(token)
            found += cleaned(reader.argument(token))
        elif token.is_word("color", "rowcolor", "cellcolor"):
            reader.option()
            reader.argument(token)
        elif token.is_word(*NAMES):
            name = "".join("_" if t.is_word("_") else t.text for t in reader.argument(token) if t.kind != "space")
            found.append(replace(token, text=name))
        elif token.is_word(*UNWRAPPED):
            found += cleaned(reader.argument(token))
        else:
            found.append(token)
    return found


def between_digits(found: Tokens, reader: Reader) -> bool:
    return bool(found) and found[-1].is_char(*DIGITS) and reader.at_char(*DIGITS)


def groups_of_three(reader: Reader) -> bool:
    r"""Whether three digits follow and then no other, so that \, or {,} before them separates thousands."""
    digits = [t.is_char(*DIGITS) for t in reader.tokens[reader.position : reader.position + 4]]
    return digits[:3] == [True] * 3 and not any(digits[3:])


def shown_token(token: Token) -> str:
    return f"\\{token.text}" if token.kind == "word" else repr(token.text)

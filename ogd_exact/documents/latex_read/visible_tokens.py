"""Takes away from a formula what only moves or decorates it, and the braces that nobody sees."""

from dataclasses import replace

from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens
from ogd_exact.documents.latex_read.tokens import Token

DIGITS = "0123456789"
FRACTIONS = ("frac", "tfrac", "dfrac", "cfrac", "nicefrac", "sfrac")
PHANTOMS = ("hphantom", "phantom", "vphantom")
SPACES = (",", ";", ":", "!", ">", " ", "quad", "qquad", "thinspace", "enspace", "/", "space", "nobreak")
FONTS = ("itshape", "bfseries", "mdseries", "upshape", "ttfamily", "sffamily", "rmfamily", "boldmath", "selectfont")
PLACING = ("raggedright", "raggedleft", "centering", "arraybackslash", "noindent", "hfill", "strut", "mathstrut")
STYLES = ("displaystyle", "textstyle", "scriptstyle", "normalsize", "small", "footnotesize", "scriptsize", "tiny")
SIZES = ("left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl", "biggr", "middle")
ARROWS = ("to", "rightarrow", "longrightarrow", "mapsto", "longmapsto", "Rightarrow", "Longrightarrow", "leadsto")
TIMES = ("cdot", "times", "ast")
TEXT = ("color", "textcolor")
GROUND = ("colorbox", "cellcolor", "rowcolor", "columncolor")
LENGTHS = {"hspace": 1, "extracolsep": 1, "rule": 2, "vspace": 1}  # how many a command takes
NOTES = ("footnotemark", "footnote", "tnote", "textsuperscript", "footref")  # beside a value
LINES = ("thead", "makecell")  # cells of several lines, in headers
WORDS = ("text", "mbox", "textrm", "textnormal", "textit", "textsc", "textsf", "texttt", "mathrm", "mathit", "mathsf")
NAMES = ("mathit", "mathrm", "mathsf", "mathtt", "operatorname")  # of symbols of several letters
UNWRAPPED = ("num", "corrected", "ensuremath", "boldsymbol", "mathbf", "bm", "boxed", "underline", "textbf", "emph")
UNDERSTOOD = {
    *FRACTIONS, *PHANTOMS, *SPACES, *FONTS, *PLACING, *STYLES, *SIZES, *ARROWS, *NOTES, *NAMES, *UNWRAPPED, *TIMES,
    *TEXT, *GROUND, *LENGTHS, "sqrt",
}  # fmt: skip
MAX_DEPTH = 60


class VisibleTokens:
    """Gathers tokens that are typeset; notes what stood between two digits, which must not become one number."""

    def __init__(self, depth: int = 0) -> None:
        self.found: list[Token] = []
        self.gap: Token | None = None
        self.depth = depth

    def read(self, tokens: Tokens) -> list[Token]:
        reader = TokenReader(tokens)
        while (token := reader.take()) is not None:
            if self.depth > MAX_DEPTH:
                raise token.error(f"braces nest at most {MAX_DEPTH} deep")
            if not self.passes_over(token, reader):
                self.add(token, reader)
        return self.found

    def passes_over(self, token: Token, reader: TokenReader) -> bool:
        """Whether a token is not typeset at all, or only beside the value."""
        if token.kind in ("space", "par", "mark") or token.is_char("$", "~") or token.is_word("(", ")"):
            # A space behind a command or in math is nothing; one between digits is told apart below.
            self.gap = self.gap or token
        elif token.kind == "word" and token.text in (*SPACES, *FONTS, *PLACING, *STYLES, *SIZES):
            following = reader.peek()
            if token.is_word(*SIZES) and following is not None and following.is_char("."):
                raise token.error(f"\\{token.text}. has no parenthesis; write one")
            self.gap = token
        elif token.is_char("{") and reader.follows(",}"):
            reader.position += 2
            self.gap = replace(token, kind="word", text=",")
            if not (self.found and self.found[-1].is_char(*DIGITS) and reader.at_char(*DIGITS)):
                raise token.error("{,} is read only between digits, before groups of three, as in 10{,}000")
        elif token.is_word(*PHANTOMS):  # prints nothing
            reader.group(token)
            self.gap = token
        elif token.is_word(*LENGTHS):
            take_lengths(token, reader)
            self.gap = token
        elif token.is_word(*NOTES):
            self.note(token, reader)
        elif token.is_word("color", "rowcolor", "cellcolor", "columncolor"):
            take_colour(token, reader)
        else:
            return False
        return True

    def note(self, token: Token, reader: TokenReader) -> None:
        self.gap = token
        signs = token.is_word("textsuperscript", "tnote") and all(
            t.is_char("*") or t.is_word("dagger", "ddagger", "S", "P", "ast") or (t.kind == "char" and t.text.isalpha())
            for t in reader.group(token)
        )
        if not signs:
            raise token.error(f"\\{token.text} could be a power or a note here; write ^, or \\textsuperscript{{*}}")

    def add(self, token: Token, reader: TokenReader) -> None:
        if token.is_word("textcolor", "colorbox", *UNWRAPPED):
            if not token.is_word(*UNWRAPPED):
                take_colour(token, reader)
            inside = reader.argument(token)
            if token.is_word("num") and not all(
                t.is_char(*DIGITS, ".", "-", "+", " ") or t.kind == "space" for t in inside
            ):
                raise token.error("\\num{...} holds more than a number")
            self.group(inside, token)
        elif token.is_word(*NAMES):
            inside = [t for t in reader.argument(token) if t.kind != "space"]
            name = "".join("_" if t.is_word("_") else t.text for t in inside)
            if not name.replace("_", "a").isalnum() or not name[0].isalpha():
                raise token.error(f"\\{token.text}{{...}} names a symbol here, by letters and digits")
            self.put(replace(token, kind="name", text=name))
        elif token.is_word(*FRACTIONS):
            self.put(token)
            for _ in range(2):
                self.group(reader.argument(token), token)
        elif token.is_char("^", "_"):
            self.put(token)
            self.group(reader.argument(token), token)
        else:
            self.check_digits(token, reader)
            self.put(token)

    def put(self, token: Token) -> None:
        self.found.append(token)
        self.gap = None

    def group(self, tokens: Tokens, owner: Token) -> None:
        """An argument, in braces."""
        inside = VisibleTokens(self.depth + 1).read(tokens)
        self.found += [replace(owner, kind="char", text="{"), *inside, replace(owner, kind="char", text="}")]
        self.gap = None

    def check_digits(self, token: Token, reader: TokenReader) -> None:
        r"""Digits apart are one number only as thousands: 10\,000 and 10{,}000."""
        if self.gap is None or not token.is_char(*DIGITS) or not self.found or not self.found[-1].is_char(*DIGITS):
            return
        run = "".join(t.text for t in self.found if t.kind == "char")
        last = len(run) - len(run.rstrip(DIGITS))
        ahead = [t.is_char(*DIGITS) for t in reader.tokens[reader.position : reader.position + 3]]
        first = run[len(run) - last :]
        grouped = ahead[:2] == [True, True] and not any(ahead[2:]) and not first.startswith("0")
        if not self.gap.is_word(",") or not grouped:
            raise self.gap.error("digits stand apart only as thousands, in groups of three, as in 10\\,000")


def take_colour(token: Token, reader: TokenReader) -> None:
    """Reads the colour behind a command; whether it can be seen, the page tells."""
    reader.option()
    reader.group(token)
    for _ in range(2 if token.is_word("rowcolor", "cellcolor", "columncolor") else 0):
        reader.option()  # how far the ground extends


def take_lengths(token: Token, reader: TokenReader) -> None:
    """Reads the lengths behind a command; what they move, the page tells."""
    if reader.at_char("*"):
        reader.take()
    reader.option()
    for _ in range(LENGTHS[token.text]):
        reader.group(token)


def is_understood(name: str) -> bool:
    """Whether a command has a meaning in formulas without being defined."""
    return name in UNDERSTOOD and name != "corrected"


def flat(tokens: Tokens, depth: int = 0) -> list[Token]:
    """Without braces that are not those of an argument: nobody sees them."""
    reader, found, arguments = TokenReader(tokens), list[Token](), 0
    while (token := reader.take()) is not None:
        if depth > MAX_DEPTH:
            raise token.error(f"braces nest at most {MAX_DEPTH} deep")
        if token.is_char("{"):
            reader.position -= 1
            inside = flat(reader.group(token), depth + 1)
            closing = replace(token, text="}")
            found += [token, *inside, closing] if arguments else inside
            arguments = max(0, arguments - 1)
            continue
        arguments = 2 if token.is_word(*FRACTIONS) else 1 if token.is_char("^", "_") or token.is_word("sqrt") else 0
        found.append(token)
    return found


def visible_tokens(tokens: Tokens) -> list[Token]:
    """The tokens of a formula as they are seen in print."""
    return flat(VisibleTokens().read(tokens))


def shown_token(token: Token) -> str:
    return f"\\{token.text}" if token.kind == "word" else repr(token.text)

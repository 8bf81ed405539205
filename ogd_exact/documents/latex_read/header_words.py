"""The words and the symbols of a piece of a header."""

from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import (
    FONTS,
    GROUND,
    LINES,
    NOTES,
    PHANTOMS,
    PLACING,
    SIZES,
    SPACES,
    STYLES,
    TEXT,
    WORDS,
    shown_token,
    visible_tokens,
)  # fmt: skip

PASSED = {*FONTS, *LINES, *PLACING, *SIZES, *SPACES, *STYLES, *WORDS, "(", ")", "protect", "\\", "vec", "mathbf", "bm"}
PASSED |= {"boldsymbol", "ensuremath", "textbf", "emph", "underline", "shortstack"}


def said(tokens: Tokens) -> tuple[list[str], list[Token]]:
    """Words are letters side by side, in lower case; all else that is seen are symbols, letters by themselves too."""
    reader, words, symbols, letters = TokenReader(tokens), list[str](), list[Token](), list[Token]()

    def finish() -> None:
        if len(letters) > 1:
            words.append("".join(t.text for t in letters).lower())
        else:
            symbols.extend(letters)
        letters.clear()

    while (token := reader.take()) is not None:
        if token.kind == "char" and token.text.isalpha():
            letters.append(token)
            continue
        finish()
        if token.is_word(*PHANTOMS, *TEXT, *GROUND, *NOTES, "hspace", "vspace", "extracolsep"):
            reader.option()
            reader.group(token)
        elif token.is_word(*LINES):
            reader.option()
        elif token.is_char("_", "^"):
            symbols += visible_tokens([token, *braced(token, reader)])
        elif token.is_word("prime"):
            symbols.append(Token("char", "'", token.path, token.line, token.column))
        elif token.kind in ("char", "word") and not token.is_char(*"${}~.:") and not token.is_word(*PASSED):
            symbols.append(token)
    finish()
    return words, primed(symbols)


def braced(token: Token, reader: TokenReader) -> list[Token]:
    inside = reader.argument(token)
    marks = [Token("char", mark, token.path, token.line, token.column) for mark in "{}"]
    return [marks[0], *inside, marks[1]]


def primed(symbols: list[Token]) -> list[Token]:
    r"""The symbols, with w^{\prime} as w'."""
    found = list[Token]()
    for token in symbols:
        found.append(token)
        if [shown_token(t) for t in found[-4:]] == ["'^'", "'{'", "\\prime", "'}'"]:
            found[-4:] = [Token("char", "'", token.path, token.line, token.column)]
    return found

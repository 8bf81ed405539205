"""Lists of formulas, as in (a, b, c)."""

import re
from dataclasses import dataclass

from ogd_exact.documents.latex_read.token_reader import Tokens
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import shown_token


@dataclass(frozen=True)
class Part:
    """The tokens of one formula, and where it stands."""

    tokens: tuple[Token, ...]
    place: Token

    @property
    def latex(self) -> str:
        """The tokens as LaTeX again."""
        text = ""
        for token in self.tokens:
            if token.kind == "char" and token.text.isalpha() and re.search(r"\\[A-Za-z]+$", text):
                text += " "
            text += f"\\{token.text}" if token.kind == "word" else token.text
        return re.sub(r"([_^])\{(\w)\}", r"\1\2", text)


def split_list(tokens: Tokens) -> list[Part]:
    """The members of ( a, b, c ); the tokens begin with the parenthesis and end with the one that closes it."""
    parts, rest = parenthesised(tokens)
    if rest:
        raise rest[0].error(f"{shown_token(rest[0])} is not understood after the list")
    return parts


def parenthesised(tokens: Tokens) -> tuple[list[Part], list[Token]]:
    """The members of a list in parentheses, and the tokens behind it."""
    depth = 0
    for k, token in enumerate(tokens):
        depth += token.is_char("(", "{") - token.is_char(")", "}")
        if k and depth == 0:
            return bare_list(tokens[1:k], token), list(tokens[k + 1 :])
    raise tokens[0].error("this parenthesis is never closed")


def bare_list(tokens: Tokens, place: Token, marks: str = ",") -> list[Part]:
    """The members of a, b, c; what stands in parentheses and braces separates nothing here."""
    found, depth = [list[Token]()], 0
    for token in tokens:
        depth += token.is_char("(", "{") - token.is_char(")", "}")
        if depth == 0 and token.is_char(*marks):
            found.append([])
        else:
            found[-1].append(token)
    return [Part(tuple(m), m[0] if m else place) for m in found]


def members(tokens: Tokens) -> list[Part]:
    """The members of a list with or without parentheses around it; the tokens are not empty."""
    if tokens[0].is_char("("):
        parts, rest = parenthesised(tokens)
        if not rest:
            return parts
    return bare_list(tokens, tokens[0])

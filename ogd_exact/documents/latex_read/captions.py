r"""What a caption says: constants that it defines, and which table it continues."""

import re

from ogd_exact.documents.latex_read.formula import is_name, name_of
from ogd_exact.documents.latex_read.lists import Part, bare_list
from ogd_exact.documents.latex_read.tabular import Tabular
from ogd_exact.documents.latex_read.token_reader import TokenReader, plain
from ogd_exact.documents.latex_read.tokens import Token
from ogd_exact.documents.latex_read.visible_tokens import PHANTOMS, TEXT, take_colour, visible_tokens

CONTINUES = re.compile(r"\W*(?:Table|Tab)?\W*continu(?:ing|ed|es|ation)\b", re.IGNORECASE)


def continued_labels(tabular: Tabular) -> list[str]:
    r"""The labels that a caption refers to, if it begins by saying that it continues something."""
    reader, text = TokenReader(tabular.caption), ""
    while (token := reader.take()) is not None:
        if token.is_word("hyperref"):
            reader.option()
        elif refers(token):
            reader.group(token)
        elif token.kind in ("char", "space"):
            text += token.text
    if not CONTINUES.match(text):
        return []
    return [
        plain(TokenReader(tabular.caption[k + 1 : k + 61]).group(t)) for k, t in enumerate(tabular.caption) if refers(t)
    ]


def refers(token: Token) -> bool:
    return token.is_word("ref", "cref", "Cref", "autoref")


def caption_constants(tabular: Tabular) -> dict[str, Part]:
    r"""What a caption defines, as in: here $\rho = 47\tfrac12$; nothing but one symbol stands left of the sign."""
    constants: dict[str, Part] = {}
    for segment in formulas(tabular.caption):
        seen = visible_tokens(without_words(segment))
        while seen and seen[0].is_char("(") and seen[-1].is_char(")"):
            seen = seen[1:-1]
        parts = [part.tokens for part in bare_list(seen, tabular.place, ",;")]
        for part in parts if all(any(t.is_char("=") for t in part) for part in parts) else ():
            signs = [k for k, t in enumerate(part) if t.is_char("=")]
            if len(signs) != 1 or signs[0] == 0 or signs[0] + 1 == len(part) or not is_name(part[0]):
                continue
            left = TokenReader(part[: signs[0]])
            first = left.take()
            assert first is not None
            name = name_of(first, left)
            if left.peek() is not None:
                continue
            value = Part(part[signs[0] + 1 :], part[signs[0] + 1])
            if [t.text for t in constants.setdefault(name, value).tokens] != [t.text for t in value.tokens]:
                raise value.place.error(f"the caption gives {name} two values")
    return constants


def without_words(tokens: list[Token]) -> list[Token]:
    reader, kept = TokenReader(tokens), list[Token]()
    while (token := reader.take()) is not None:
        if token.is_word("text", "mbox", "textrm", "quad") and not any(t.is_char("=") for t in kept):
            reader.option()
            if reader.at_char("{"):
                reader.group(token)
        else:
            kept.append(token)
    return kept


def formulas(tokens: list[Token]) -> list[list[Token]]:
    """What is seen between math shifts."""
    parts, inside, reader = [list[Token]()], False, TokenReader(tokens)
    while (token := reader.take()) is not None:
        if not inside and token.is_word(*PHANTOMS):
            reader.group(token)
        elif not inside and token.is_word(*TEXT):
            take_colour(token, reader)
        elif token.is_char("$") or token.is_word("(", ")"):
            inside = not inside
            parts.append([])
        elif inside:
            parts[-1].append(token)
    return [part for part in parts if part]

r"""What a caption says: constants that it defines, and which table it continues."""

import re

from ogd_exact.latex.clean import cleaned
from ogd_exact.latex.find import Found
from ogd_exact.latex.formula import name_of
from ogd_exact.latex.groups import Reader, plain
from ogd_exact.latex.header import Part
from ogd_exact.latex.tokens import Token

CONTINUES = re.compile(r"\bcontinu(?:ing|ed|es|ation)\b", re.IGNORECASE)


def continued_labels(found: Found) -> list[str]:
    r"""The labels that a caption refers to, if it says that it continues something."""
    if not CONTINUES.search("".join(t.text for t in found.caption)):
        return []
    return [plain(Reader(found.caption[k + 1 :]).group(t)) for k, t in enumerate(found.caption) if refers(t)]


def refers(token: Token) -> bool:
    return token.is_word("ref", "cref", "Cref", "autoref")


def caption_constants(found: Found) -> dict[str, Part]:
    r"""What a caption defines, as in: here $\rho = 47\tfrac12$."""
    tokens, constants = found.macros.expanded(found.caption), dict[str, Part]()
    for segment in formulas(tokens):
        inside = [t for t in cleaned(segment) if not t.is_word("text", "mbox", "textrm")]
        for k, token in enumerate(inside):
            if token.is_char("=") and k:
                start = k - 1
                while start and (inside[start].is_char("}", "{", "_") or inside[start - 1].is_char("_", "{")):
                    start -= 1
                reader = Reader(inside)
                reader.position = start + 1
                name = name_of(inside[start], reader)
                value, depth = list[Token](), 0
                for t in inside[k + 1 :]:
                    depth += t.is_char("(", "{") - t.is_char(")", "}")
                    if depth < 0 or (depth == 0 and t.is_char(",", ";", "=")):
                        break
                    value.append(t)
                constants[name] = Part(tuple(value), value[0] if value else token)
    return constants


def formulas(tokens: list[Token]) -> list[list[Token]]:
    """What stands between math shifts."""
    parts, inside = [list[Token]()], False
    for token in tokens:
        if token.is_char("$") or token.is_word("(", ")"):
            inside = not inside
            parts.append([])
        elif inside:
            parts[-1].append(token)
    return [part for part in parts if part]

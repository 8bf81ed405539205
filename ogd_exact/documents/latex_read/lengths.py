"""Lengths that move nothing out of its place: neither back over something else nor far away."""

import re

from ogd_exact.documents.latex_read.token_reader import TokenReader, Tokens, plain
from ogd_exact.documents.latex_read.tokens import Token

SHORT = r"[0-9]?[0-9]?(\.[0-9]+)?(pt|mm|mu|bp)|[0-9]?(\.[0-9]+)?(em|ex|cm)"
NAMED = r"fill|tabcolsep|baselineskip|(small|med|big)skipamount|jot|defaultaddspace|(above|below)rulesep"
ALONG = re.compile(rf"{SHORT}|[0-9]?(\.[0-9]+)?\\({NAMED})")
DOWN = re.compile(rf"{ALONG.pattern}|-[0-4]?(\.[0-9]+)?pt|-0?\.[0-9]+(ex|em)")  # a little closer to the row above
THIN = re.compile(r"[0-2]?(\.[0-9]+)?pt|0?\.[0-9]+(em|ex)|\\(light|heavy|cmid)rulewidth")  # a rule
NONE = re.compile(r"0?(\.0+)?(pt|mm|em|ex|cm)")


def take_length(token: Token, reader: TokenReader, allowed: re.Pattern[str]) -> None:
    """Reads the length that a command needs."""
    check_length(token, reader.group(token), allowed)


def check_length(token: Token, length: Tokens, allowed: re.Pattern[str]) -> None:
    text = plain(length).replace(" ", "")
    if not allowed.fullmatch(text):
        remedy = "use a short one that is not negative, as in \\hspace{2pt} and \\rule{0pt}{2ex}"
        raise token.error(f"\\{token.text}: the length {text[:40]!r} may move, draw or hide something; {remedy}")

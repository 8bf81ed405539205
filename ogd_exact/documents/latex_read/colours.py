"""Colours that are seen for certain: dark text on a light ground. Of any other nothing is assumed."""

import re

from ogd_exact.documents.latex_read.token_reader import TokenReader, plain
from ogd_exact.documents.latex_read.tokens import Token

DARK = {
    "black", "red", "blue", "green", "magenta", "cyan", "brown", "violet", "purple", "teal", "olive", "orange", "gray",
    "darkgray",
}  # fmt: skip
LIGHT = {"white", "yellow", "lightgray", "pink"}
MIXED = re.compile(r"([a-z]+)(?:!([0-9]{1,2}|100))?(?:!black)?")  # red!75!black
TEXT = ("color", "textcolor")
GROUND = ("colorbox", "cellcolor", "rowcolor", "columncolor")


def take_colour(token: Token, reader: TokenReader) -> None:
    """Reads the colour behind a command, and refuses one that may hide what is in it, or what stands on it."""
    model = reader.option()
    name = plain(reader.group(token)).strip()
    if model is not None or not (is_dark(name) if token.is_word(*TEXT) else is_light(name)):
        shown = "dark colours such as red, blue, red!75!black" if token.is_word(*TEXT) else "light ones such as red!10"
        problem = f"\\{token.text}: the colour {name[:40]!r} may hide what is printed"
        raise token.error(f"{problem}; {shown} are known to be seen")
    for _ in range(2 if token.is_word("rowcolor", "cellcolor", "columncolor") else 0):
        reader.option()  # how far the ground extends


def is_dark(name: str) -> bool:
    found = MIXED.fullmatch(name)
    return found is not None and found[1] in DARK and (name.endswith("!black") or int(found[2] or 100) >= 50)


def is_light(name: str) -> bool:
    found = MIXED.fullmatch(name)
    if found is None or name.endswith("!black"):
        return False
    return found[1] in LIGHT or (found[1] in DARK and int(found[2] or 100) <= 30)

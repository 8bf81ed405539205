"""Messages as HTML: the formulas within them stay on the line, with Greek letters, indices and powers."""

import re
from html import escape

from ogd_exact.html.typeset import LETTERS, MINUS, entry, sentence, symbol, weight
from ogd_exact.tables.sentence import Sentence
from ogd_exact.tables.table import Table

PIECE = re.compile(
    r"""\bw_(?P<weight>[A-Za-z]\w*)
      | \bx(?P<entry>[1-9][0-9]?)\b
      | \b(?P<name>sqrt_[A-Za-z]\w*|[A-Za-z]+[0-9]*)\b
      | \^(?P<power>-?[0-9]+)
      | (?<=[\w)])(?P<times>\*)(?=[\w(-])
      | (?P<minus>(?<![\w)])-(?=[\w(])|(?<=[ ])-(?=[ ]))""",
    re.VERBOSE,
)


def prose(text: str, table: Table) -> str:
    """A sentence about a table, which may say itself what its formulas are; x1 is the example's first entry."""
    if isinstance(text, Sentence):
        return sentence(text, table)
    result, end = "", 0
    for match in PIECE.finditer(text):
        result += escape(text[end : match.start()]) + piece(match, table)
        end = match.end()
    return result + escape(text[end:])


def piece(match: re.Match[str], table: Table) -> str:
    text = match[0]
    if match["weight"] in table.coordinates:
        return weight(match["weight"])
    if match["entry"] and int(match["entry"]) <= len(table.inputs):
        return entry(table.inputs[int(match["entry"]) - 1])
    if match["name"]:
        letter = text.rstrip("0123456789")
        is_symbol = letter in LETTERS or len(letter) == 1 < len(text) or text in "vwxy" or text.startswith("sqrt_")
        return symbol(text) if is_symbol else escape(text)
    if match["power"]:
        return f"<sup>{match['power'].replace('-', MINUS)}</sup>"
    return {"*": "\N{MIDDLE DOT}", "-": MINUS}.get(text, escape(text))

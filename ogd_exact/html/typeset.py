"""Expressions and names as HTML; all text from files is escaped here, so that it can never be markup."""

from html import escape
from unicodedata import lookup

from ogd_exact.notation.names import GREEK, letter_and_index
from ogd_exact.notation.typeset import typeset
from ogd_exact.tables.limits import ExpressionError

UNICODE_NAMES = {"lambda": "LAMDA"}
LETTERS = {name: lookup(f"GREEK SMALL LETTER {UNICODE_NAMES.get(name, name.upper())}") for name in GREEK.split()}
LETTERS |= {"eps": "\N{GREEK SMALL LETTER EPSILON}", "epsilon": "\N{GREEK LUNATE EPSILON SYMBOL}"}
MINUS = "\N{MINUS SIGN}"


class HTML:
    """The notation of the page: fractions are stacked by its style sheet, and read as a/b without it."""

    minus, space, dot = MINUS, "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}\N{MIDDLE DOT}\N{NO-BREAK SPACE}"

    def symbol(self, name: str) -> str:
        return symbol(name)

    def parenthesized(self, text: str) -> str:
        return f"({text})"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}{raised(str(exponent))}"

    def fraction(self, above: str, below: str) -> str:
        return f'<span class="frac"><span>{above}</span><span class="bar">/</span><span>{below}</span></span>'


def formula(text: str) -> str:
    """An expression, a strict inequality, a list of coordinates, or whatever else stands in a cell."""
    if ", " in text:
        return ", ".join(map(formula, text.split(", ")))
    operator = next((mark for mark in "<>" if mark in text), None)
    try:
        if operator is None:
            return typeset(text, HTML())
        return f" {escape(operator)} ".join(typeset(side, HTML()) for side in text.split(operator))
    except ExpressionError:
        return escape(text)


def raised(exponent: str) -> str:
    return f"<sup>{exponent.replace('-', MINUS)}</sup>"


def symbol(name: str) -> str:
    """alpha, eps1, sqrt_eta or a user's own name; different names never look the same."""
    if name.startswith("sqrt_") and len(name) > len("sqrt_"):
        return f'\N{SQUARE ROOT}<span class="root">{symbol(name.removeprefix("sqrt_"))}</span>'
    letter, index = letter_and_index(name)
    if letter:
        return f"<i>{escape(LETTERS.get(letter, letter))}</i>" + (f"<sub>{index}</sub>" if index else "")
    return f'<span class="word">{escape(name)}</span>'


def entry(coordinate: str) -> str:
    """The entry of an example at a coordinate."""
    return f"<i>x</i><sub>{symbol(coordinate)}</sub>"


def weight(coordinate: str) -> str:
    """The weight at a coordinate; v is a weight itself."""
    return "<i>v</i>" if coordinate == "v" else f"<i>w</i><sub>{symbol(coordinate)}</sub>"

"""The notation of the page; all text from files is escaped here, so that it can never be markup."""

from html import escape
from unicodedata import lookup

from ogd_exact.core.tables.table import Table
from ogd_exact.documents.notation.notation import GREEK, Notation
from ogd_exact.documents.notation.typeset import typeset_piece, typeset_sentence
from ogd_exact.text.sentence import Formula, Sentence

UNICODE_NAMES = {"lambda": "LAMDA"}
LETTERS = {name: lookup(f"GREEK SMALL LETTER {UNICODE_NAMES.get(name, name.upper())}") for name in GREEK.split()}
LETTERS |= {"eps": "\N{GREEK SMALL LETTER EPSILON}", "epsilon": "\N{GREEK LUNATE EPSILON SYMBOL}"}
MINUS = "\N{MINUS SIGN}"


class HTML(Notation):
    """Fractions are stacked by the page's style sheet, and read as a/b without it."""

    minus, space, dot = MINUS, "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}\N{MIDDLE DOT}\N{NO-BREAK SPACE}"

    def letter(self, letter: str, index: str) -> str:
        return f"<i>{escape(LETTERS.get(letter, letter))}</i>" + (f"<sub>{index}</sub>" if index else "")

    def word(self, name: str) -> str:
        return f'<span class="word">{escape(name)}</span>'

    def root(self, text: str) -> str:
        return f'\N{SQUARE ROOT}<span class="root">{text}</span>'

    def indexed(self, letter: str, index: str) -> str:
        return f"<i>{letter}</i><sub>{index}</sub>"

    def parenthesized(self, text: str) -> str:
        return f"({text})"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}<sup>{str(exponent).replace('-', MINUS)}</sup>"

    def fraction(self, above: str, below: str) -> str:
        return f'<span class="frac"><span>{above}</span><span class="bar">/</span><span>{below}</span></span>'

    def relation(self, sign: str) -> str:
        return escape(sign)

    def plain(self, text: str) -> str:
        return escape(text)

    def within_text(self, formula: str) -> str:
        return formula


PAGE = HTML()
symbol, entry = PAGE.symbol, PAGE.entry


def formula(text: str) -> str:
    """The text of a cell, which need not be a formula."""
    return typeset_piece(Formula(text), PAGE)


def sentence(text: Sentence, table: Table) -> str:
    return typeset_sentence(text, HTML(table))

"""Formulas in MathML, which browsers typeset, for the pages of the site that are about them."""

import re
from html import escape

from ogd_exact.documents.html.html_notation import LETTERS, MINUS
from ogd_exact.documents.notation.notation import Notation
from ogd_exact.documents.notation.typeset import formula

TOKEN = re.compile(r"<(?:mi|mn|mo|mtext)>[^<]*</\w+>|<[^>]*>|[0-9]+|[^<0-9\s]")


def row(text: str) -> str:
    """What is no element yet becomes one: numbers, and signs between them."""
    within = [
        part if part[0] == "<" else f"<mn>{part}</mn>" if part.isdigit() else f"<mo>{part}</mo>"
        for part in TOKEN.findall(text)
    ]
    return f"<mrow>{''.join(within)}</mrow>"


class MathML(Notation):
    minus, space, dot = MINUS, "<mspace width='0.17em'/>", "·"

    def letter(self, letter: str, index: str) -> str:
        shown = f"<mi>{escape(LETTERS.get(letter, letter))}</mi>"
        return f"<msub>{shown}<mtext>{index}</mtext></msub>" if index else shown

    def word(self, name: str) -> str:
        letter, _, rest = name.partition("_")
        if len(letter) == 1 and rest:
            return self.indexed(letter, f"<mtext>{escape(rest)}</mtext>")
        return f"<mtext>{escape(name)}</mtext>"

    def root(self, text: str) -> str:
        return f"<msqrt>{text}</msqrt>"

    def indexed(self, letter: str, index: str) -> str:
        return f"<msub><mi>{letter}</mi>{index}</msub>"

    def parenthesized(self, text: str) -> str:
        return f"({text})"

    def power(self, base: str, exponent: int) -> str:
        return f"<msup>{row(base)}<mtext>{str(exponent).replace('-', MINUS)}</mtext></msup>"

    def fraction(self, above: str, below: str) -> str:
        return f"<mfrac>{row(above)}{row(below)}</mfrac>"

    def relation(self, sign: str) -> str:
        return f"<mo>{escape(sign)}</mo>"


def mathml(text: str) -> str:
    """Raises ExpressionError where the text is no formula."""
    return f'<math displaystyle="true">{row(formula(text, MathML()))}</math>'

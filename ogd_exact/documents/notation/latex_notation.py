"""The notation of LaTeX's math mode."""

from functools import partial

from ogd_exact.documents.notation.notation import GREEK, Notation
from ogd_exact.documents.notation.typeset import typeset, typeset_bound

LETTERS = {name: f"\\{name}" for name in GREEK.split()} | {"eps": r"\epsilon", "epsilon": r"\varepsilon"}
SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


class LaTeX(Notation):
    minus, space, dot = "-", " ", r" \cdot "

    def letter(self, letter: str, index: str) -> str:
        return LETTERS.get(letter, letter) + (f"_{braced(index)}" if index else "")

    def word(self, name: str) -> str:
        return rf"\mathit{{{escaped(name)}}}"

    def root(self, text: str) -> str:
        return rf"\sqrt{{{text}}}"

    def indexed(self, letter: str, index: str) -> str:
        return f"{letter}_{{{index}}}"

    def parenthesized(self, text: str) -> str:
        return rf"\left({text}\right)"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{braced(str(exponent))}"

    def fraction(self, above: str, below: str) -> str:
        command = r"\tfrac" if (above + below).isdigit() else r"\frac"
        return f"{command}{{{above}}}{{{below}}}"

    def relation(self, sign: str) -> str:
        return sign

    def plain(self, text: str) -> str:
        return escaped(text)

    def within_text(self, formula: str) -> str:
        return f"${formula}$"


LATEX = LaTeX()
symbol, entry = LATEX.symbol, LATEX.entry
latex_of, latex_of_bound = partial(typeset, notation=LATEX), partial(typeset_bound, notation=LATEX)


def braced(text: str) -> str:
    """An exponent or index: in braces, unless it is a single character."""
    return text if len(text) == 1 else f"{{{text}}}"


def call(gadget: str, *arguments: str) -> str:
    """A gadget with its arguments, which are math already."""
    return rf"\texttt{{{escaped(gadget)}}}$({', '.join(arguments)})$"


def escaped(text: str) -> str:
    """Escapes what LaTeX would not take for plain text."""
    return "".join(SPECIAL.get(character, character) for character in text)

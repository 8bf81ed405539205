"""Texts about a table that know which of their parts are formulas, so that a page can typeset these."""

from collections.abc import Iterable


class Formula(str):
    """An expression, an equation, a bound or a list; x2 is an entry of the example, w_i1 the weight at i1."""


class Sentence(str):
    """A plain text, and the pieces that it is made of: words, and formulas."""

    pieces: tuple[str, ...]

    def __new__(cls, *parts: str) -> "Sentence":
        self = super().__new__(cls, "".join(parts))
        self.pieces = tuple(p for part in parts for p in (part.pieces if isinstance(part, Sentence) else (part,)))
        return self

    def __add__(self, more: str) -> "Sentence":
        return Sentence(self, more)


def marked(text: str) -> Sentence:
    """A text in which formulas stand between backticks."""
    return Sentence(*(Formula(part) if k % 2 else part for k, part in enumerate(text.split("`"))))


def formulas(texts: Iterable[str]) -> Sentence:
    return joined(", ", map(Formula, texts))


def joined(between: str, parts: Iterable[str]) -> Sentence:
    """Joins as str.join does, without forgetting what is a formula."""
    return Sentence(*[piece for part in parts for piece in (between, part)][1:])

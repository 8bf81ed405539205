"""A way to write formulas down. LaTeX and HTML say how each part looks; what a name stands for is said here."""

from typing import Protocol

from ogd_exact.core.kernel.step import VELOCITY
from ogd_exact.core.tables.table import Table

GREEK = """
    alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
"""
LETTERS = {*GREEK.split(), "eps", "epsilon"}
ROOT = "sqrt_"


class Notation(Protocol):
    """Numbers are written as their digits; different names never look the same."""

    minus: str
    space: str  # between factors
    dot: str  # between factors that would read as one number
    named: dict[str, str]  # names that stand for something else than symbols
    state: set[str]  # weights besides those at coordinates

    def __init__(self, table: Table | None = None) -> None:
        """In a sentence about a table, x2 and w_i1 are an entry of its examples and a weight."""
        self.named = {f"x{k + 1}": self.entry(c) for k, c in enumerate(table.inputs)} if table else {}
        self.state = {c for c in table.state if not c.startswith(VELOCITY)} if table else set()
        self.named |= {f"w_{c}": self.weight(c) for c in table.coordinates} if table else {}

    def letter(self, letter: str, index: str) -> str: ...  # Latin or one of LETTERS; the index is digits or empty
    def word(self, name: str) -> str: ...  # a name of several letters
    def root(self, text: str) -> str: ...
    def indexed(self, letter: str, index: str) -> str: ...  # the index is written already
    def parenthesized(self, text: str) -> str: ...
    def power(self, base: str, exponent: int) -> str: ...
    def fraction(self, above: str, below: str) -> str: ...
    def relation(self, sign: str) -> str: ...  # > or <
    def plain(self, text: str) -> str: ...  # whatever it holds, it is no formula
    def within_text(self, formula: str) -> str: ...

    def name(self, name: str) -> str:
        """Writes a name that stands in a formula."""
        return self.named.get(name) or self.symbol(name)

    def symbol(self, name: str) -> str:
        """Writes a symbol: alpha, eps1, sqrt_eta or a user's own name."""
        if name.startswith(ROOT) and name != ROOT:
            return self.root(self.symbol(name.removeprefix(ROOT)))
        letter = name.rstrip("0123456789")
        single = letter in LETTERS or len(letter) == 1
        return self.letter(letter, name.removeprefix(letter)) if single else self.word(name)

    def weight(self, coordinate: str) -> str:
        """The weight at a coordinate of the table; the state of its rule is a weight itself."""
        return self.symbol(coordinate) if coordinate in self.state else self.indexed("w", self.symbol(coordinate))

    def entry(self, coordinate: str) -> str:
        """The entry of an example at a coordinate."""
        return self.indexed("x", self.symbol(coordinate))

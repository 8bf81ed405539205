"""Typesets expressions in the form in which they are written: nothing is expanded, cancelled or reordered."""

from typing import NamedTuple, Protocol

from ogd_exact.notation.names import braced, symbol
from ogd_exact.tables.expressions import Node, parse


class Notation(Protocol):
    """How the parts of an expression are written; numbers are written as their digits."""

    minus: str
    space: str  # between factors
    dot: str  # between factors that would read as one number

    def symbol(self, name: str) -> str: ...
    def parenthesized(self, text: str) -> str: ...
    def power(self, base: str, exponent: int) -> str: ...
    def fraction(self, above: str, below: str) -> str: ...


class LaTeX:
    """The notation of math mode."""

    minus, space, dot = "-", " ", r" \cdot "

    def symbol(self, name: str) -> str:
        return symbol(name)

    def parenthesized(self, text: str) -> str:
        return rf"\left({text}\right)"

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{braced(str(exponent))}"

    def fraction(self, above: str, below: str) -> str:
        command = r"\tfrac" if (above + below).isdigit() else r"\frac"
        return f"{command}{{{above}}}{{{below}}}"


class Shape(NamedTuple):
    """An expression as written, and what it is: a sum, negative (a sign before a product), a product, ... an atom."""

    text: str
    kind: str
    numeric: bool = False  # begins with a number, or with a fraction of two

    @property
    def is_factor(self) -> bool:
        """Whether it can be multiplied or subtracted as it is."""
        return self.kind in ("product", "fraction", "atom")


def latex_of(text: str) -> str:
    """The LaTeX, for math mode, of an expression in the grammar of cells."""
    return typeset(text, LaTeX())


def latex_of_bound(text: str) -> str:
    """The LaTeX of a strict inequality between two expressions."""
    operator = "<" if "<" in text else ">"
    return f" {operator} ".join(latex_of(side) for side in text.split(operator))


def typeset(text: str, notation: Notation) -> str:
    """An expression in the grammar of cells, in any notation."""
    return shape(parse(text), notation).text


def shape(node: Node, notation: Notation) -> Shape:
    if node.kind == "number":
        return Shape(str(node.number), "atom", True)
    if node.kind == "symbol":
        return Shape(notation.symbol(node.symbol), "atom")
    if node.kind == "neg":
        return Shape(notation.minus + factor(shape(node.operands[0], notation), notation).text, "negative")
    if node.kind == "^":
        base = shape(node.operands[0], notation)
        base = base if base.kind == "atom" else Shape(notation.parenthesized(base.text), "atom")
        return Shape(notation.power(base.text, node.operands[1].number), "product", base.numeric)
    left, right = (shape(operand, notation) for operand in node.operands)
    if node.kind in ("+", "-"):
        sign = notation.minus if node.kind == "-" else "+"
        return Shape(f"{left.text} {sign} {factor(right, notation).text}", "sum")
    sign = notation.minus if left.kind == "negative" else ""  # of the first factor: it goes before the whole product
    left = Shape(left.text.removeprefix(sign), "product") if sign else left
    if node.kind == "*":
        left, right = factor(left, notation), factor(right, notation)
        text = left.text + (notation.dot if right.numeric else notation.space) + right.text
        return Shape(sign + text, "negative" if sign else "product", left.numeric)
    text = sign + notation.fraction(left.text, right.text)
    return Shape(text, "negative" if sign else "fraction", (left.text + right.text).isdigit())


def factor(part: Shape, notation: Notation) -> Shape:
    return part if part.is_factor else Shape(notation.parenthesized(part.text), "atom")

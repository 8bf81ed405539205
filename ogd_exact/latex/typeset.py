"""Typesets expressions in the form in which they are written: nothing is expanded, cancelled or reordered."""

from typing import NamedTuple

from ogd_exact.latex.names import braced, symbol
from ogd_exact.tables.expressions import Node, parse


class Shape(NamedTuple):
    """LaTeX, and what it is: a sum, negative (a sign before a product), a product, a fraction or an atom."""

    text: str
    kind: str

    @property
    def factor(self) -> str:
        """The text as something that can be multiplied or subtracted."""
        return self.text if self.kind in ("product", "fraction", "atom") else parenthesized(self.text)


def latex_of(text: str) -> str:
    """The LaTeX, for math mode, of an expression in the grammar of cells."""
    return shape(parse(text)).text


def latex_of_bound(text: str) -> str:
    """The LaTeX of a strict inequality between two expressions."""
    operator = "<" if "<" in text else ">"
    return f" {operator} ".join(latex_of(side) for side in text.split(operator))


def parenthesized(text: str) -> str:
    return rf"\left({text}\right)"


def shape(node: Node) -> Shape:
    if node.kind == "number":
        return Shape(str(node.number), "atom")
    if node.kind == "symbol":
        return Shape(symbol(node.symbol), "atom")
    if node.kind == "neg":
        return Shape(f"-{shape(node.operands[0]).factor}", "negative")
    if node.kind == "^":
        base = shape(node.operands[0])
        inner = base.text if base.kind == "atom" else parenthesized(base.text)
        return Shape(f"{inner}^{braced(str(node.operands[1].number))}", "product")
    left, right = (shape(operand) for operand in node.operands)
    if node.kind in ("+", "-"):
        return Shape(f"{left.text} {node.kind} {right.factor}", "sum")
    sign = "-" if left.kind == "negative" else ""  # of the first factor: it goes before the whole product
    left = Shape(left.text.removeprefix("-"), "product") if sign else left
    kind = "negative" if sign else "product"
    if node.kind == "*":
        return Shape(sign + product(left, right.factor), kind)
    command = r"\tfrac" if (left.text + right.text).isdigit() else r"\frac"
    return Shape(f"{sign}{command}{{{left.text}}}{{{right.text}}}", kind if sign else "fraction")


def product(left: Shape, right: str) -> str:
    """Side by side; with a dot where two numbers would read as one."""
    dot = r"\cdot " if right[0].isdigit() or right.startswith(r"\tfrac") else ""
    return f"{left.factor} {dot}{right}"

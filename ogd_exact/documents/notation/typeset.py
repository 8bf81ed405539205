"""Typesets expressions in the form in which they are written: nothing is expanded, cancelled or reordered."""

from typing import NamedTuple

from ogd_exact.core.tables.expressions import Node, parse
from ogd_exact.core.tables.limits import ExpressionError
from ogd_exact.documents.notation.notation import Notation
from ogd_exact.text.sentence import Formula, Sentence


class Shape(NamedTuple):
    """An expression as written, and what it is: a sum, negative (a sign before a product), a product, ... an atom."""

    text: str
    kind: str
    numeric: bool = False  # begins with a number, or with a fraction of two

    @property
    def is_factor(self) -> bool:
        """Whether it can be multiplied or subtracted as it is."""
        return self.kind in ("product", "fraction", "atom")


def typeset(text: str, notation: Notation) -> str:
    """An expression in the grammar of cells, in any notation."""
    return shape(parse(text), notation).text


def typeset_bound(text: str, notation: Notation) -> str:
    """A strict inequality between two expressions."""
    left, sign, right = text.partition(">" if ">" in text else "<")
    return f"{typeset(left, notation)} {notation.relation(sign)} {typeset(right, notation)}"


def formula(text: str, notation: Notation) -> str:
    """An expression, an equation, a strict inequality or a list of them; raises ExpressionError for anything else."""
    for between in (", ", " = "):
        if between in text:
            return between.join(formula(part, notation) for part in text.split(between))
    return (typeset_bound if "<" in text or ">" in text else typeset)(text, notation)


def typeset_sentence(sentence: Sentence, notation: Notation) -> str:
    """The words of a sentence as they are, and its formulas typeset."""
    return "".join(typeset_piece(piece, notation) for piece in sentence.pieces)


def typeset_piece(piece: str, notation: Notation) -> str:
    try:
        return notation.within_text(formula(piece, notation)) if isinstance(piece, Formula) else notation.plain(piece)
    except ExpressionError:
        return notation.plain(piece)


def shape(node: Node, notation: Notation) -> Shape:
    if node.kind == "number":
        return Shape(str(node.number), "atom", True)
    if node.kind == "symbol":
        return Shape(notation.name(node.symbol), "atom")
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

"""Numbers, formulas, lists and names as Coq reads them, in the scope of an ordered field."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ogd_exact.core.tables.expressions import Node, parse

ATOM = re.compile(r"#?\w+")
NAMED_COORDINATES = 6  # Rows.v calls them i1, i2, ...
# Words of Coq, and names that generated files use themselves.
RESERVED = {
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let", "match", "mod",
    "return", "then", "using", "where", "with", "Prop", "Set", "Type", "SProp",
    "F", "R", "E", "good", "region", "known", "m", "i", "a", "b", "q", "o", "i1", "i2", "i3", "i4", "i5", "i6",
    "y", "p", "v", "learning_rate", "regularizer", "score", "kinks", "moves", "Above", "Below", "On",
    "row", "leads", "called", "within", "nth", "decay", "at_rest", "size", "Inputs", "Gates",
    "Outputs", "Question",
}  # fmt: skip


def identifier(name: str) -> str:
    """The Coq name for a name of a file; no two names of letters, digits and _ become one."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    plain = plain if plain[:1].isalpha() else f"n{plain}"
    return f"{plain}_" if plain in RESERVED or plain.endswith("_") else plain


def shown(name: str) -> str:
    """Writes a name of a folder within a comment, which it must not end."""
    return re.sub(r"[^\w .-]", "_", name)


def integer(number: int) -> str:
    return str(number) if number in (0, 1) else f"#{number}"


def number(value: Any) -> str:
    """Writes a rational number that is not negative."""
    exact = Fraction(int(value.numerator), int(value.denominator))
    return integer(exact.numerator) + (f"/{integer(exact.denominator)}" if exact.denominator != 1 else "")


def listed(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"


def coordinate(place: int) -> str:
    return f"i{place + 1}" if place < NAMED_COORDINATES else f"{place}%nat"


def grouped(text: str) -> str:
    """Puts a text in parentheses, unless it needs none."""
    return text if ATOM.fullmatch(text) else f"({text})"


def formula(text: str, names: Mapping[str, str]) -> str:
    """An expression of a table; names has what stands for each of its symbols."""
    return of_node(parse(text), names)


def of_node(node: Node, names: Mapping[str, str]) -> str:
    """Writes an expression with parentheses where they were; a negative power is divided by."""
    if node.kind == "number":
        return integer(node.number)
    if node.kind == "symbol":
        return grouped(names[node.symbol])
    parts = [of_node(operand, names) for operand in node.operands if node.kind != "^"]
    if node.kind == "^":
        base, exponent = grouped(of_node(node.operands[0], names)), node.operands[1].number
        return f"{base}^{exponent}" if exponent >= 0 else f"(1/{base}^{-exponent})"
    if node.kind == "neg":
        inner = inside(node.operands[0], parts[0], "+-*/neg")
        # -1 is a name of its own, which a power would bind to.
        return f"-({inner})" if inner.startswith("1") and inner != "1" else f"-{inner}"
    left = inside(node.operands[0], parts[0], "+-" if node.kind in "*/" else "")
    right = inside(node.operands[1], parts[1], {"*": "+-*/", "/": "+-*/", "-": "+-", "+": "+-"}[node.kind])
    return f"{left}{node.kind}{right}" if node.kind in "*/" else f"{left} {node.kind} {right}"


def inside(node: Node, text: str, looser: str) -> str:
    """An operand, in parentheses if it binds less tightly than its operator."""
    loose = node.kind in looser if node.kind != "neg" else "neg" in looser
    return f"({text})" if loose else text


def names_of(symbols: Sequence[str]) -> dict[str, str]:
    return {symbol: identifier(symbol) for symbol in symbols}

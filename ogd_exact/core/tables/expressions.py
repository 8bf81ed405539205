"""The grammar of cells: integers, + - * / ^ with integer exponents, parentheses, declared symbols.

    sum     := product (("+" | "-") product)*
    product := unary (("*" | "/") unary)*
    unary   := ("+" | "-") unary | power
    power   := atom ("^" ("-")? integer)?
    atom    := integer | symbol | "(" sum ")"

Text from a file is hostile until it has passed through here: sizes are bounded, and nothing is ever handed to a
parser that can run code.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ogd_exact.core.tables.limits import ExpressionError, check_exponent, check_size, check_tokens, deeper, unexpected

TOKEN = re.compile(r"(?P<integer>[0-9]+)|(?P<symbol>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>[-+*/^()])|(?P<bad>\S)")
BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}  # how tightly; a sign before an operand as *
Token = tuple[str, str, int]  # its kind (a sign is one of its own), its text, and where it stands


@dataclass(frozen=True)
class Node:
    """A number, a symbol, or an operator (neg + - * / ^) on its operands; an exponent is a number."""

    kind: str
    offset: int
    operands: tuple["Node", ...] = ()
    number: int = 0
    symbol: str = ""


class Parser:
    def __init__(self, text: str) -> None:
        self.tokens = list[Token]()
        for match in TOKEN.finditer(text):
            kind = str(match.lastgroup)
            self.tokens.append((match[kind] if kind == "sign" else kind, match[kind], match.start(kind)))
        self.tokens.append(("end", "", len(text)))
        check_tokens(text, tuple(self.tokens))

    def take(self, *wanted: str) -> Token:
        """The next token, which is of one of these kinds."""
        token = self.tokens.pop(0)
        if token[0] not in wanted:
            raise unexpected(token, wanted)
        return token

    def expression(self, above: int, depth: int) -> Node:
        """All that comes next, up to an operator that does not bind tighter than those above it."""
        node = self.operand(depth)
        while BINDS.get(self.tokens[0][0], 0) > above:
            operator, _, offset = self.take(*BINDS)
            right = self.exponent() if operator == "^" else self.expression(BINDS[operator], depth)
            node = Node(operator, offset, (node, right))
        return node

    def operand(self, depth: int) -> Node:
        kind, word, offset = self.take("integer", "symbol", "+", "-", "(")
        if kind == "integer":
            return Node("number", offset, number=int(word))
        if kind == "symbol":
            return Node("symbol", offset, symbol=word)
        node = self.expression(0 if kind == "(" else BINDS["*"], deeper(depth, offset))
        if kind == "(":
            self.take(")")
        return Node("neg", offset, (node,)) if kind == "-" else node

    def exponent(self) -> Node:
        sign = -1 if self.tokens[0][0] == "-" and self.take("-") else 1
        _, word, offset = self.take("integer")
        check_exponent(int(word), offset)
        if self.tokens[0][0] == "^":
            raise ExpressionError("a power of a power needs parentheses", self.tokens[0][2])
        return Node("number", offset, number=sign * int(word))


@lru_cache(maxsize=10_000)
def parse(text: str) -> Node:
    parser = Parser(text)
    node = parser.expression(0, 0)
    parser.take("end")
    return node


def evaluate(node: Node, symbols: Mapping[str, Any], number: Callable[[int], Any], limited: bool = True) -> Any:
    """The exact value of a parsed expression; `number` makes integers of the wanted arithmetic.

    `limited` bounds the sizes of results; it may be off only where the symbols stand for numbers of our own making.
    """
    if node.kind == "number":
        return number(node.number)
    if node.kind == "symbol":
        if node.symbol not in symbols:
            known = ", ".join(symbols) or "none"
            raise ExpressionError(f"unknown symbol {node.symbol!r}; declared here: {known}", node.offset)
        return symbols[node.symbol]
    if node.kind == "^":
        base = evaluate(node.operands[0], symbols, number, limited)
        return raised(base, node.operands[1].number, number, node.offset, limited)
    values = [evaluate(operand, symbols, number, limited) for operand in node.operands]
    if node.kind == "/" and values[1] == 0:
        raise ExpressionError("division by zero", node.offset)
    result = OPERATORS[node.kind](*values)
    if limited:
        check_size(result, node.offset)
    return result


def names_in(text: str) -> set[str]:
    """The symbols that an expression uses."""
    return set(re.findall(r"[A-Za-z][A-Za-z0-9_]*", text))


def divisors(node: Node) -> Iterator[Node]:
    """Every subexpression that is divided by, also where the quotient would cancel."""
    if node.kind == "/":
        yield node.operands[1]
    if node.kind == "^" and node.operands[1].number < 0:
        yield node.operands[0]
    for operand in node.operands:
        yield from divisors(operand)


OPERATORS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "neg": operator.neg,
}  # fmt: skip


def raised(base: Any, exponent: int, number: Callable[[int], Any], offset: int, limited: bool = True) -> Any:
    """base^exponent by repeated multiplication, so that an oversized result is met early."""
    if exponent < 0:
        if base == 0:
            raise ExpressionError("division by zero", offset)
        base, exponent = number(1) / base, -exponent
    result = number(1)
    for _ in range(exponent):
        result = result * base
        if limited:
            check_size(result, offset)
    return result

"""The grammar of cells: integers, + - * / ^ with integer exponents, parentheses, declared symbols.

    sum     := product (("+" | "-") product)*
    product := unary (("*" | "/") unary)*
    unary   := ("+" | "-") unary | power
    power   := atom ("^" ("-")? integer)?
    atom    := integer | symbol | "(" sum ")"

Text from a file is hostile until it has passed through here: the sizes of text, numbers, exponents and
results are bounded, and nothing is ever handed to a parser that can run code.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ogd_exact.tables.limits import MAX_DIGITS, MAX_EXPONENT, MAX_NESTING, MAX_TEXT, ExpressionError, check_size

ENDS = "the expression ends too early"
TOKEN = re.compile(r"\s*(?:(?P<integer>[0-9]+)|(?P<symbol>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>[-+*/^()])|(?P<bad>\S))")


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
        if len(text) > MAX_TEXT:
            raise ExpressionError(f"an expression has at most {MAX_TEXT} characters, this one has {len(text)}")
        self.tokens: list[tuple[str, str, int]] = []
        for match in TOKEN.finditer(text):
            kind = str(match.lastgroup)
            word, offset = match[kind], match.start(kind)
            if kind == "bad":
                hint = "; write fractions, such as 1/2" if word == "." else ""
                raise ExpressionError(f"unexpected character {word!r}{hint}", offset)
            if kind == "integer" and len(word) > MAX_DIGITS:
                raise ExpressionError(f"a number has at most {MAX_DIGITS} digits", offset)
            self.tokens.append((kind, word, offset))
        self.tokens.append(("end", "", len(text)))

    def next_is(self, *words: str) -> bool:
        return self.tokens[0][0] == "sign" and self.tokens[0][1] in words

    def take(self) -> tuple[str, str, int]:
        return self.tokens.pop(0)

    def chain(self, depth: int, operators: str = "+-") -> Node:
        """A sum, or a product within one."""
        node = self.chain(depth, "*/") if operators == "+-" else self.unary(depth)
        while self.next_is(*operators):
            _, operator, offset = self.take()
            right = self.chain(depth, "*/") if operators == "+-" else self.unary(depth)
            node = Node(operator, offset, (node, right))
        return node

    def unary(self, depth: int) -> Node:
        if not self.next_is("+", "-"):
            return self.power(depth)
        _, operator, offset = self.take()
        operand = self.unary(deeper(depth, offset))
        return operand if operator == "+" else Node("neg", offset, (operand,))

    def power(self, depth: int) -> Node:
        base = self.atom(depth)
        if not self.next_is("^"):
            return base
        _, _, offset = self.take()
        negative = self.next_is("-") and bool(self.take())
        kind, word, place = self.take()
        if kind != "integer":
            raise ExpressionError("an exponent is an integer, as in alpha^2", place)
        if int(word) > MAX_EXPONENT:
            raise ExpressionError(f"an exponent is at most {MAX_EXPONENT}", place)
        if self.next_is("^"):
            raise ExpressionError("a power of a power needs parentheses", self.tokens[0][2])
        return Node("^", offset, (base, Node("number", place, number=-int(word) if negative else int(word))))

    def atom(self, depth: int) -> Node:
        kind, word, offset = self.take()
        if kind == "integer":
            return Node("number", offset, number=int(word))
        if kind == "symbol":
            return Node("symbol", offset, symbol=word)
        if word != "(":
            raise ExpressionError(f"expected a number or a symbol, found {word!r}" if word else ENDS, offset)
        node = self.chain(deeper(depth, offset))
        if not self.next_is(")"):
            raise ExpressionError("missing )", self.tokens[0][2])
        self.take()
        return node


def deeper(depth: int, offset: int) -> int:
    if depth == MAX_NESTING:
        raise ExpressionError(f"an expression nests at most {MAX_NESTING} deep", offset)
    return depth + 1


@lru_cache(maxsize=10_000)
def parse(text: str) -> Node:
    parser = Parser(text)
    node = parser.chain(0)
    kind, word, offset = parser.take()
    if kind != "end":
        hint = "; write * between factors" if kind != "sign" or word == "(" else ""
        raise ExpressionError(f"unexpected {word!r}{hint}", offset)
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

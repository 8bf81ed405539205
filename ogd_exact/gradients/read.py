r"""Reads a loss as it is written for people, such as \max(0, 1 - y\, w \cdot x) + \frac{\lambda}{2} |w|^2."""

import operator
import re
from collections.abc import Mapping
from typing import Any

import sympy

from ogd_exact.gradients.pieces import P, Pieces
from ogd_exact.kernel.errors import InputError

SQUARE = sympy.Symbol("q")  # |w|^2
LAMBDA = sympy.Symbol("lambda")
TOKEN = re.compile(r"w \\cdot x|\|w\|\^2|\\[a-z]*|\d+|\S")
NAMED = re.compile(r"\\mathit\{(\w+)\}")


def read_loss(text: str, names: Mapping[str, Any]) -> Pieces:
    """The loss as a function of p = w.x, by intervals; names are y, and those of the state."""
    known = {r"w \cdot x": P, "|w|^2": SQUARE, r"\lambda": LAMBDA, **{f"\\{name}": names[name] for name in names}}
    tokens = TOKEN.findall(NAMED.sub(r"\\\1 ", text.replace(r"\,", " ")))
    plain = [f"\\{token}" if token in names else token for token in tokens]
    reader = Reader(plain[::-1], {name: Pieces.of(value) for name, value in known.items()}, text)
    loss = reader.total()
    if reader.tokens:
        raise reader.error()
    return loss


class Reader:
    """Sums of products of powers; factors stand side by side. The next token is the last of the list."""

    def __init__(self, tokens: list[str], known: Mapping[str, Pieces], text: str) -> None:
        self.tokens, self.known, self.text = tokens, known, text

    def error(self) -> InputError:
        found = repr(self.tokens[-1]) if self.tokens else "its end"
        remedy = r"write it by \max(0, ...), | |, \frac and powers"
        return InputError(f"the loss {self.text} cannot be read at {found}; {remedy}")

    def next_is(self, *tokens: str) -> bool:
        return bool(self.tokens) and self.tokens[-1] in tokens

    def take(self, *tokens: str) -> None:
        for token in tokens:
            if not self.next_is(token):
                raise self.error()
            self.tokens.pop()

    def total(self) -> Pieces:
        value = Pieces.of(0) if self.next_is("-") else self.product()
        while self.next_is("+", "-"):
            combined = operator.add if self.tokens.pop() == "+" else operator.sub
            value = value.joined(self.product(), combined)
        return value

    def product(self) -> Pieces:
        value = self.power()
        while self.next_is("(", r"\max", r"\frac", *self.known):
            value = value.joined(self.power(), operator.mul)
        return value

    def power(self) -> Pieces:
        value = self.factor()
        if self.next_is("^"):
            self.take("^")
            return value.joined(self.factor(), operator.pow)
        return value

    def enclosed(self, left: str, right: str) -> Pieces:
        self.take(left)
        value = self.total()
        self.take(right)
        return value

    def factor(self) -> Pieces:
        token = self.tokens[-1] if self.tokens else ""
        if token == "(":
            return self.enclosed("(", ")")
        if token == "|":
            return self.enclosed("|", "|").by_sign(operator.neg)
        if token == r"\max":
            self.take(r"\max", "(", "0")
            return self.enclosed(",", ")").by_sign(lambda _: sympy.Integer(0))
        if token == r"\frac":
            self.take(r"\frac")
            return self.enclosed("{", "}").joined(self.enclosed("{", "}"), operator.truediv)
        if not (token in self.known or token.isdecimal()):
            raise self.error()
        self.tokens.pop()
        return self.known[token] if token in self.known else Pieces.of(int(token))

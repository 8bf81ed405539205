r"""Reads a loss as it is written for people, such as \max(0, 1 - y\, w \cdot x) + \frac{\lambda}{2} |w|^2."""

import re
from collections.abc import Mapping
from typing import Any

import sympy

from ogd_exact.core.kernel.errors import InputError
from ogd_exact.gadgets.gradients.pieces import PART_ABOVE_0, SIZE, Interval, P, pieces

SQUARE = sympy.Symbol("q")  # |w|^2
LAMBDA = sympy.Symbol("lambda")
TOKEN = re.compile(r"w \\cdot x|\|w\|\^2|\\[a-z]*|\d+|\S")
NAMED = re.compile(r"\\mathit\{(\w+)\}")


def read_loss(text: str, names: Mapping[str, Any]) -> list[tuple[Interval, Any]]:
    """The polynomials in p = w.x that a loss is made of, by intervals; names are y, and those of the state."""
    known = {r"w \cdot x": P, "|w|^2": SQUARE, r"\lambda": LAMBDA, **{f"\\{name}": names[name] for name in names}}
    tokens = TOKEN.findall(NAMED.sub(r"\\\1 ", text.replace(r"\,", " ")))
    plain = [f"\\{token}" if token in names else token for token in tokens]
    reader = LossReader(plain[::-1], known, text)
    loss = reader.total()
    if reader.tokens:
        raise reader.error()
    return pieces(loss)


class LossReader:
    """Reads sums of products of powers; factors stand side by side. The next token is the last of the list."""

    def __init__(self, tokens: list[str], known: Mapping[str, Any], text: str) -> None:
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

    def total(self) -> Any:
        value = sympy.Integer(0) if self.next_is("-") else self.product()
        while self.next_is("+", "-"):
            value = value + self.product() if self.tokens.pop() == "+" else value - self.product()
        return value

    def product(self) -> Any:
        value = self.power()
        while self.next_is("(", r"\max", r"\frac", *self.known):
            value *= self.power()
        return value

    def power(self) -> Any:
        value = self.factor()
        if self.next_is("^"):
            self.take("^")
            return value ** self.factor()
        return value

    def enclosed(self, left: str, right: str) -> Any:
        self.take(left)
        value = self.total()
        self.take(right)
        return value

    def factor(self) -> Any:
        token = self.tokens[-1] if self.tokens else ""
        if token == "(":
            return self.enclosed("(", ")")
        if token == "|":
            return SIZE(self.enclosed("|", "|"))
        if token == r"\max":
            self.take(r"\max", "(", "0")
            return PART_ABOVE_0(self.enclosed(",", ")"))
        if token == r"\frac":
            self.take(r"\frac")
            return self.enclosed("{", "}") / self.enclosed("{", "}")
        if not (token in self.known or token.isdecimal()):
            raise self.error()
        self.tokens.pop()
        return sympy.Integer(0) + (self.known[token] if token in self.known else int(token))

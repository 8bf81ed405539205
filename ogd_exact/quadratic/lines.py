"""Lines of JSON with only objects, texts and whole numbers in them: little enough to say of every fault where it is."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ogd_exact.kernel.errors import InputError
from ogd_exact.output.paths import contents
from ogd_exact.quadratic.numbers import number

MAX_NESTING = 3
TOKEN = re.compile(
    r'[ \t\r]*(?:(?P<sign>[{}:,])|(?P<text>"[^"\\\x00-\x1f]*")|(?P<whole>[0-9]{1,9}(?![0-9.eE]))|(?P<bad>.?))'
)


def lines_of(path: str, most: int, remedy: str) -> list[str]:
    """The lines of a file, which may have so many bytes."""
    raw = contents(path, most, remedy, "use fewer examples")
    try:
        return raw.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text; save it as UTF-8", path, raw.count(b"\n", 0, error.start) + 1) from None


@dataclass(frozen=True)
class Node:
    """A value of a line, and the column where it stands; of an object, each key with its column."""

    value: Any
    column: int


Members = dict[str, tuple[int, Node]]


class Line:
    """One line of a file as an object."""

    def __init__(self, path: str, line: int, text: str) -> None:
        self.path, self.line, self.text, self.place = path, line, text, 0
        self.top = self.value(0)
        if self.peek()[1]:
            raise self.error("there is more than one object in this line; break it", self.peek()[2])

    def error(self, message: str, column: int = 1) -> InputError:
        return InputError(message, self.path, self.line, column)

    def peek(self) -> tuple[str, str, int]:
        match = TOKEN.match(self.text, self.place)
        assert match is not None and match.lastgroup is not None
        return match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1

    def take(self, wanted: str = "") -> tuple[str, str, int]:
        kind, word, column = self.peek()
        if kind == "bad" or (wanted and word != wanted):
            found = repr(word) if word else "the end of the line"
            hint = f"expected {wanted!r}" if wanted else 'expected an object, a text such as "1/2", or a whole number'
            raise self.error(f"{hint}, found {found}", column)
        self.place = column - 1 + len(word)
        return kind, word, column

    def value(self, depth: int) -> Node:
        kind, word, column = self.take()
        if kind == "text":
            return Node(word[1:-1], column)
        if kind == "whole":
            return Node(int(word), column)
        if word != "{" or depth == MAX_NESTING:
            raise self.error(f"expected a value, found {word!r}", column)
        members: Members = {}
        while self.peek()[1] != "}":
            if members:
                self.take(",")
            kind, key, place = self.take()
            if kind != "text":
                raise self.error(f"expected a key in quotes, found {key!r}", place)
            if key[1:-1] in members:
                raise self.error(f"a second {key}; keep one", place)
            self.take(":")
            members[key[1:-1]] = (place, self.value(depth + 1))
        self.take("}")
        return Node(members, column)

    def members(self, node: Node, *known: str) -> Members:
        """The keys and values of an object; with known keys, no others."""
        if not isinstance(node.value, dict):
            raise self.error('expected an object, such as {"0": "1/2"}', node.column)
        for key, (column, _) in node.value.items():
            if known and key not in known:
                raise self.error(f"unknown key {key[:40]!r}; the keys here are {', '.join(known)}", column)
        return node.value

    def get(self, members: Members, key: str, hint: str) -> Node:
        if key not in members:
            raise self.error(f'the key "{key}" is missing; add "{key}": {hint}')
        return members[key][1]

    def whole(self, node: Node, most: int, what: str) -> int:
        if not isinstance(node.value, int) or not 1 <= node.value <= most:
            raise self.error(f"{what} is a whole number from 1 to {most}, without quotes", node.column)
        return node.value

    def number(self, node: Node) -> Any:
        if not isinstance(node.value, str):
            raise self.error('a number is a text, so that it stays exact; write "1/2"', node.column)
        try:
            return number(node.value)
        except InputError as error:
            raise self.error(error.message, node.column) from None

    def indexed(self, node: Node, index: Callable[[str], Any], hint: str) -> dict[Any, Any]:
        """An object from indices to numbers."""
        result = {}
        for key, (column, value) in self.members(node).items():
            place = index(key)
            if place is None or place in result:
                raise self.error(f"{key[:40]!r} is not {hint} that is named once", column)
            result[place] = self.number(value)
        return result

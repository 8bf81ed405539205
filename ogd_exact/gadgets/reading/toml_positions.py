"""Where each value of a TOML text stands, which tomllib does not tell.

Runs only on text that tomllib has accepted, so it need not judge, only walk. An address is a path of keys
and array indices, such as ("step", 2, "after", 0, 1); a position is (line, column), both from 1.
"""

import re

Address = tuple[str | int, ...]
Position = tuple[int, int]
MAX_DEPTH = 12

TOKEN = re.compile(
    r'(?P<blank>[ \t\r]+|\#[^\n]*)|(?P<newline>\n)|(?P<scalar>"""(?s:\\.|.)*?"""+|\'\'\'(?s:.*?)\'\'\'+'
    r"|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')|(?P<mark>[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.\"'#]+)"
)


class Walker:
    def __init__(self, text: str) -> None:
        self.positions: dict[Address, Position] = {}
        self.tokens: list[tuple[str, str, Position]] = []
        line, start = 1, 0
        for match in TOKEN.finditer(text):
            kind, word = str(match.lastgroup), match[0]
            if kind != "blank":
                self.tokens.append((kind, word, (line, match.start() - start + 1)))
            if "\n" in word:
                line += word.count("\n")
                start = match.start() + word.rindex("\n") + 1
        self.index = 0
        self.lengths: dict[Address, int] = {}  # of arrays of tables, so far

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.index][:2] if self.index < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str, Position]:
        self.index += 1
        return self.tokens[self.index - 1]

    def skip_newlines(self) -> None:
        while self.peek()[0] == "newline":
            self.index += 1

    def document(self) -> dict[Address, Position]:
        table: Address = ()
        self.skip_newlines()
        while self.peek()[0] != "end":
            if self.peek() == ("mark", "["):
                table = self.header()
            else:
                self.assignment(table)
            self.skip_newlines()
        return self.positions

    def header(self) -> Address:
        _, _, position = self.take()
        array = self.peek() == ("mark", "[")
        self.index += array
        keys = self.keys()
        self.index += 1 + array
        address: Address = ()
        for key in keys[:-1]:
            address += (key,)
            if address in self.lengths:
                address += (self.lengths[address] - 1,)
        address += (keys[-1],)
        if array:
            self.positions.setdefault(address, position)
            self.lengths[address] = self.lengths.get(address, 0) + 1
            address += (self.lengths[address] - 1,)
        self.positions.setdefault(address, position)
        return address

    def keys(self) -> list[str]:
        """A dotted key; a bare key may hold no dot, so every dot separates."""
        keys = [self.take()[1].strip("\"'")]
        while self.peek() == ("mark", "."):
            self.index += 1
            keys.append(self.take()[1].strip("\"'"))
        return keys

    def assignment(self, table: Address) -> None:
        position = self.tokens[self.index][2]
        address = table + tuple(self.keys())
        self.take()  # the equals sign
        self.positions[address] = position
        self.value(address)

    def value(self, address: Address) -> None:
        if len(address) > MAX_DEPTH:
            raise ValueError("nested too deep")
        _, word, position = self.take()
        self.positions[address] = position
        if word == "[":
            self.items(address, "]")
        elif word == "{":
            self.items(address, "}")
        else:
            while self.peek()[0] == "bare" or self.peek() == ("mark", "."):
                self.index += 1  # the rest of a float or a date

    def items(self, address: Address, closing: str) -> None:
        count = 0
        self.skip_newlines()
        while self.peek() != ("mark", closing):
            if closing == "}":
                self.assignment(address)
            else:
                self.value((*address, count))
            count += 1
            self.skip_newlines()
            if self.peek() == ("mark", ","):
                self.index += 1
                self.skip_newlines()
        self.index += 1


def positions(text: str) -> dict[Address, Position]:
    return Walker(text).document()

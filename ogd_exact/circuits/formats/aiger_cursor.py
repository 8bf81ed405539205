"""Reads the bytes of an AIGER file piece by piece, so that a false header costs nothing."""

import re

from ogd_exact.core.kernel.errors import InputError

NUMBER = re.compile(rb"0|[1-9][0-9]{0,17}")
# Four bytes hold every difference of literals that the limit on variables allows.
MAX_DIFFERENCE_BYTES = 4


class Cursor:
    """A place in the file; `line` is the line last read, and complaints are about it unless they say otherwise."""

    def __init__(self, data: bytes, path: str | None, binary: bool) -> None:
        self.data, self.path, self.binary = data, path, binary
        self.offset = self.start_of_line = self.number_of_line = 0
        self.line = b""

    def error(self, message: str, line: int | None = None) -> InputError:
        if self.binary:
            return InputError(f"byte {self.start_of_line}: {message}", self.path)
        return InputError(message, self.path, line or self.number_of_line)

    def remaining(self) -> int:
        return len(self.data) - self.offset

    def read_line(self, expected: str) -> None:
        self.start_of_line = self.offset
        self.number_of_line += 1
        if not self.remaining():
            raise self.error(f"the file ends before {expected}")
        end = self.data.find(b"\n", self.offset)
        end = len(self.data) if end < 0 else end
        self.line = self.data[self.offset : end]
        if not self.binary:
            self.line = self.line.removesuffix(b"\r")
        self.offset = min(end + 1, len(self.data))

    def words(self, least: int, most: int, expected: str) -> list[bytes]:
        """The words of the next line, as many as expected."""
        self.read_line(expected)
        # One word too many is enough to complain about; a line can be very long.
        words = self.line.split(b" ", most)
        if not least <= len(words) <= most:
            raise self.error(f"expected {expected}, found {shown(self.line)}")
        return words

    def number(self, word: bytes) -> int:
        if not NUMBER.fullmatch(word):
            raise self.error(f"expected a number of at most 18 digits, found {shown(word)}")
        return int(word)

    def literal(self, word: bytes, variables: int) -> int:
        literal = self.number(word)
        if literal > 2 * variables + 1:
            raise self.error(f"literal {literal} is out of range; the header allows up to {2 * variables + 1}")
        return literal

    def reset(self, words: list[bytes], own: int) -> int | None:
        """A latch's reset: 0 if not given, and None if it is the latch's own literal."""
        value = self.number(words[0]) if words else 0
        if value not in (0, 1, own):
            raise self.error(f"a latch resets to 0, to 1, or to its own literal {own} if uninitialised, not to {value}")
        return None if value == own else value

    def difference(self, least: int, most: int) -> int:
        """The next difference of literals of a binary and."""
        self.start_of_line = self.offset
        value = 0
        for position in range(MAX_DIFFERENCE_BYTES):
            if not self.remaining():
                raise self.error("the file ends within the ands")
            byte = self.data[self.offset]
            self.offset += 1
            value |= (byte & 127) << 7 * position
            if byte < 128:
                break
        else:
            raise self.error(f"a difference has at most {MAX_DIFFERENCE_BYTES} bytes")
        if not least <= value <= most:
            raise self.error(f"an and's difference is between {least} and {most} here, not {value}")
        return value


def shown(text: bytes) -> str:
    """Foreign text in a message, short and harmless."""
    return repr(text[:40].decode("ascii", "replace")) + ("..." if len(text) > 40 else "")

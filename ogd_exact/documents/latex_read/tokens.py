"""LaTeX as tokens with places: comments dropped, but for marks addressed to this project."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ogd_exact.core.kernel.errors import InputError

MARK = re.compile(r"%+\s*ogd-exact:")
BEGIN_VERBATIM = re.compile(
    r"\\begin\s*\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?)\}"  # in which nothing is LaTeX
)
BLANK_LINE = re.compile(r"[ \t]*\n")
MAX_NAME = 200  # of a command: what it may do is told by patterns that would search a longer one again and again
PIECE = re.compile(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*)?)"
    r"|(?P<verb>\\(?:verb\*?|lstinline(?:\[[^\]\n]{0,500}\])?|mintinline\{\w+\})(?P<mark>[^A-Za-z\s*{])[^\n]{0,500}?(?P=mark))"
    r"|(?P<url>\\(?:url|nolinkurl|path|href)\s*\{[^{}\n]{0,2000}\})"
    r"|(?P<word>\\[A-Za-z@]+[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?)"
    r"|(?P<symbol>\\(?:[^A-Za-z@]|$))"
    r"|(?P<blank>\s+)"
    r"|(?P<char>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """kind is word (a command), char, space, par (a blank line), mark (a marking comment) or skipped (verbatim)."""

    kind: str
    text: str
    path: Path
    line: int
    column: int

    def is_word(self, *names: str) -> bool:
        return self.kind == "word" and self.text in names

    def is_char(self, *chars: str) -> bool:
        return self.kind == "char" and self.text in chars

    def error(self, message: str) -> InputError:
        return InputError(message, str(self.path), self.line, self.column)


def tokens_of(text: str, path: Path) -> Iterator[Token]:
    """The tokens of a file, from its beginning to its end."""
    line, start, position = 1, 0, 0
    while position < len(text):
        match = PIECE.match(text, position)
        assert match is not None and match.lastgroup is not None
        kind, piece = match.lastgroup, match[0]
        if kind == "mark":  # the delimiter of \verb is the last group that matched
            kind = "verb"

        def token(kind: str, text: str, line: int = line, column: int = position - start + 1) -> Token:
            return Token(kind, text, path, line, column)

        end = match.end()
        if kind == "comment":
            if found := MARK.match(piece.split("\n")[0]):
                yield token("mark", found.string[found.end() :].strip())
            if BLANK_LINE.match(text, end) and "\n" in piece:
                yield token("par", "")
        elif kind == "word":
            name = piece.strip()[1:]
            if len(name) > MAX_NAME:
                raise token("word", name).error(f"the name of a command has at most {MAX_NAME} letters")
            environment = BEGIN_VERBATIM.match(text, position) if name == "begin" else None
            if environment is None:
                yield token("word", name)
            else:
                closing = text.find(f"\\end{{{environment[1]}}}", end)
                if closing < 0:
                    raise token("word", name).error(f"\\begin{{{environment[1]}}} is never ended")
                end = closing + len(f"\\end{{{environment[1]}}}")
                yield token("skipped", environment[1])
        elif kind == "symbol":
            yield token("word", piece[1:])
        elif kind in ("verb", "url"):
            yield token("skipped", re.split(r"[^A-Za-z]", piece[1:], maxsplit=1)[0])
        elif kind == "blank":
            yield token("par" if piece.count("\n") > 1 else "space", " ")
        elif kind == "char":
            yield token("char", piece)
        newlines = text.count("\n", position, end)
        if newlines:
            line += newlines
            start = text.rfind("\n", position, end) + 1
        position = end

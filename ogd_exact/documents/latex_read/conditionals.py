r"""Conditionals whose outcome is known, such as \iffalse and those of \newif: what TeX never sees is left out.

Only those at the outermost level of braces are decided; in braces they may stand in the body of a macro, which runs
later. Both branches of what is not decided are read, and what is defined there is not known.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ogd_exact.documents.latex_read.tokens import Token

PRIMITIVE = (
    "if", "ifcat", "ifnum", "ifdim", "ifodd", "ifvmode", "ifhmode", "ifmmode", "ifinner", "ifvoid", "ifhbox", "ifvbox",
    "ifx", "ifeof", "ifcase", "ifdefined", "ifcsname", "iffontchar",
)  # fmt: skip
NAMING = ("newif", "let", "def", "newcommand", "renewcommand", "providecommand", "string")
CONSTANT = {"iftrue": True, "iffalse": False}
UNKNOWN = ("if?", "fi?")  # in the place of conditionals that are not decided


@dataclass
class Open:
    token: Token
    shown: bool | None  # whether what follows is read; None: not known


@dataclass
class Conditions:
    known: dict[str, bool | None] = field(default_factory=lambda: dict(CONSTANT))

    def kept(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """The tokens that TeX reads, or may read."""
        stack: list[Open] = []
        hidden, doubt, depth = 0, 0, 0  # open conditionals whose branch is not read, or not decided; open braces
        words: list[Token] = []  # the last ones
        for k, token in enumerate(tokens):
            naming = bool(words) and (words[-1].is_word(*NAMING) or (len(words) > 1 and words[-2].is_word("let")))
            unless = bool(words) and words[-1].is_word("unless")
            if token.kind == "word":
                words = [*words[-2:], token]
            elif token.kind == "char" and not token.is_char("="):
                words = []
            if naming and token.kind == "word":
                if not hidden:
                    self.learn(words)
                    yield token
            elif self.opens(token, tokens[k + 1 : k + 3]):
                shown = None if depth or unless else self.known.get(token.text)
                stack.append(Open(token, shown))
                hidden, doubt = hidden + (shown is False), doubt + (shown is None)
                if not hidden and shown is None:
                    yield replace(token, text=UNKNOWN[0])
            elif token.is_word("else", "or") and stack:
                last = stack[-1]
                hidden += (last.shown is True) - (last.shown is False)
                last.shown = None if last.shown is None else not last.shown
            elif token.is_word("fi", "repeat") and stack:
                last = stack.pop()
                if not hidden and last.shown is None:
                    yield replace(token, text=UNKNOWN[1])
                hidden, doubt = hidden - (last.shown is False), doubt - (last.shown is None)
            elif not hidden:
                depth = max(0, depth + token.is_char("{") - token.is_char("}"))
                self.switch(token, depth > 0 or doubt > 0)
                yield token
        for last in stack:
            if last.shown is not None:
                raise last.token.error(f"\\{last.token.text} is never closed by \\fi")

    def opens(self, token: Token, ahead: Sequence[Token]) -> bool:
        r"""Whether this begins a conditional; \iff does not, nor does a command such as \ifthenelse{...}."""
        if token.kind != "word" or token.text == "iff" or not re.fullmatch(r"if[A-Za-z@]*", token.text):
            return False
        braced = next((t for t in ahead if t.kind != "space"), None)
        return token.text in self.known or token.text in PRIMITIVE or not (braced is not None and braced.is_char("{"))

    def learn(self, words: list[Token]) -> None:
        r"""\newif\ifdraft, or \let\ifdraft\iftrue."""
        if len(words) >= 2 and words[-2].is_word("newif"):
            self.known[words[-1].text] = False
        if len(words) >= 3 and words[-3].is_word("let") and words[-1].text in self.known:
            self.known[words[-2].text] = self.known[words[-1].text]

    def switch(self, token: Token, doubtful: bool) -> None:
        r"""\drafttrue; in braces or under a condition it may never run, or later."""
        for end, value in (("true", True), ("false", False)):
            name = f"if{token.text.removesuffix(end)}"
            if token.kind == "word" and token.text.endswith(end) and name in self.known and name != "if":
                self.known[name] = None if doubtful else value
